import Glibc

/// The terminal that standard output may be.
enum Terminal {
    /// How many characters a line has: what `COLUMNS` says, else what the terminal says, else 80.
    static var columns: Int {
        if let columns = getenv("COLUMNS").flatMap({ Int(String(cString: $0)) }), columns > 0 {
            return columns
        }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// What ArgumentParser can put its help into.
    private static let least = 30

    /// Has `COLUMNS` say no number that ArgumentParser cannot put its help into: of fewer columns it prints none, or traps.
    static func widen() {
        guard let columns = getenv("COLUMNS").flatMap({ Int(String(cString: $0)) }), columns < least else {
            return
        }
        if columns > 0 { setenv("COLUMNS", String(least), 1) } else { unsetenv("COLUMNS") }
    }
}
