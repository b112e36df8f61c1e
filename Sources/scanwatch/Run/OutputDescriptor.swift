import Glibc

/// A descriptor that is written to; closed at the end of its life.
struct OutputDescriptor: ~Copyable {
    let number: Int32

    /// Owns what a call of the system returned.
    ///
    /// - Throws: the system's words if that is no descriptor.
    init(_ number: Int32) throws(OutputFailure) {
        guard number >= 0 else { throw .ofSystem() }
        self.number = number
    }

    deinit { close(number) }

    /// Standard output, kept also when it is diverted.
    static func ofStandardOutput() throws(OutputFailure) -> OutputDescriptor {
        try OutputDescriptor(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3))
    }

    /// Writes all of it, or nothing where that can be had: of a file that had no room for all, the part that it had room for is
    /// taken back, or the next run's first line would be behind half a one.
    func write(_ bytes: [UInt8]) throws(OutputFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            switch (count, errno) {
            case (0..., _): rest = rest.dropFirst(count)
            case (_, EINTR): continue
            // Whoever made the pipe may have made it non-blocking, as some language runtimes do.
            case (_, EAGAIN): waitForRoom()
            case (_, EPIPE): throw .closedPipe
            case (_, let failure):
                takeBack(bytes.count - rest.count)
                errno = failure
                throw .ofSystem()
            }
        }
    }

    private func takeBack(_ count: Int) {
        var status = stat()
        guard count > 0, fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let end = lseek(number, 0, SEEK_CUR)
        // Not what somebody else has written behind it.
        guard end == status.st_size, end >= count, ftruncate(number, end - count) == 0 else { return }
        lseek(number, end - count, SEEK_SET)
    }

    /// Asks whether all could be written: file systems of other machines say only at the end that they have no room.
    func settle() throws(OutputFailure) {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard copy < 0 || close(copy) == 0 else { throw .ofSystem() }
    }

    /// Waits until what was written is on the disk.
    func sync() throws(OutputFailure) {
        guard fdatasync(number) == 0 else { throw .ofSystem() }
    }

    /// Cuts off all but the first bytes.
    func cut(to size: Int) throws(OutputFailure) {
        guard ftruncate(number, size) == 0 else { throw .ofSystem() }
    }

    /// Keeps everybody else who does the same away, until the end of its life.
    ///
    /// - Returns: Whether nobody had. File systems that know no locks give everybody one.
    func lock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }

    private func waitForRoom() {
        var wanted = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, -1)
    }
}

extension OutputFailure {
    /// What the system said last.
    static func ofSystem() -> OutputFailure { .system(String(cString: strerror(errno))) }

    /// The same, with the name of what it is about.
    func about(_ name: [UInt8]) -> OutputFailure {
        guard case .system(let message) = self else { return self }
        return .system("\(String(decoding: name, as: UTF8.self)): \(message)")
    }
}
