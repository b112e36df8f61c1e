import Glibc
import MetadataOutput

/// What a path leads to.
enum FileKind {
    case file, folder, link
    /// A pipe, socket or device.
    case special
    /// The system does not say: not there, not permitted.
    case unknown

    init(of path: [UInt8], followingLinks: Bool) {
        var status = stat()
        let result = path.withCString { followingLinks ? stat($0, &status) : lstat($0, &status) }
        // A path with a zero byte is none, though the system would look at what stands before it.
        guard result == 0, !path.contains(0) else {
            self = .unknown
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        default: self = .special
        }
    }
}

/// The names in a folder.
enum FolderListing {
    /// All names but hidden ones, in the system's order.
    static func visibleNames(in path: [UInt8]) throws(PayloadError) -> [[UInt8]] {
        guard let folder = path.withCString({ opendir($0) }) else { throw PayloadError(errno: errno) }
        defer { closedir(folder) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                guard errno == 0 else { throw PayloadError(errno: errno) }
                return names
            }
            let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.first != UInt8(ascii: ".") { names.append(name) }
        }
    }
}

extension [UInt8] {
    /// Calls `body` with these bytes as a C string; they end at the first zero byte, if there is one.
    func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
        (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            // swift-format-ignore: NeverForceUnwrap
            body(buffer.baseAddress!)  // never empty: the final zero
        }
    }
}
