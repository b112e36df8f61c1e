import Foundation
import MetadataOutput

extension BarRegion {
    /// Least width of a part beside a code, in widths of the narrowest code there.
    private static let narrowest = 0.3
    /// Least height of a part above or below a code, in heights of that code.
    private static let lowest = 0.5
    /// Height, in widths, under which a code's box is the line that it was read along, and says nothing of its height.
    private static let line = 0.1

    /// What is left of the region beside the linear codes that were read in it: those in a row or above each other may
    /// be one region.
    ///
    /// - Returns: The region itself if no code is in it; nothing if the codes account for all of it.
    func parts(beside codes: [OrientedBox]) -> [BarRegion] {
        let box = OrientedBox(center: center, degrees: angle, width: length, height: height)
        let whole = CGRect(x: -length / 2, y: -height / 2, width: length, height: height)
        let taken = codes.compactMap { Self.share(of: $0, in: box, whole) }.sorted { $0.minX < $1.minX }
        guard let narrowest = taken.map(\.width).min() else { return [self] }
        let starts = [whole.minX] + taken.map { Double($0.maxX) }
        let ends = taken.map { Double($0.minX) } + [whole.maxX]
        let besides = zip(starts, ends).filter { $1 - $0 >= Self.narrowest * narrowest }
            .map { CGRect(x: $0, y: whole.minY, width: $1 - $0, height: height) }
        return (besides + taken.flatMap { Self.aboveAndBelow($0, among: taken, in: whole) }).map { part in
            BarRegion(
                center: box.point(at: CGPoint(x: part.midX, y: part.midY)), angle: angle,
                length: part.width, height: part.height, searchScale: searchScale)
        }
    }

    /// The place of a code in the region's own directions, from its middle; nil if it is not in the region.
    private static func share(of code: OrientedBox, in box: OrientedBox, _ whole: CGRect) -> CGRect? {
        var place = CGRect(around: code.corners.map(box.offset))
        if code.height < line * code.width, (whole.minY...whole.maxY).contains(place.midY) {
            place = CGRect(x: place.minX, y: whole.minY, width: place.width, height: whole.height)
        }
        let common = place.intersection(whole)
        let isIn =
            common.width >= 0.5 * min(place.width, whole.width)
            && common.height >= 0.25 * min(place.height, whole.height)
        return isIn ? place : nil
    }

    /// The free room over and under a code, up to the next code or the region's edge.
    private static func aboveAndBelow(_ code: CGRect, among codes: [CGRect], in whole: CGRect) -> [CGRect] {
        let others = codes.filter { $0 != code && $0.minX < code.maxX && $0.maxX > code.minX }
        let top = others.filter { $0.midY < code.midY }.map(\.maxY).max() ?? whole.minY
        let bottom = others.filter { $0.midY >= code.midY }.map(\.minY).min() ?? whole.maxY
        return [(top, code.minY), (code.maxY, bottom)]
            .filter { $1 - $0 >= lowest * code.height }
            .map { CGRect(x: code.minX, y: $0, width: code.width, height: $1 - $0) }
    }
}
