import Glibc

/// What tells a file from the same file after a change, as far as one can tell without reading it.
public struct PictureVersion: Sendable, Hashable {
    /// Bytes.
    public var size: Int
    /// Nanoseconds since 1970.
    public var modificationTime: Int

    /// Makes a version.
    public init(size: Int, modificationTime: Int) {
        self.size = size
        self.modificationTime = modificationTime
    }

    /// Of what a path leads to now; nil of what is no file.
    init?(of path: [UInt8]) {
        var status = stat()
        guard !path.contains(0), path.withCString({ stat($0, &status) }) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        size = Int(status.st_size)
        // Some file systems have dates beyond what 64 bits of nanoseconds hold; wrapped around, two are as different.
        modificationTime = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
    }
}
