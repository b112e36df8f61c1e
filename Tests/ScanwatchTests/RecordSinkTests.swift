import Testing

@Suite struct RecordSinkTests {
    /// A pipe of one page that its maker has made non-blocking, and a reader that comes late: every record must
    /// arrive all the same.
    @Test func aNonBlockingPipeLosesNothing() throws {
        let script = """
            import array, fcntl, os, subprocess, termios, time
            reader, writer = os.pipe()
            fcntl.fcntl(writer, 1031, 4096)  # F_SETPIPE_SZ
            os.set_blocking(writer, False)
            tool = subprocess.Popen([os.environ["SCANWATCH"], "SampleImages/qr"], stdout=writer)
            os.close(writer)
            # Until the next record has no room.
            waiting = array.array("i", [0])
            while waiting[0] < 3000:
                fcntl.ioctl(reader, termios.FIONREAD, waiting)
                time.sleep(0.01)
            records = open(reader, encoding="utf-8").readlines()
            print(tool.wait(), len(records) > 50, all(line.endswith("]}\\n") for line in records))
            """
        let outcome = try Tool.run("/usr/bin/python3 -c '\(script)'", in: Tool.package)
        #expect(outcome.output == "0 True True\n", "\(outcome.errors)")
    }
}
