package import Glibc

/// What tells a file or a folder from every other, whatever path leads to it.
package struct FileIdentity: Sendable, Hashable {
    private let device: UInt
    private let inode: UInt

    package init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }

    /// Of what a path leads to; nil if there is nothing.
    package init?(of path: [UInt8]) {
        var status = stat()
        // A path with a zero byte is none, though the system would look at what stands before it.
        guard !path.contains(0), path.withCString({ stat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }
}
