import Glibc

/// Standard output, kept for records alone.
///
/// Libraries print to standard output too; from the time there is a sink that is diverted.
struct RecordSink: ~Copyable {
    private let output: OutputDescriptor

    /// Takes standard output over.
    init() throws(OutputFailure) {
        output = try OutputDescriptor(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3))
        StandardStreams.divertLibraryOutput()
    }

    /// Writes whole lines at once, so that a reader sees each record when it is done.
    func write(_ lines: [UInt8]) throws(OutputFailure) {
        try output.write(lines)
    }
}
