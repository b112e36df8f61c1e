import Foundation

extension Reading {
    /// Whether two readings are of one symbol by where they are, whatever they say.
    package func isAtPlace(of other: Reading) -> Bool { Place(of: self).isShared(with: Place(of: other)) }
}

/// Where a code is, for the question whether two readings are of one symbol.
struct Place: Sendable, Hashable {
    let box: CGRect
    let center: CGPoint
    /// The box and its margin: a centre in it counts as the symbol's own.
    let reach: CGRect
    private let isQRCode: Bool
    /// The box and a part of its margin: a symbol's quiet zone.
    private let surroundings: CGRect
    /// The bars of a linear code: of leaning codes beside each other the upright boxes overlap.
    private let bars: OrientedBox?
    /// What these bars say, where they say it clearly.
    private let clearText: [UInt8]?

    /// - Parameters:
    ///   - type: A linear type's boxes differ more from engine to engine: each sees other scan lines.
    ///   - box: In pixels.
    ///   - bars: A linear symbol's own box; nil if only the upright one counts.
    ///   - clearText: What they say, if a proof is clear.
    init(
        of type: MetadataObjectType, box: CGRect, bars: OrientedBox? = nil, clearText: [UInt8]? = nil
    ) {
        self.box = box
        self.bars = bars
        self.clearText = clearText
        isQRCode = type == .qr
        center = CGPoint(x: box.midX, y: box.midY)
        let margin = Self.margin(type.isLinearCode ? Self.linearShare : 0.1, of: box.width, box.height)
        reach = box.insetBy(dx: -margin, dy: -margin)
        surroundings = box.insetBy(dx: -margin / 2, dy: -margin / 2)
    }

    init(of reading: Reading) {
        self.init(
            of: reading.type, box: reading.boundingBox,
            bars: reading.type.isLinearCode ? OrientedBox(corners: reading.corners) : nil,
            clearText: reading.clearText)
    }

    private static let linearShare = 0.15
    /// Side of the largest QR code that another one can have in its middle, as a share of its own: at the highest level 30 % of the
    /// codewords may be wrong, and not all errors lie there (ISO/IEC 18004, 7.5.1).
    private static let nestedShare = 0.5

    private static func margin(_ share: Double, of width: Double, _ height: Double) -> Double {
        max(4, share * max(width, height))
    }

    /// Whether it is anywhere: an engine that could not compute a corner may give what is no number.
    var exists: Bool { [center.x, center.y, reach.width, reach.height].allSatisfy(\.isFinite) }

    /// Whether one of the two holds the other's centre. Bars that clearly say two things are two symbols', however close their rows
    /// are, unless one lies in the other. A small QR code in the middle of a large one is one of its own.
    func isShared(with other: Place) -> Bool {
        if let clearText, let text = other.clearText, text != clearText, let bars, let others = other.bars,
            !bars.contains(other.center, margin: 0), !others.contains(center, margin: 0)
        {
            return false
        }
        if isNested(in: other) || other.isNested(in: self) { return false }
        return holds(other.center) || other.holds(center)
    }

    private func isNested(in other: Place) -> Bool {
        isQRCode && other.isQRCode && other.box.contains(box)
            && max(box.width, box.height) <= Self.nestedShare * min(other.box.width, other.box.height)
    }

    private func holds(_ point: CGPoint) -> Bool {
        guard reach.contains(point) else { return false }
        guard let bars else { return true }
        return bars.contains(point, margin: Self.margin(Self.linearShare, of: bars.width, bars.height))
    }

    /// Whether the boxes and a part of their margins meet: two symbols keep a quiet zone between them.
    func touches(_ other: Place) -> Bool { surroundings.intersects(other.surroundings) }

    /// Whether the other's centre lies in the box itself.
    func covers(_ other: Place) -> Bool { box.contains(other.center) }
}

extension Reading {
    /// The bytes of a code whose bars say them clearly.
    fileprivate var clearText: [UInt8]? {
        guard case .code(let content) = content, evidence.proof?.isClear ?? false else { return nil }
        return content.bytes
    }
}
