import Foundation

/// The upper or lower edge of a rectangular Micro QR Code, followed from its finder pattern module by module.
///
/// Such a symbol is up to twenty times as long as its finder pattern, which tells where it begins and little of where it ends. Along both
/// long edges modules are dark and light in turn: each change tells how far the next one is, and the outer edge of each dark
/// module how the edge runs on.
struct RMQRTrack {
    /// Places of the edge, with the column that each is at, in modules.
    private(set) var places: [(column: Double, place: CGPoint)] = []
    /// The share of the changes that were where they had to be.
    let agreement: Double

    /// How far from where it is expected a change is looked for, in modules.
    private static let reach = 0.7
    /// Parts of what a change or an edge is off by that the place and the direction are corrected by: with less a wrong direction is not
    /// caught up with, with more noise is followed.
    private static let gain = (place: 0.4, direction: 0.06)
    /// Least difference of dark and light at a change, in grey levels.
    private static let contrast = 12.0

    /// - Parameters:
    ///   - start: The middle of the edge's module in column 8.
    ///   - along: One module along the edge.
    ///   - outward: One module out of the symbol.
    ///   - width: Of the symbol, in modules.
    init(from start: CGPoint, along: CGPoint, outward: CGPoint, width: Int, in luma: LumaSampler) {
        var (place, along, outward) = (start, along, outward)
        var (seen, right) = (0, 0)
        /// How far off a change is, in modules of `unit`; nil where there is none.
        func change(at place: CGPoint, _ unit: CGPoint, toDark: Bool) -> Double? {
            let values = (-7...7).map { step in
                let part = Double(step) / 7 * Self.reach
                return luma.value(place.x + part * unit.x, place.y + part * unit.y)
            }
            guard let low = values.min(), let high = values.max(), high - low >= Self.contrast else {
                return nil
            }
            let threshold = (low + high) / 2
            var best: Double?
            for index in 1..<values.count {
                let (before, here) = (values[index - 1], values[index])
                guard (before < threshold) != (here < threshold), (here < threshold) == toDark else {
                    continue
                }
                let offset = (Double(index - 8) + (threshold - before) / (here - before)) / 7 * Self.reach
                if best.map({ abs(offset) < abs($0) }) ?? true { best = offset }
            }
            return best
        }
        for column in 8..<width {
            // Where this module ends; the next one is dark if its column is even.
            let end = CGPoint(x: place.x + along.x / 2, y: place.y + along.y / 2)
            if column + 1 < width {
                seen += 1
                if let off = change(at: end, along, toDark: !column.isMultiple(of: 2)) {
                    right += 1
                    place.x += Self.gain.place * off * along.x
                    place.y += Self.gain.place * off * along.y
                    let factor = 1 + Self.gain.direction * off
                    along = CGPoint(x: along.x * factor, y: along.y * factor)
                }
            }
            if column.isMultiple(of: 2) {
                let edge = CGPoint(x: place.x + outward.x / 2, y: place.y + outward.y / 2)
                if let off = change(at: edge, outward, toDark: false) {
                    place.x += Self.gain.place * off * outward.x
                    place.y += Self.gain.place * off * outward.y
                    let turn = Self.gain.direction * off
                    along = CGPoint(x: along.x + turn * outward.x, y: along.y + turn * outward.y)
                    places.append(
                        (
                            Double(column) + 0.5,
                            CGPoint(x: place.x + outward.x / 2, y: place.y + outward.y / 2)
                        ))
                }
            }
            place = CGPoint(x: place.x + along.x, y: place.y + along.y)
        }
        agreement = seen > 0 ? Double(right) / Double(seen) : 0
    }
}
