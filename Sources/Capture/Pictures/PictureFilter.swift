import MetadataOutput

/// Which files in folders are inputs, and how deep folders are searched.
///
/// It says nothing of what is named by itself, on a command line or in a list: a file named by itself always is
/// an input, and a folder named by itself is always searched.
public struct PictureFilter: Sendable, Hashable {
    /// How deep folders are searched: 1 is a folder's own files. Nil, the default, is no limit.
    public var maximumDepth: Int?
    /// Only files with one of these extensions are inputs, and all of them, whatever they hold. Empty, the
    /// default: files with a picture's signature or a picture's extension.
    public var fileExtensions: [FileExtension]
    /// Files and folders that are left out, with all that is in them, and not counted; default none.
    public var excluded: [PathPattern]
    /// Whether links to folders are followed, but never into a folder that is being searched already; default no.
    public var followsLinks: Bool

    /// Makes a filter; without arguments it leaves nothing out.
    public init(
        maximumDepth: Int? = nil, fileExtensions: [FileExtension] = [], excluded: [PathPattern] = [],
        followsLinks: Bool = false
    ) {
        self.maximumDepth = maximumDepth
        self.fileExtensions = fileExtensions
        self.excluded = excluded
        self.followsLinks = followsLinks
    }

    /// Whether a file would be an input if a folder that is searched had it; what is left out is not looked at.
    package func asks(for path: [UInt8]) -> Bool {
        guard FileKind(of: path, followingLinks: true) == .file else { return false }
        let name = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
        return InputRule(recognizer: StandardPictureRecognizer(), filter: self).isAsked(name) {
            FileReader.prefix(of: path, count: InputRule.signatureLength)
        }
    }
}

/// The end of a file's name after a dot, without regard to case (of ASCII letters).
public struct FileExtension: Sendable, Hashable {
    /// The extension in lower case, with the dot.
    private let ending: [UInt8]

    /// Makes an extension of what a user wrote, with its dot or without: `jpg`, `.JPG`, `tar.gz`. Nil where nothing
    /// remains.
    public init?(_ text: [UInt8]) {
        let name = text.first == UInt8(ascii: ".") ? text.dropFirst() : text[...]
        guard !name.isEmpty else { return nil }
        ending = [UInt8(ascii: ".")] + name.map(\.asciiLowercased)
    }

    /// Whether a name has it; something must stand before the dot.
    func isOf(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        name.count > ending.count
            && name.suffix(ending.count).lazy.map(\.asciiLowercased).elementsEqual(ending)
    }
}

extension UInt8 {
    fileprivate var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
