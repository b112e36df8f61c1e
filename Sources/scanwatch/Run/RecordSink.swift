import Glibc

/// Standard output, kept for records alone.
///
/// Libraries print to standard output too; from the time there is a sink that is diverted.
struct RecordSink: ~Copyable {
    private let output: OutputDescriptor
    /// Whether messages may be on the same screen.
    private let isTerminal: Bool

    /// Takes standard output over.
    init() throws(OutputFailure) {
        isTerminal = isatty(STDOUT_FILENO) == 1
        output = try OutputDescriptor(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3))
        StandardStreams.divertLibraryOutput()
    }

    /// Writes whole lines at once, so that a reader sees each record when it is done.
    func write(_ lines: [UInt8]) throws(OutputFailure) {
        guard isTerminal else { return try output.write(lines) }
        try StatusLine.withLineCleared { () throws(OutputFailure) in try output.write(lines) }
    }
}
