/// Tells pictures from other files.
public protocol PictureRecognizer: Sendable {
    /// File name extensions of the formats it knows, lower case, without the dot.
    var fileExtensions: Set<String> { get }

    /// Whether a file that begins with these bytes (64 are enough) is of a format it knows.
    func recognises(prefix: [UInt8]) -> Bool
}

/// Tells the pictures of ``EncodedPictureFormat`` from other files.
public struct StandardPictureRecognizer: PictureRecognizer {
    /// Makes one.
    public init() {}

    /// The extensions of all formats.
    public var fileExtensions: Set<String> {
        EncodedPictureFormat.allCases.reduce(into: []) { $0.formUnion($1.fileExtensions) }
    }

    /// Whether it is one of the formats.
    public func recognises(prefix: [UInt8]) -> Bool { EncodedPictureFormat(prefix: prefix) != nil }
}
