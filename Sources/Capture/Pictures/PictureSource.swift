/// Where a picture comes from, as it was named.
public enum PictureSource: Sendable, Hashable, CustomStringConvertible {
    /// One picture on standard input; its name is `-`.
    case standardInput
    /// A file, or a folder that could not be listed: its path in the file system's own bytes, which need not be
    /// UTF-8.
    case file([UInt8])
    /// A picture in an archive: the archive's name, a slash, and its path there.
    case member([UInt8])

    /// Makes a source of what a user wrote: `-` is standard input, everything else a path.
    public init(argument: [UInt8]) {
        self = argument == Array("-".utf8) ? .standardInput : .file(argument)
    }

    /// The name in bytes, as it was written.
    public var bytes: [UInt8] {
        switch self {
        case .standardInput: Array("-".utf8)
        case .file(let path), .member(let path): path
        }
    }

    /// Whether it is a folder, or a link to one, at this moment.
    public var isFolder: Bool {
        guard case .file(let path) = self else { return false }
        return FileKind(of: path, followingLinks: true) == .folder
    }

    /// The name for people; bytes that are not UTF-8 show as U+FFFD.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
