package import Glibc

/// What tells a file or a folder from every other, whatever path leads to it.
package struct FileIdentity: Sendable, Hashable {
    private let device: UInt
    private let inode: UInt

    package init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }

    /// Whether a name in a folder is still that of a file; names go to others at any time.
    ///
    /// - Parameters:
    ///   - name: A path.
    ///   - descriptor: Of the file.
    ///   - folder: The descriptor of the folder that the path begins in.
    ///   - followsLinks: Whether a link to the file counts, default false.
    package static func isName(
        _ name: UnsafePointer<CChar>, of descriptor: Int32, in folder: Int32, followsLinks: Bool = false
    ) -> Bool {
        var (named, opened) = (stat(), stat())
        return fstatat(folder, name, &named, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0
            && fstat(descriptor, &opened) == 0 && Self(named) == Self(opened)
    }

    /// Of what a path leads to; nil if there is nothing.
    package init?(of path: [UInt8]) {
        var status = stat()
        // A path with a zero byte is none, though the system would look at what stands before it.
        guard !path.contains(0), path.withCString({ stat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }
}
