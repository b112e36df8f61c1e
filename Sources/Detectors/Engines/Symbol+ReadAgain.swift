import Foundation
import MetadataOutput

/// What ZXing tells of a symbol that a look at a part of the plane says better.
extension Symbol {
    /// The symbol, and what is found where it was told to be. Where there is no time to look there, it is the symbol alone, unless
    /// it needs that look.
    func readAgain(
        in plane: Plane, options: ZXing.Options, until time: SearchTime?
    ) throws(EngineFailure) -> [Symbol] {
        if type == .dxFilmEdge && DXFilmEdge.isReversible(content.text ?? "") {
            return time.isUp ? [] : try filmEdge(in: plane, options: options)
        }
        return try [self] + equals(in: plane, options: options, until: time)
    }

    /// The film edge symbol here, read again where it is not in the middle of the plane: there ZXing takes a film edge's clock
    /// for that of the same bars backwards.
    private func filmEdge(in plane: Plane, options: ZXing.Options) throws(EngineFailure) -> [Symbol] {
        let box = CGRect(around: corners)
        // Along the bars' row alone: ZXing has to meet the clock before the data on its way from the middle.
        let isUpright = box.width > box.height
        let start = CGPoint(x: isUpright ? box.minX / 2 : 0, y: isUpright ? 0 : box.minY / 2)
        let part = CGRect(
            x: start.x, y: start.y, width: Double(plane.width) - start.x,
            height: Double(plane.height) - start.y)
        return try symbols(in: part, of: plane, options: options).filter {
            CGRect(around: $0.corners).intersects(box)
        }
    }

    /// Part of a symbol's height from one symbol to another of the same text, and by which their heights may differ: else
    /// something lies across one.
    private static let (leastGap, mostGrowth) = (0.15, 0.15)
    /// What a look at a part takes in beside the symbol, in widths of it: quiet zones, and what a turned one needs.
    private static let margin = 0.15

    /// The symbols in a row upwards or downwards that are looked at.
    private static let mostEquals = 20

    /// The other symbols of this text, which ZXing makes one of when they are above each other.
    private func equals(
        in plane: Plane, options: ZXing.Options, until time: SearchTime?, after known: Int = 0
    ) throws(EngineFailure) -> [Symbol] {
        guard let scanned, known < Self.mostEquals, !time.isUp else { return [] }
        let own = OrientedBox(corners: corners)
        var symbols: [Symbol] = []
        for isBelow in [false, true] {
            // Where the lines go on above or below, in the symbol's own directions.
            let offsets = scanned.map { Double(own.offset(of: $0).y) }
            let end = isBelow ? (offsets.max() ?? 0) : (offsets.min() ?? 0)
            let edge = (isBelow ? 0.5 : -0.5) * own.height
            guard (isBelow ? end - edge : edge - end) > Self.leastGap * own.height else { continue }
            let reach = own.width * (0.5 + Self.margin)
            let rest = CGRect(
                around: [-reach, reach].flatMap { x in
                    [edge, end].map { own.point(at: CGPoint(x: x, y: $0)) }
                })
            for other in try self.symbols(in: rest, of: plane, options: options)
            where other.content.bytes == content.bytes && !isSame(as: other)
                && abs(OrientedBox(corners: other.corners).height / own.height - 1) <= Self.mostGrowth
            {
                symbols +=
                    try [other]
                    + other.equals(in: plane, options: options, until: time, after: known + 1)
            }
        }
        return symbols
    }

    /// The symbols of this type in a part of a plane.
    private func symbols(
        in part: CGRect, of plane: Plane, options: ZXing.Options
    ) throws(EngineFailure) -> [Symbol] {
        let whole = CGRect(x: 0, y: 0, width: plane.width, height: plane.height)
        let box = part.integral.intersection(whole)
        guard box.width >= 1, box.height >= 1 else { return [] }
        let (x, y) = (Int(box.minX), Int(box.minY))
        let crop = plane.crop(x: x, y: y, width: Int(box.width), height: Int(box.height))
        return try ZXing.read([type], in: crop, options: options).map { $0.moved(x: Double(x), y: Double(y)) }
    }

    private func moved(x: Double, y: Double) -> Symbol {
        var moved = self
        moved.corners = corners.map { CGPoint(x: $0.x + x, y: $0.y + y) }
        moved.scanned = scanned?.map { CGPoint(x: $0.x + x, y: $0.y + y) }
        return moved
    }
}
