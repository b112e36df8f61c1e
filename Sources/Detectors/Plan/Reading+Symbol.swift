import MetadataOutput

extension Reading {
    /// What an engine read in a view, in pixels of the picture. Corners that go one way round in a mirror go the other way round in
    /// the picture, as the contract has it of mirrored symbols.
    init(
        _ symbol: Symbol, in view: View, engine: Engine, step: String, evidence: Evidence,
        isInverted: Bool = false, isMirrored: Bool = false
    ) {
        var content = symbol.content
        if isMirrored { content.isMirrored.toggle() }
        if content.isDecoded {
            content.isInverted = (content.isInverted ?? false) != isInverted
        }
        var evidence = evidence
        evidence.lines = symbol.lines
        evidence.quality = symbol.quality
        evidence.unusedErrorCorrection = symbol.unusedErrorCorrection
        self.init(
            type: symbol.type, corners: symbol.corners.map { view.toPicture($0) }, content: .code(content),
            engine: engine, step: step, evidence: evidence)
    }

    /// The bytes of a code.
    fileprivate var bytes: [UInt8]? {
        if case .code(let content) = content { content.bytes } else { nil }
    }

    /// Whether it is a code that was decoded.
    var isDecoded: Bool {
        if case .code(let content) = content { content.isDecoded } else { false }
    }
}

extension Judgement {
    /// Whether it refuses what cannot be, and another reading is the same.
    func isError(like other: Reading) -> Bool {
        decision == .refused(.implausible) && reading.type == other.type && reading.bytes == other.bytes
            && reading.isAtPlace(of: other)
    }
}
