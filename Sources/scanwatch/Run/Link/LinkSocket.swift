import Glibc
import MetadataOutput

/// A socket at a path, for this user alone.
struct LinkSocket: Sendable {
    /// Why there is none.
    struct Failure: Error {
        let message: String
    }

    let descriptor: Int32
    private let path: String
    private let inode: ino_t

    /// Makes the socket, in place of one that nobody serves any more.
    init(path: String) throws(Failure) {
        guard let address = sockaddr_un(path: path) else {
            throw Failure(message: "the path of --link is too long: \(path)")
        }
        try Self.removeStale(path, address)
        let descriptor = Self.makeDescriptor()
        guard descriptor >= 0 else { throw Self.failure("no socket for --link") }
        // The file gets the rights that the socket has before it has a name: there is no moment with others.
        guard fchmod(descriptor, 0o600) == 0, address.with({ bind(descriptor, $0, $1) }) == 0,
            listen(descriptor, 16) == 0
        else {
            defer { close(descriptor) }
            throw Self.failure("the socket \(path) cannot be made")
        }
        var status = stat()
        lstat(path, &status)
        (self.descriptor, self.path, inode) = (descriptor, path, status.st_ino)
    }

    /// Removes the file, if it is still this socket's.
    func remove() {
        var status = stat()
        if lstat(path, &status) == 0, status.st_ino == inode { unlink(path) }
    }

    /// Removes a socket that is left of a process which has died.
    private static func removeStale(_ path: String, _ address: sockaddr_un) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw Failure(message: "\(path) is there and is no socket; --link does not replace it")
        }
        // One that is served by somebody who stands still has no room for another client; that is not waited for.
        let probe = makeDescriptor(SOCK_NONBLOCK)
        defer { close(probe) }
        guard address.with({ connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED else {
            throw Failure(message: "\(path) is in use by another program")
        }
        unlink(path)
    }

    private static func makeDescriptor(_ flag: __socket_type = SOCK_CLOEXEC) -> Int32 {
        socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | flag.rawValue), 0)
    }

    private static func failure(_ what: String) -> Failure {
        Failure(message: "\(what): \(String(cString: strerror(errno)))")
    }
}

extension sockaddr_un {
    /// The address of a path; nil if it does not fit.
    init?(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isShort = withUnsafeMutableBytes(of: &sun_path) { room in
            guard bytes.count < room.count else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        if !isShort || bytes.isEmpty { return nil }
    }

    /// Calls `body` with the address as system calls want it.
    func with<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        withUnsafePointer(to: self) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
