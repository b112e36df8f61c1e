import Glibc

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

    /// What a folder's entry says of itself; nil where the file system leaves that to `lstat`.
    init?(entryType: UInt8) {
        switch Int(entryType) {
        case Int(DT_UNKNOWN): return nil
        case Int(DT_REG): self = .file
        case Int(DT_DIR): self = .folder
        case Int(DT_LNK): self = .link
        default: self = .special
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
