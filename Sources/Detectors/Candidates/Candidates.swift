import Foundation

/// What was found in a picture beside what the engines read.
struct Candidates: Sendable {
    var codes: [QRCandidate]
    /// Finder patterns in no candidate.
    var loose: [FinderPattern]
    var bars: [BarRegion]

    /// What no accepted code explains.
    func unexplained(by places: [ExplainedPlace]) -> Candidates {
        Candidates(
            codes: codes.filter { !ExplainedPlace.explain($0, by: places) },
            loose: loose.filter { pattern in !places.contains { $0.contains(pattern.center) } },
            bars: bars.flatMap { ExplainedPlace.openParts(of: $0, beside: places) })
    }

    /// Whether a QR code is to be expected: three patterns that fit, or two that were seen well. Light patterns
    /// on dark are too common in pictures to count without timing patterns.
    var suggestQRCode: Bool {
        codes.contains(where: \.isWorthReading) || loose.count { !$0.isInverted && $0.rows >= 2 } >= 2
    }

    /// Whether a linear code is to be expected.
    var suggestLinearCode: Bool { !bars.isEmpty }
}
