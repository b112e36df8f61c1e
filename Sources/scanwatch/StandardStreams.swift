import Glibc
import MetadataOutput

/// The three standard descriptors, made safe to use.
enum StandardStreams {
    /// Call once, first of all.
    ///
    /// A descriptor that is closed would be given to the next file that is opened, and records or messages would
    /// be written into it. What is written to a standard output that is closed must still be an error: it is then one that
    /// cannot be written to. A reader that goes away must end the run by an error, not by a signal.
    static func prepare() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR)
        }
        _ = signal(SIGPIPE, SIG_IGN)
        // Beyond a limit on the size of files as well.
        _ = signal(SIGXFSZ, SIG_IGN)
        outputIsOnTerminal = isatty(STDOUT_FILENO) == 1
        messages = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    }

    /// Whether a person sees standard output as it is; ask before ``divertLibraryOutput()``.
    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Standard error as it was at the start; set before there is another thread.
    nonisolated(unsafe) private static var messages = STDERR_FILENO

    /// Standard error as it was at the start, for programs that are started.
    static var messageDescriptor: Int32 { messages }

    /// Whether standard output was a terminal at the start; set before there is another thread.
    nonisolated(unsafe) private(set) static var outputIsOnTerminal = false

    /// Whether standard error was a terminal at the start that can redraw a line.
    static var messagesAreOnTerminal: Bool {
        isatty(messages) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
    }

    /// Columns of that terminal now; 0 if it does not say.
    static var messageColumns: Int {
        var size = winsize()
        return ioctl(messages, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
    }

    /// From here on what libraries print on either stream goes nowhere: zbar complains of every DataBar it half
    /// sees, in words that are for its own developers. With `SCANWATCH_LIBRARY_OUTPUT` set in the environment it
    /// goes to standard error.
    static func divertLibraryOutput() {
        let wanted = getenv("SCANWATCH_LIBRARY_OUTPUT") != nil
        let target = wanted ? dup(STDERR_FILENO) : open("/dev/null", O_WRONLY)
        guard target >= 0 else { return }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] { dup2(target, descriptor) }
        close(target)
    }

    /// Writes a line for a person to standard error; control characters, which names of files may hold, show as
    /// question marks.
    static func complain(_ message: String) {
        var text = String.UnicodeScalarView()
        text.append(
            contentsOf: message.unicodeScalars.map { $0.breaksOrSteersLines ? "?" : $0 })
        StatusLine.writeAbove("scanwatch: \(String(text))\n")
    }

    /// Writes to standard error as it was at the start, as it stands.
    static func writeMessage(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(messages, bytes, bytes.count)
    }
}
