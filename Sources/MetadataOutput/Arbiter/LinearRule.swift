/// What one reading of a linear symbol needs to stand alone; with less it waits for a second opinion.
///
/// Linear codes have weak check digits or none, so engines misread them in noise, in parts of other codes and in
/// text. The limits were measured on 2,707 pictures (`docs/plan.md`): looser ones add misreads faster than codes.
struct LinearRule: Sendable, Hashable {
    /// Characters below which it is no code, whoever agrees.
    var shortest = 1
    /// Characters from which one reading may stand alone.
    var length = 1
    /// Agreeing lines of ZXing in whole pictures.
    var lines = 2
    /// Agreeing lines of ZXing in a strip: a strip shows the same bars many times.
    var linesInStrip = 3
    /// zbar's quality in the plain picture.
    var quality: Int
    /// zbar's quality in a changed picture or a crop.
    var qualityElsewhere: Int
    /// zbar's quality in a strip.
    var qualityInStrip: Int
    /// Whether a reading of a changed or turned picture never stands alone.
    var needsPlainPicture = false

    /// The rule for a type.
    static func rule(for type: MetadataObjectType) -> LinearRule {
        switch type {
        // Half the digits, so half the protection.
        case .upce, .ean8:
            LinearRule(lines: 4, linesInStrip: 4, quality: 17, qualityElsewhere: 15, qualityInStrip: 15)
        // It reads pieces of itself, and has no check digit of its own.
        case .interleaved2of5, .itf14:
            LinearRule(
                shortest: 4, length: 8, quality: 10, qualityElsewhere: 10, qualityInStrip: 10,
                needsPlainPicture: true)
        case .code39, .code39Mod43, .code32, .pzn, .telepen:
            LinearRule(length: 3, quality: 4, qualityElsewhere: 4, qualityInStrip: 4)
        case .codabar:
            LinearRule(length: 4, quality: 4, qualityElsewhere: 4, qualityInStrip: 4)
        case .code93, .code128:
            LinearRule(quality: 4, qualityElsewhere: 4, qualityInStrip: 4)
        case .gs1DataBar, .gs1DataBarExpanded, .gs1DataBarLimited:
            LinearRule(quality: 10, qualityElsewhere: 10, qualityInStrip: 20)
        // Parity is all that guards it.
        case .dxFilmEdge:
            LinearRule(lines: 4, linesInStrip: 6, quality: 11, qualityElsewhere: 9, qualityInStrip: 9)
        default:
            LinearRule(quality: 11, qualityElsewhere: 9, qualityInStrip: 9)
        }
    }

    /// The rule where an accepted symbol is next to it or reaches into it: of a part of a symbol and what stands around it
    /// engines make another, most often a shorter one.
    var besideAnother: LinearRule {
        var rule = self
        rule.lines += 2
        rule.linesInStrip += 2
        rule.quality += 6
        rule.qualityElsewhere += 6
        rule.qualityInStrip += 6
        return rule
    }

    /// What one reading lacks to be enough; nil if it is.
    func shortfall(of reading: Reading, length characters: Int) -> Refusal.Shortfall? {
        let evidence = reading.evidence
        if characters < length { return .characters(length) }
        if needsPlainPicture, evidence.source == .rescue || evidence.isTurned { return .plainPicture }
        let isStrip = evidence.source == .strip
        if let lines = evidence.lines {
            let wanted = isStrip ? linesInStrip : self.lines
            return lines >= wanted ? nil : .lines(wanted)
        }
        let wanted =
            switch evidence.source {
            case .plain: quality
            case .strip: qualityInStrip
            case .rescue, .crop: qualityElsewhere
            }
        // An engine that tells nothing has no quality at all.
        return evidence.quality.map { $0 >= wanted } ?? false ? nil : .quality(wanted)
    }

    /// Whether readings that do not stand alone make up for it together: two engines, two passes of ZXing, or two
    /// of zbar if one is good (two weak ones of one picture repeat the same error).
    func standsTogether(_ sighting: Sighting) -> Bool {
        sighting.engines >= 2
            || sighting.hasPasses(2, of: .zxing)
            || (sighting.hasPasses(2, of: .zbar) && sighting.quality >= Self.qualityOfPair)
    }

    private static let qualityOfPair = 19
}
