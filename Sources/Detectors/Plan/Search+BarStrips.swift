import Foundation
import MetadataOutput

extension Search {
    /// Most strips of one step, and once the picture has a code that stands.
    private static let mostStrips = (first: 6, withCode: 3)

    /// Engines on a straightened strip of each bar region that no accepted code explains, until one is believed.
    mutating func readBarStrips(with readers: [Step.StripReader], step: String) {
        let linear = types.filter(\.isLinearCode)
        var tried = 0
        for region in candidates.bars(in: planes.medium).bars {
            if explained.contains(where: { $0.accountsFor(region) }) { continue }
            if tried >= (accepted.isEmpty ? Self.mostStrips.first : Self.mostStrips.withCode) { break }
            tried += 1
            let known = accepted.count
            for reader in readers where accepted.count == known {
                for view in openParts(of: strip(of: region, for: reader)) {
                    read(
                        view, with: reader.reader, types: linear, step: step,
                        evidence: Evidence(source: .strip))
                }
            }
        }
    }

    private mutating func strip(of region: BarRegion, for reader: Step.StripReader) -> View {
        let view = region.strip(from: planes.full, or: planes.medium, magnification: reader.magnification)
        guard reader.hasContrast else { return view }
        return view.replacing(view.plane.equalized(clipLimit: 3, tilesAcross: 8, tilesDown: 2))
    }

    /// A strip without the accepted codes in it: symbols side by side may be one region, of which ZXing reads one
    /// and zbar joins those with equal texts.
    private func openParts(of strip: View) -> [View] {
        guard let toStrip = strip.toPicture.inverse else { return [strip] }
        let (width, height) = (Double(strip.plane.width), Double(strip.plane.height))
        let taken = accepted.filter(\.type.isLinearCode)
            .map { CGRect(around: $0.corners.map { toStrip($0) }) }
            .filter { (0..<height).contains($0.midY) && (0..<width).contains($0.midX) }
            .sorted { $0.minX < $1.minX }
        guard !taken.isEmpty else { return [strip] }
        let starts = [0.0] + taken.map { Double($0.maxX) }
        let ends = taken.map { Double($0.minX) } + [width]
        return zip(starts, ends).compactMap { start, end in
            guard end - start >= Self.narrowestPart * width else { return nil }
            return strip.crop(around: CGRect(x: start, y: 0, width: end - start, height: height))
        }
    }

    /// Least width of a part that may hold a symbol, in widths of the strip.
    private static let narrowestPart = 0.2

    /// Angles of bar regions that are tried, and how far they must differ, in degrees.
    private static let mostAngles = 2
    private static let sameAngle = 6.0
    /// Longer side, in pixels, up to which a picture is enlarged before it is turned.
    private static let smallPicture = 600

    /// ZXing on the picture turned so that the largest bar regions stand upright: stacked symbols are no strips.
    mutating func readStraightened(step: String) {
        var angles: [Double] = []
        for region in candidates.bars(in: planes.medium).bars where angles.count < Self.mostAngles {
            let isKnown = angles.contains { abs($0 - region.angle) < Self.sameAngle }
            if abs(region.angle) >= Self.sameAngle, !isKnown { angles.append(region.angle) }
        }
        // Turning blurs: small pictures are enlarged first.
        let isSmall = max(planes.full.plane.width, planes.full.plane.height) <= Self.smallPicture
        for angle in angles {
            let changes: [Pixels.Change] = isSmall ? [.double, .turn(-angle)] : [.turn(-angle)]
            readPicture(
                Pixels(base: .small, changes: changes), with: .zxing(.init()), types: types, step: step)
        }
    }
}
