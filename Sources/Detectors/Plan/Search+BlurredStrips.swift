import Foundation
import MetadataOutput

extension Search {
    /// Most strips whose bars are restored, a few milliseconds each.
    private static let mostRestored = 4
    /// One direction, since strips are upright, and one size, since they are drawn for it.
    private static let restoredStrip = ZXing.Options(
        tryRotate: false, tryDownscale: false, minLineCount: 3)

    /// ZXing on strips of bar regions that no accepted code explains, drawn without the blur they have: first in light, with the blurs
    /// of lenses, which are most common.
    mutating func readBlurredStrips(step: String) {
        let linear = types.filter(\.isLinearCode)
        var restored = 0
        let regions = blurredBars()
        for region in regions {
            for part in ExplainedPlace.openParts(of: region, beside: explained) {
                let whole = part.whole(among: regions)
                let view = whole.strip(from: planes.full, or: planes.medium)
                let inner = part.columns(of: view.plane, of: whole)
                for strip in BlurredStrip.strips(in: view, around: inner) {
                    if restored >= Self.mostRestored { return }
                    restored += 1
                    if read(strip, of: part, types: linear, step: step) { break }
                }
            }
        }
        judge()
    }

    /// Where bars are. Half the size shows blurred ones twice as sharp.
    private mutating func blurredBars() -> [BarRegion] {
        let coarse = candidates.bars(in: &planes, .coarse).bars
        let plain = candidates.bars(in: &planes).bars.filter { region in
            !coarse.contains { $0.isAbout(region) }
        }
        return (coarse + plain).filter { $0.sheet == nil }
    }

    /// Reads a strip as it would be without blurs of several kinds. Where bars are narrower than the blur, one of these may make others of
    /// them, and hardly two the same: what two show is a reading.
    ///
    /// - Returns: Whether a code is accepted then that was not before.
    private mutating func read(
        _ strip: BlurredStrip, of region: BarRegion, types: Set<MetadataObjectType>, step: String
    ) -> Bool {
        let box = region.boundingBox
        let known = accepted(around: box).count
        var seen: [Symbol] = []
        for shape in BarBlur.Shape.allCases {
            var mayBeBars = false
            for tone in BlurredStrip.Tone.allCases {
                guard hasTime(), let bars = strip.bars(blurredBy: shape, tone) else { continue }
                if bars.areSharp { return false }
                mayBeBars = mayBeBars || !bars.areNone
                guard bars.areExplained, let drawn = strip.drawn(bars) else { continue }
                for symbol in symbols(of: types, in: drawn, with: .zxing(Self.restoredStrip), isStrip: true) {
                    let isSeen = seen.contains {
                        $0.type == symbol.type && $0.content.bytes == symbol.content.bytes
                    }
                    if isSeen || bars.areWide {
                        var reading = Reading(
                            symbol, in: drawn, engine: .zxing, step: step, evidence: Evidence(source: .strip))
                        reading.followBars(in: planes.full.plane)
                        keep(reading, of: symbol, provedIn: drawn.plane)
                    }
                    seen.append(symbol)
                }
                if accepted(around: box).count > known { return true }
            }
            if !mayBeBars { return false }
        }
        return false
    }
}

extension BarRegion {
    /// How far a symbol may go on beyond the parts of it that look like bars where they run into each other: in lengths of these parts,
    /// and in heights, where they are short.
    private static let beyond = (lengths: 0.6, heights: 1.0)
    /// How much parts of one symbol may differ: in direction, in degrees, and in height; how far they lie beside one line, in heights.
    private static let alike = (degrees: 10.0, heights: 1.6, offset: 0.5)

    /// It and those that may be other parts of the same symbol, with room for all of it.
    fileprivate func whole(among others: [BarRegion]) -> BarRegion {
        let box = OrientedBox(center: center, degrees: angle, width: length, height: height)
        let parts = others.filter { isInLine(with: $0, box) } + [self]
        let places = parts.map { (middle: box.offset(of: $0.center).x, half: $0.length / 2) }
        let from = places.map { $0.middle - $0.half }.min() ?? 0
        let to = places.map { $0.middle + $0.half }.max() ?? 0
        let beyond = max(Self.beyond.lengths * (to - from), Self.beyond.heights * height)
        return BarRegion(
            center: box.point(at: CGPoint(x: (from + to) / 2, y: 0)), angle: angle,
            length: to - from + 2 * beyond, height: height, searchScale: searchScale)
    }

    private func isInLine(with other: BarRegion, _ box: OrientedBox) -> Bool {
        let turn = abs(angle - other.angle).truncatingRemainder(dividingBy: 180)
        let place = box.offset(of: other.center)
        return min(turn, 180 - turn) <= Self.alike.degrees
            && max(height, other.height) <= Self.alike.heights * min(height, other.height)
            && abs(place.y) <= Self.alike.offset * height
            && abs(place.x) - (length + other.length) / 2 <= max(length, other.length)
    }

    /// Its columns of a strip of a region that it is a part of.
    fileprivate func columns(of strip: Plane, of whole: BarRegion) -> Range<Int> {
        let box = OrientedBox(
            center: whole.center, degrees: whole.angle, width: whole.length, height: whole.height)
        let scale = Double(strip.width) / whole.across
        let middle = Double(strip.width) / 2 + box.offset(of: center).x * scale
        let half = max(1, length * scale / 2)
        let from = min(max(Int(middle - half), 0), strip.width - 1)
        return from..<min(max(Int(middle + half), from + 1), strip.width)
    }
}
