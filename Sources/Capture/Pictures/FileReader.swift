import Glibc
import MetadataOutput

/// Reads files as somebody's bytes: no text, no mapping that a shorter file could turn into a bus error.
enum FileReader {
    /// A file's or pipe's contents.
    ///
    /// - Parameters:
    ///   - path: In the file system's own bytes.
    ///   - limit: Most bytes; a file is judged by its size before anything is read.
    ///   - patience: How long a named pipe may have no writer: one that lies there by chance must not hold a run.
    static func contents(
        of path: [UInt8], limit: Int, patience: Duration = .seconds(10)
    ) throws(PayloadError) -> [UInt8] {
        // Without O_NONBLOCK a pipe that nobody opens for writing would hold the run for ever; reads of one that has a
        // writer must wait again, so it is taken off below.
        let file = try OpenFile(path: path, flags: O_RDONLY | O_NONBLOCK)
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { throw PayloadError(errno: errno) }
        var start: [UInt8] = []
        if status.st_mode & S_IFMT == S_IFIFO {
            start = try firstBytes(of: file.descriptor, within: patience)
            _ = fcntl(file.descriptor, F_SETFL, 0)
        } else {
            try checkKind(status)
        }
        guard status.st_size <= limit else { throw overLimit(limit, size: Int(status.st_size)) }
        return try read(file.descriptor, limit: limit, expected: Int(status.st_size), after: start)
    }

    /// Throws unless a path leads to a file that can be read, and sought in, and has bytes.
    static func checkFile(_ path: [UInt8]) throws(PayloadError) {
        let file = try OpenFile(path: path, flags: O_RDONLY | O_NONBLOCK)
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { throw PayloadError(errno: errno) }
        try checkKind(status)
        guard status.st_size > 0 else { throw PayloadError(.empty, "it is empty") }
    }

    private static func checkKind(_ status: stat) throws(PayloadError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw PayloadError(.unreadable, "it is a folder")
        case S_IFIFO: throw PayloadError(.unreadable, "it is a pipe, not a file")
        case S_IFSOCK: throw PayloadError(.unreadable, "it is a socket, not a file")
        default: throw PayloadError(.unreadable, "it is a device, not a file")
        }
    }

    /// Waits until somebody has opened a named pipe for writing, and returns what there is then; nothing if he still writes.
    private static func firstBytes(
        of descriptor: Int32, within patience: Duration
    ) throws(PayloadError) -> [UInt8] {
        let end = ContinuousClock.now + patience
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 { return [] }
            if count > 0 { return Array(chunk[..<count]) }
            // Not one that has come and gone meanwhile.
            guard wanted.revents & Int16(POLLHUP) == 0 else { throw PayloadError(.empty, "it is empty") }
            guard ContinuousClock.now < end else {
                throw PayloadError(.empty, "nobody has written to the pipe within \(patience)")
            }
            poll(&wanted, 1, 20)
        }
    }

    /// All of standard input.
    static func standardInput(limit: Int) throws(PayloadError) -> [UInt8] {
        try read(STDIN_FILENO, limit: limit, expected: 0)
    }

    /// The first bytes of a file, or nil if they cannot be read.
    static func prefix(of path: [UInt8], count: Int) -> [UInt8]? {
        guard let file = try? OpenFile(path: path, flags: O_RDONLY | O_NONBLOCK) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = Glibc.read(file.descriptor, &bytes, count)
        return got < 0 ? nil : Array(bytes.prefix(got))
    }

    private static func read(
        _ descriptor: Int32, limit: Int, expected: Int, after start: [UInt8] = []
    ) throws(PayloadError) -> [UInt8] {
        guard start.count <= limit else { throw overLimit(limit, size: nil) }
        var bytes = start
        bytes.reserveCapacity(expected)
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = try readSome(from: descriptor, into: &chunk)
            if count == 0 { break }
            guard bytes.count + count <= limit else { throw overLimit(limit, size: nil) }
            bytes.append(contentsOf: chunk[..<count])
        }
        guard !bytes.isEmpty else { throw PayloadError(.empty, "it is empty") }
        return bytes
    }

    /// Reads what there is, at most as much as `chunk` holds, into its beginning, and waits for some.
    ///
    /// - Returns: How many bytes; 0 at the end.
    static func readSome(from descriptor: Int32, into chunk: inout [UInt8]) throws(PayloadError) -> Int {
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            switch (count, errno) {
            case (0..., _): return count
            case (_, EINTR): continue
            case (_, EAGAIN):
                // Standard input that its owner made non-blocking.
                var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&wanted, 1, -1)
            case (_, let number): throw PayloadError(errno: number)
            }
        }
    }

    /// The error of a picture that is too large; its size, if that is known.
    static func overLimit(_ limit: Int, size: Int?) -> PayloadError {
        PayloadError(
            .overLimit, "\(size.map { "\($0) bytes exceed" } ?? "it exceeds") the limit of \(limit) bytes")
    }
}

/// A file open for reading; closed at the end of its life.
struct OpenFile: ~Copyable {
    let descriptor: Int32

    init(path: [UInt8], flags: Int32) throws(PayloadError) {
        guard !path.contains(0) else { throw PayloadError(.notFound, "a path cannot hold a zero byte") }
        let number = path.withCString { open($0, flags | O_CLOEXEC) }
        guard number >= 0 else { throw PayloadError(errno: errno) }
        descriptor = number
    }

    /// The same file under a number of its own.
    init(duplicating other: Int32) throws(PayloadError) {
        let number = fcntl(other, F_DUPFD_CLOEXEC, 3)
        guard number >= 0 else { throw PayloadError(errno: errno) }
        descriptor = number
    }

    /// What a user named, to be read from its beginning to its end; of a pipe, waits until somebody writes to it.
    static func named(_ source: PictureSource) throws(PayloadError) -> OpenFile {
        guard case .file(let path) = source else { return try OpenFile(duplicating: STDIN_FILENO) }
        let file = try OpenFile(path: path, flags: O_RDONLY)
        guard FileKind(of: path, followingLinks: true) != .folder else {
            throw PayloadError(.unreadable, "it is a folder")
        }
        return file
    }

    deinit { close(descriptor) }
}
