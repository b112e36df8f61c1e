import Testing

/// SIGINT and SIGTERM in the middle of a run: whole records, then the signal itself.
@Suite struct InterruptionTests {
    /// Starts the tool over many pictures, stops reading after the first record, sends signals, reads the rest.
    private static func script(signal: String) -> String {
        """
        import os, signal, subprocess, sys, time
        tool = subprocess.Popen([os.environ["SCANWATCH"], *sys.argv[1:]],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        first = tool.stdout.readline()
        tool.send_signal(signal.\(signal))
        rest = tool.stdout.read()
        status = tool.wait()
        lines = (first + rest).decode().split("\\n")
        print(status == -signal.\(signal), lines[-1] == "", 1 < len(lines) < 2000,
            all(line.startswith("{") and line.endswith("}") for line in lines[:-1]),
            tool.stderr.read().decode())
        """
    }

    private func run(_ script: String, _ arguments: String) throws -> Tool.Outcome {
        try Tool.run("/usr/bin/python3 -c '\(script)' \(arguments)", in: Tool.package)
    }

    @Test(arguments: ["SIGINT", "SIGTERM"]) func theFirstSignalLeavesWholeRecords(signal: String) throws {
        let folders = Array(repeating: "SampleImages", count: 12).joined(separator: " ")
        let outcome = try run(Self.script(signal: signal), folders)
        #expect(outcome.output == "True True True True \n", "\(outcome.errors)")
    }

    /// A first signal cannot end a run whose reader does not read; a second one does.
    @Test func theSecondSignalEndsAtOnce() throws {
        let script = """
            import array, fcntl, os, signal, subprocess, termios, time
            reader, writer = os.pipe()
            fcntl.fcntl(writer, 1031, 4096)  # F_SETPIPE_SZ
            tool = subprocess.Popen([os.environ["SCANWATCH"], "SampleImages", "SampleImages"], stdout=writer)
            waiting = array.array("i", [0])
            while waiting[0] < 4000:
                fcntl.ioctl(reader, termios.FIONREAD, waiting)
                time.sleep(0.01)
            tool.send_signal(signal.SIGTERM)
            time.sleep(0.3)
            print(tool.poll())
            tool.send_signal(signal.SIGTERM)
            print(tool.wait())
            """
        #expect(try run(script, "").output == "None\n-15\n")
    }

    @Test func anIgnoredSignalStaysIgnored() throws {
        let outcome = try Tool.run(
            """
            trap '' INT; "$SCANWATCH" --format text SampleImages/qr & sleep 0.2; kill -INT $!; wait $!
            """, in: Tool.package)
        #expect(outcome.status == 0)
    }
}
