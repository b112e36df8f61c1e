import Foundation
import Testing

@testable import scanwatch

/// SIGINT and SIGTERM in the middle of a run: whole records, then the signal itself.
@Suite struct InterruptionTests {
    /// Starts the tool over many pictures, stops reading after the first record, sends signals, reads the rest.
    private static func script(signal: String) -> String {
        """
        import os, signal, subprocess, sys, time
        tool = subprocess.Popen([os.environ["SCANWATCH"], *sys.argv[1:]],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        first = tool.stdout.readline()
        # As timeout(1) does: once to the process, once to its group.
        tool.send_signal(signal.\(signal))
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

    /// By Ctrl-Z, for longer than a picture may take. Workers have process groups of their own and go on.
    @Test func aRunThatWasStoppedGoesOnAsIfItWereNot() throws {
        let script = """
            import os, signal, subprocess, sys, time
            tool = subprocess.Popen([os.environ["SCANWATCH"], "--deadline", "5", *sys.argv[1:]], stdout=subprocess.PIPE)
            lines = [tool.stdout.readline()]
            tool.send_signal(signal.SIGSTOP)
            time.sleep(6)
            tool.send_signal(signal.SIGCONT)
            lines += [tool.stdout.readline() for _ in range(60)]
            tool.kill()
            tool.wait()
            print(len(lines), sum(b"engineFailures" in line for line in lines))
            """
        let folders = Array(repeating: "SampleImages/qr", count: 12).joined(separator: " ")
        let outcome = try run(script, "--types codes -j2 \(folders)")
        #expect(outcome.output == "61 0\n", "\(outcome.errors)")
    }

    @Test func theReportOfAPartTakesNoPlace() throws {
        let scratch = try ScratchFolder()
        let folders = Array(repeating: "'\(Tool.package.path)/SampleImages'", count: 12).joined(
            separator: " ")
        let outcome = try Tool.run(
            """
            echo whole >page.html
            /usr/bin/python3 -c '\(Self.script(signal: "SIGTERM"))' --report page.html \(folders)
            cat page.html
            grep -c "</html>" page.html.part
            """, in: scratch.url)
        #expect(outcome.output == "True True True True \nwhole\n1\n", "\(outcome.errors)")
    }

    /// A run that is in the middle of its records, because nobody reads them: its pipe of one page is full.
    private static let heldUp = """
        import fcntl, glob, os, signal, subprocess, sys, time
        def is_writing(tool):
            calls = []
            for file in glob.glob(f"/proc/{tool.pid}/task/*/syscall"):
                try: calls.append(open(file).read().split()[0])
                except OSError: pass  # a thread that has ended
            if calls: return bool({"1", "64"} & set(calls))  # write(2) of x86-64 and of arm64
            time.sleep(5)  # where that may not be known
            return True
        def hold_up():
            reader, writer = os.pipe()
            fcntl.fcntl(writer, 1031, 4096)  # F_SETPIPE_SZ
            tool = subprocess.Popen([os.environ["SCANWATCH"], "SampleImages/qr"], stdout=writer)
            os.close(writer)
            # Again after a moment: a write that is caught once may be one that goes through.
            while tool.poll() is None and not (is_writing(tool) and (time.sleep(0.2) or is_writing(tool))):
                time.sleep(0.01)
            return tool, reader

        """

    /// A first signal cannot end a run whose reader does not read; a second one does.
    @Test func theSecondSignalEndsAtOnce() throws {
        // Two at once are one.
        let script = """
            tool, reader = hold_up()
            tool.send_signal(signal.SIGTERM)
            time.sleep(0.1)
            print(tool.poll())
            while tool.poll() is None:
                tool.send_signal(signal.SIGTERM)
                time.sleep(0.2)
            print(tool.wait())
            """
        #expect(try run(Self.heldUp + script, "").output == "None\n-15\n")
    }

    @Test func aHangUpBeforeTheRunIsKeptForIt() async {
        await #expect(processExitsWith: .exitCode(5)) {
            // Whoever runs tests may have it ignored, and what is ignored stays so.
            signal(SIGHUP, SIG_DFL)
            Interruption.keepHangUps()
            kill(getpid(), SIGHUP)
            Interruption.watch(onHangUp: { _exit(5) }, {})
            sleep(60)
        }
        // One that has nothing to read again ends the run.
        await #expect(processExitsWith: .exitCode(6)) {
            signal(SIGHUP, SIG_DFL)
            Interruption.keepHangUps()
            kill(getpid(), SIGHUP)
            Interruption.watch { _exit(6) }
            sleep(60)
        }
    }

    /// As a terminal does that is closed: the last records are written all the same.
    @Test func aHangUpEndsARunWithoutAConfiguration() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            /usr/bin/python3 - <<'END'
            import os, signal, subprocess
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            tool = subprocess.Popen([os.environ["SCANWATCH"], "--device", "synthetic:code", "--types", "qr"], stdout=subprocess.PIPE)
            tool.stdout.readline()
            tool.send_signal(signal.SIGHUP)
            rest = tool.stdout.read()
            print(tool.wait(), rest.splitlines()[-1].count(b'"status":"stopped"'))
            END
            """, in: scratch.url)
        #expect(outcome.output == "-1 1\n", "\(outcome.errors)")
    }

    @Test(arguments: ["SIGINT", "SIGHUP"]) func anIgnoredSignalStaysIgnored(name: String) throws {
        let script = """
            signal.signal(signal.\(name), signal.SIG_IGN)
            tool, reader = hold_up()
            tool.send_signal(signal.\(name))
            rest = open(reader, "rb").read()
            print(tool.wait(), rest.endswith(b"]}\\n"))
            """
        #expect(try run(Self.heldUp + script, "").output == "0 True\n")
    }
}
