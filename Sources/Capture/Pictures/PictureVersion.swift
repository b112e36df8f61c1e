import Glibc

/// What tells an input from the same input after a change, as far as one can tell without reading it.
public enum PictureVersion: Sendable, Hashable, CustomStringConvertible {
    /// A file that can be read, or a member of an archive: its size in bytes, and when it was changed last, in
    /// nanoseconds since 1970.
    case file(size: Int, modificationTime: Int)
    /// What cannot be read, and the system's reason.
    case unreadable(errno: Int32)

    /// Of what a path leads to now; nil where nothing tells what would be read: a pipe, a device, a folder.
    init?(of path: [UInt8]) {
        guard !path.contains(0) else {
            self = .unreadable(errno: ENOENT)
            return
        }
        var status = stat()
        // Permissions can change without the file.
        guard path.withCString({ stat($0, &status) }) == 0,
            path.withCString({ faccessat(AT_FDCWD, $0, R_OK, AT_EACCESS) }) == 0
        else {
            self = .unreadable(errno: errno)
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        // Some file systems have dates beyond what 64 bits of nanoseconds hold; wrapped around, two are as different.
        self = .file(
            size: Int(status.st_size),
            modificationTime: status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec)
    }

    /// The version in words, which no other version has.
    public var description: String {
        switch self {
        case .file(let size, let modificationTime): "\(size)@\(modificationTime)"
        case .unreadable(let number): "errno \(number)"
        }
    }
}
