extension LinearRule {
    /// The rule for a type.
    static func rule(for type: MetadataObjectType) -> LinearRule {
        switch type {
        // Half the digits, so half the protection; and half an EAN-13 looks like UPC-E.
        case .upce, .ean8:
            LinearRule(
                lines: 6, linesInStrip: 6, quality: 17, qualityElsewhere: 15, qualityInStrip: 15,
                mostResidue: 0.18, mostSeam: 3.2, mostSeamAlone: 2.3, mostEdgeSeam: edgeSeamOfTwo,
                mostInk: 0.8,
                darkestQuietZone: 0.6,
                leastMargin: 0.05, leastMarginTogether: -0.05, mustBeExplained: true,
                clearProofIsEnough: false)
        // It reads pieces of itself, and has no check digit of its own.
        case .interleaved2of5, .itf14:
            LinearRule(
                shortest: 4, length: 8, quality: 10, qualityElsewhere: 10, qualityInStrip: 10,
                needsPlainPicture: true, mostResidue: 0.16, worstPart: 0.4, readsPiecesOfItself: true,
                mostSeam: 4.5, mostEdgeSeam: type == .itf14 ? .infinity : edgeSeamOfTwo,
                mostEdgeSeamAlone: type == .itf14 ? edgeSeamOfTwo : edgeSeamOfMost,
                mostEdgeSeamOfStrips: type == .itf14 ? .infinity : edgeSeamOfMost,
                mostEdgeSeamOfShort: edgeSeamOfClear,
                mostEdgeSeamOfFewLines: type == .itf14 ? nil : edgeSeamOfClear,
                mostInk: type == .itf14 ? 1.7 : 0.4, darkestQuietZone: 0.3,
                leastMargin: 0.05, clearProofIsEnough: false)
        case .code39, .code39Mod43, .code32, .pzn:
            LinearRule(
                length: 4, quality: 4, qualityElsewhere: 4, qualityInStrip: 4, mostResidue: 0.2,
                mostSeam: 2, mostEdgeSeam: edgeSeamOfTwo, mostEdgeSeamOfStrips: edgeSeamOfMost,
                mostEdgeSeamOfShort: edgeSeamOfMost, leastMargin: 0.05, leastMarginTogether: 0.05)
        // A stop character may be the beginning of another one that is cut off.
        case .codabar:
            LinearRule(
                length: 4, quality: 4, qualityElsewhere: 4, qualityInStrip: 4, mostResidue: 0.2, mostSeam: 2,
                mostEdgeSeam: edgeSeamOfTwo, mostEdgeSeamOfStrips: edgeSeamOfMost,
                mostEdgeSeamOfShort: edgeSeamOfMost, mostEdgeSeamOfFewLines: edgeSeamOfClear,
                darkestQuietZone: 0.3, leastMargin: 0.05, leastMarginTogether: 0.05)
        case .telepen:
            LinearRule(length: 3, quality: 4, qualityElsewhere: 4, qualityInStrip: 4, isProvedMostly: true)
        case .code93:
            LinearRule(quality: 4, qualityElsewhere: 4, qualityInStrip: 4)
        case .code128:
            LinearRule(
                length: 2, quality: 4, qualityElsewhere: 4, qualityInStrip: 4, isProvedMostly: true)
        // Engines put characters of several lines together until the check is right, one time in 79 or 211 by chance.
        case .gs1DataBar:
            LinearRule(
                quality: 10, qualityElsewhere: 10, qualityInStrip: 20, leastMargin: 0,
                leastMarginTogether: -0.1, isProvedMostly: true, zbarNeedsProof: true)
        // No proof is made of what is stacked, of which engines read each row in many lines.
        case .gs1DataBarExpanded:
            LinearRule(
                lines: 6, linesInStrip: 7, quality: 16, qualityElsewhere: 16, qualityInStrip: 20,
                leastMargin: 0, leastMarginTogether: -0.1, zbarNeedsProof: true)
        // Its characters are of 26 modules, so that a seam is in one of them.
        case .gs1DataBarLimited:
            LinearRule(
                lines: 4, linesInStrip: 5, quality: 16, qualityElsewhere: 16, qualityInStrip: 20,
                mostResidue: 0.2, darkestQuietZone: 0.6, leastMargin: 0, isProvedMostly: true)
        // Parity is all that guards it.
        case .dxFilmEdge:
            LinearRule(lines: 4, linesInStrip: 6, quality: 11, qualityElsewhere: 9, qualityInStrip: 9)
        default:
            LinearRule(
                quality: 11, qualityElsewhere: 9, qualityInStrip: 9, leastMargin: 0.05,
                leastMarginTogether: -0.1)
        }
    }

    /// Where nothing guards a symbol, most that speaks for a seam of nearly all that are one, of most and of those that are clear. Its
    /// check digit guards an ITF-14, nine times in ten.
    static let (edgeSeamOfTwo, edgeSeamOfMost, edgeSeamOfClear) = (4.3, 2.7, 2.0)
}
