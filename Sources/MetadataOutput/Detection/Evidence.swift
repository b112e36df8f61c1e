/// What speaks for a reading; the arbiter weighs it.
public struct Evidence: Sendable, Hashable {
    /// What kind of pixels the reading comes from; the stricter rules hold where pixels were changed or cut out.
    public enum Source: String, Sendable, Hashable {
        /// The whole picture, at most shrunk.
        case plain
        /// The whole picture after a change (contrast, inversion, turning, blurring).
        case rescue
        /// A crop around a candidate for a matrix code, or a tile.
        case crop
        /// A straightened strip of a bar region.
        case strip
    }

    /// What the pixels are.
    public var source: Source
    /// Independent scan lines that agree (ZXing), at least 1; nil where the engine does not count them.
    public var lines: Int?
    /// zbar's quality: a count of agreeing scans; nil for other engines.
    public var quality: Int?
    /// The share of a matrix symbol's error correction that was not needed, 0…1, in the worst of its blocks: 1 where no
    /// codeword was wrong, 0 where one more would have been too many (ISO/IEC 15415:2024, 7.5.9); nil of linear
    /// symbols and where the engine does not tell.
    public var unusedErrorCorrection: Double?
    /// A detector's own score, unbounded (HOG margin) or 0…1 (YuNet); nil for codes.
    public var score: Double?
    /// Of a face what each of those says that its detector asked, in the order in which they are told; empty for codes.
    public var opinions: [FaceOpinion]
    /// Whether the picture was turned by an angle that is no multiple of 90° for this reading.
    public var isTurned: Bool

    /// How well the bars of its text match the picture; nil where that was not examined: of matrix codes, GS1 DataBar Expanded and
    /// Limited and DX film edge, and of symbols whose bars may be others than are looked for.
    public var proof: LinearProof?

    /// Makes evidence.
    public init(
        source: Source, lines: Int? = nil, quality: Int? = nil, unusedErrorCorrection: Double? = nil,
        score: Double? = nil, opinions: [FaceOpinion] = [], isTurned: Bool = false,
        proof: LinearProof? = nil
    ) {
        self.source = source
        self.lines = lines
        self.quality = quality
        self.unusedErrorCorrection = unusedErrorCorrection
        self.score = score
        self.opinions = opinions
        self.isTurned = isTurned
        self.proof = proof
    }
}
