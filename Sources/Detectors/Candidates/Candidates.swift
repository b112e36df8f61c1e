import Foundation
import MetadataOutput

/// Where an accepted code is, so that what was found there needs no further look.
struct ExplainedPlace: Sendable, Hashable {
    private let box: CGRect

    /// - Parameter box: The code's bounding box in pixels of the picture.
    init(type: MetadataObjectType, box: CGRect) {
        // A linear code is read along one line somewhere in its height, so its box says little.
        let margin =
            type.isLinearCode
            ? 0.45 * max(box.width, box.height) : max(4, 0.1 * max(box.width, box.height))
        self.box = box.insetBy(dx: -margin, dy: -margin)
    }

    init(_ reading: Reading) {
        self.init(type: reading.type, box: reading.boundingBox)
    }

    func contains(_ point: CGPoint) -> Bool { box.contains(point) }

    /// Whether the code accounts for a bar region: two codes side by side may be one region of twice the length.
    func accountsFor(_ region: BarRegion) -> Bool {
        contains(region.center) && region.length <= max(box.width, box.height)
    }
}

/// What was found in a picture beside what the engines read.
struct Candidates: Sendable {
    var codes: [QRCandidate]
    /// Finder patterns in no candidate.
    var loose: [FinderPattern]
    var bars: [BarRegion]

    /// What no accepted code explains.
    func unexplained(by places: [ExplainedPlace]) -> Candidates {
        func isOpen(_ point: CGPoint) -> Bool { !places.contains { $0.contains(point) } }
        return Candidates(
            codes: codes.filter { isOpen($0.center) }, loose: loose.filter { isOpen($0.center) },
            bars: bars.filter { bar in !places.contains { $0.accountsFor(bar) } })
    }

    /// Whether a QR code is to be expected: three patterns that fit, or two that were seen well. Light patterns
    /// on dark are too common in pictures to count.
    var suggestQRCode: Bool {
        codes.contains { !$0.isInverted } || loose.count { !$0.isInverted && $0.rows >= 2 } >= 2
    }

    /// Whether a linear code is to be expected.
    var suggestLinearCode: Bool { !bars.isEmpty }
}
