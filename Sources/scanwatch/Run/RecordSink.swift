import Glibc

/// Standard output, kept for records alone.
///
/// Libraries print to standard output too; from the time there is a sink that is diverted.
struct RecordSink: ~Copyable {
    private let descriptor: Int32
    /// Whether messages may be on the same screen.
    private let isTerminal: Bool

    /// Takes standard output over.
    init() throws(OutputFailure) {
        let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard output >= 0 else { throw .system(String(cString: strerror(errno))) }
        descriptor = output
        isTerminal = isatty(output) == 1
        StandardStreams.divertLibraryOutput()
    }

    deinit { close(descriptor) }

    /// Writes whole lines at once, so that a reader sees each record when it is done.
    func write(_ lines: [UInt8]) throws(OutputFailure) {
        guard isTerminal else { return try writeAll(lines) }
        try StatusLine.withLineCleared { () throws(OutputFailure) in try writeAll(lines) }
    }

    private func writeAll(_ lines: [UInt8]) throws(OutputFailure) {
        var rest = lines[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            switch (count, errno) {
            case (0..., _): rest = rest.dropFirst(count)
            case (_, EINTR): continue
            // Whoever made the pipe may have made it non-blocking, as some language runtimes do.
            case (_, EAGAIN): waitForRoom()
            case (_, EPIPE): throw .closedPipe
            case (_, let number): throw .system(String(cString: strerror(number)))
            }
        }
    }

    private func waitForRoom() {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, -1)
    }
}
