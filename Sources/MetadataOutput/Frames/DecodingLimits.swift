/// How much a picture may cost before it is refused; all is judged from its header.
public struct DecodingLimits: Sendable, Hashable {
    /// Longest side of a picture, in pixels: a search takes many times the memory of a line, and no camera or scanner has longer
    /// ones.
    public static let longestSide = 1_000_000
    /// Most pixels of a picture, default 50 million.
    public var pixels: Int
    /// Most bytes of an encoded picture, default 100 MB (100 × 10⁶).
    public var fileBytes: Int
    /// Most memory that decoding may take by estimate, in bytes, default 512 MB (512 × 10⁶).
    public var memoryBytes: Int

    /// The limits used when nothing else is said.
    public static let standard = DecodingLimits()

    /// Makes limits; each has the default given at its property.
    public init(pixels: Int = 50_000_000, fileBytes: Int = 100_000_000, memoryBytes: Int = 512_000_000) {
        self.pixels = pixels
        self.fileBytes = fileBytes
        self.memoryBytes = memoryBytes
    }
}
