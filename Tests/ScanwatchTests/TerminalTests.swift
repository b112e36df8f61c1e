import Testing

/// Progress and messages on a terminal, by a pseudo-terminal that the tool takes for one.
@Suite struct TerminalTests {
    /// Runs the tool with standard error (and standard output, if `records` is tty) on a terminal of 60 columns,
    /// replays what it wrote there, and prints the lines that stay and the longest that ever stood.
    private static let script = """
        import fcntl, os, pty, re, struct, sys, termios
        records, arguments = sys.argv[1], sys.argv[2:]
        pid, terminal = pty.fork()
        if pid == 0:
            while struct.unpack("HH", fcntl.ioctl(2, termios.TIOCGWINSZ, b"0000"))[1] != 60: pass
            if records != "tty": os.dup2(os.open(records, os.O_WRONLY), 1)
            os.execv(os.environ["SCANWATCH"], ["scanwatch", *arguments])
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
        data = b""
        try:
            while piece := os.read(terminal, 4096): data += piece
        except OSError: pass
        os.waitpid(pid, 0)
        screen, bars, longest = [""], 0, 0
        for token in re.findall(r"\\r|\\n|\\x1b\\[K|[^\\r\\n\\x1b]+", data.decode()):
            if token == "\\r": column = 0
            elif token == "\\n": screen.append(""); column = 0
            elif token.startswith("\\x1b"): screen[-1] = screen[-1][:column]
            else:
                bars += " found" in token and not token.startswith("scanwatch")
                longest = max(longest, len(token)) if " found" in token else longest
                screen[-1] = token + screen[-1][len(token):]
                column = len(token)
        print(bars > 0, longest < 60)
        print(re.sub(r" in [0-9.]+ s:", " in … s:", "\\n".join(screen)), end="")
        """

    private func replay(_ records: String, _ arguments: String) throws -> String {
        try Tool.run(
            "TERM=xterm /usr/bin/python3 -c '\(Self.script)' \(records) \(arguments)", in: Tool.package
        ).output
    }

    @Test func aBarIsShownAndLeavesNothing() throws {
        let shown = try replay("/dev/null", "-j1 --types all SampleImages/aztec SampleImages/none")
        #expect(shown.hasPrefix("True True\nscanwatch: "), "\(shown)")
        #expect(shown.contains(" pictures in … s: "), "\(shown)")
        #expect(!shown.contains(" left"), "\(shown)")
    }

    @Test func recordsOnTheTerminalTakeItsPlace() throws {
        let shown = try replay("tty", "-j1 --types all --effort fast --format text SampleImages/none")
        #expect(shown.hasPrefix("False True\n"), "\(shown)")
        let forced = try replay(
            "tty", "--progress bar -j1 --types all --format text SampleImages/qr SampleImages/none")
        let lines = forced.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "True True", "\(forced)")
        #expect(lines.dropFirst().dropLast().allSatisfy { $0.contains("\t") || $0.hasPrefix("scanwatch: ") })
        #expect(lines.count > 20, "\(forced)")
    }

    @Test func quietIsQuietOnATerminal() throws {
        #expect(try replay("/dev/null", "-q --types all SampleImages/none") == "False True\n")
    }
}
