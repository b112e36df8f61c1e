public import Glibc

/// A unix stream socket at a path, which listens.
public struct ListeningSocket: Sendable {
    /// Why there is none.
    public struct Failure: Error {
        /// In words.
        public let message: String
    }

    /// The socket; its owner closes it.
    public let descriptor: Int32
    private let path: String
    private let inode: ino_t

    /// Makes the socket, in place of one that nobody serves any more.
    ///
    /// - Parameters:
    ///   - path: Where.
    ///   - mode: The file's rights, default its user's alone.
    /// - Throws: ``Failure`` if there is a file of another kind or a socket that somebody serves, the path is longer than such
    ///   addresses are (unix(7)), or the folder takes none.
    public init(path: String, mode: mode_t = 0o600) throws(Failure) {
        guard let address = sockaddr_un(path: path) else {
            throw Failure(message: "a socket's path cannot be so long: \(path)")
        }
        try Self.removeStale(path, address)
        let descriptor = Self.makeDescriptor()
        guard descriptor >= 0 else { throw Self.failure("there is no socket to be had") }
        // The file gets the rights that the socket has before it has a name: there is no moment with others, but fewer
        // while the umask leaves some out.
        guard fchmod(descriptor, mode) == 0, unsafe address.with({ unsafe bind(descriptor, $0, $1) }) == 0,
            unsafe chmod(path, mode) == 0, listen(descriptor, 64) == 0
        else {
            defer { close(descriptor) }
            throw Self.failure("the socket \(path) cannot be made")
        }
        var status = stat()
        unsafe lstat(path, &status)
        (self.descriptor, self.path, inode) = (descriptor, path, status.st_ino)
    }

    /// What is at a socket's path.
    public enum Place: Sendable, Hashable {
        /// The socket's file.
        case itself
        /// Nothing: somebody has removed it, and nobody can connect any more.
        case nothing
        /// A file that somebody else has put there.
        case another
    }

    /// What is at its path now.
    public var place: Place {
        var status = stat()
        // Nobody gets this inode as long as the socket is open.
        return unsafe lstat(path, &status) != 0 ? .nothing : status.st_ino == inode ? .itself : .another
    }

    /// Removes the file, if it is still this socket's.
    public func remove() {
        if place == .itself { unsafe unlink(path) }
    }

    /// Removes a socket that is left of a process which has ended.
    ///
    /// - Throws: ``Failure`` if there is a file of another kind, or a socket that somebody serves.
    public static func removeStale(_ path: String) throws(Failure) {
        if let address = sockaddr_un(path: path) { try removeStale(path, address) }
    }

    private static func removeStale(_ path: String, _ address: sockaddr_un) throws(Failure) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw Failure(message: "\(path) is there and is no socket; it is not replaced")
        }
        // One that is served by somebody who stands still has no room for another client; that is not waited for.
        let probe = makeDescriptor(SOCK_NONBLOCK)
        defer { close(probe) }
        guard unsafe address.with({ unsafe connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED else {
            throw Failure(message: "\(path) is in use by another program")
        }
        unsafe unlink(path)
    }

    private static func makeDescriptor(_ flag: __socket_type = SOCK_CLOEXEC) -> Int32 {
        socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | flag.rawValue), 0)
    }

    private static func failure(_ what: String) -> Failure {
        Failure(message: unsafe "\(what): \(String(cString: strerror(errno)))")
    }
}

extension sockaddr_un {
    /// The address of a path; nil if it does not fit.
    package init?(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isShort = unsafe withUnsafeMutableBytes(of: &sun_path) { room in
            guard bytes.count < room.count else { return false }
            unsafe room.copyBytes(from: bytes)
            return true
        }
        if !isShort || bytes.isEmpty { return nil }
    }

    /// Calls `body` with the address as system calls want it.
    package func with<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        unsafe withUnsafePointer(to: self) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
