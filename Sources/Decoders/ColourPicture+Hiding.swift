import Foundation
import MetadataOutput

extension ColourPicture {
    /// The picture with regions made unrecognisable; itself if there are none.
    ///
    /// This is the only place where pictures that are written lose what nobody is to see.
    ///
    /// - Throws: `.overLimit` if one has too many corners, `.undecodable` if it is none: nothing is shown of what it was to hide.
    func hiding(_ regions: [HiddenRegion]) throws(PayloadError) -> ColourPicture {
        let spans = try regions.map { (region) throws(PayloadError) in
            let count = region.corners.count
            guard count <= HiddenRegion.mostCorners else {
                throw PayloadError(
                    .overLimit, "a hidden region has \(count) corners, at most \(HiddenRegion.mostCorners)")
            }
            guard count >= 3, !region.corners.contains(where: { $0.x.isNaN || $0.y.isNaN }) else {
                throw PayloadError(.undecodable, "the corners of a hidden region are no polygon")
            }
            return (region.style, RegionSpans(region.corners, width: width, height: height))
        }
        guard spans.contains(where: { !$0.1.rows.isEmpty }) else { return self }
        let row = width
        return drawn { samples, component in
            for (style, region) in spans {
                switch style {
                case .blanked:
                    region.forEach { y, part in
                        (samples + y * row + part.lowerBound)
                            .update(repeating: component == .luma ? 0 : 128, count: part.count)
                    }
                case .blurred: region.mosaic(samples, width: row)
                }
            }
        }
    }
}

/// The samples of a polygon, row by row. All that it touches belongs to it.
private struct RegionSpans {
    /// By row: columns from and to, before the last.
    private(set) var rows: [Int: [Range<Int>]] = [:]

    /// - Parameter corners: 0…1 of the picture; none is NaN.
    init(_ corners: [CGPoint], width: Int, height: Int) {
        let points = corners.map { corner in
            // What is far outside is as far outside as matters.
            CGPoint(
                x: min(max(corner.x, -8), 9) * Double(width), y: min(max(corner.y, -8), 9) * Double(height))
        }
        guard let top = points.map(\.y).min(), let bottom = points.map(\.y).max() else { return }
        let first = max(0, Int(top.rounded(.down)) - 1)
        let last = min(height - 1, Int(bottom.rounded(.up)))
        guard first <= last else { return }
        for y in first...last {
            var parts: [Range<Int>] = []
            // Above, in the middle and below: thin slopes are hit by one of them.
            for line in [Double(y) - 0.5, Double(y) + 0.5, Double(y) + 1.5] {
                var crossings: [Double] = []
                for (index, from) in points.enumerated() {
                    let to = points[(index + 1) % points.count]
                    guard (from.y <= line) != (to.y <= line) else { continue }
                    crossings.append(from.x + (line - from.y) / (to.y - from.y) * (to.x - from.x))
                }
                crossings.sort()
                for index in stride(from: 0, to: crossings.count - 1, by: 2) {
                    let left = max(0, Int(crossings[index].rounded(.down)) - 1)
                    let right = min(width, Int(crossings[index + 1].rounded(.up)) + 1)
                    if left < right { parts.append(left..<right) }
                }
            }
            if !parts.isEmpty { rows[y] = parts }
        }
    }

    func forEach(_ body: (Int, Range<Int>) -> Void) {
        for (y, parts) in rows {
            for part in parts { body(y, part) }
        }
    }

    /// How many squares the longer side of a mosaic has: eyes, nose and mouth share some.
    private static let squares = 6

    /// Gives all samples in a square the mean of those of the region in it.
    func mosaic(_ samples: UnsafeMutablePointer<UInt8>, width: Int) {
        guard let top = rows.keys.min(), let bottom = rows.keys.max(),
            let left = rows.values.flatMap({ $0 }).map(\.lowerBound).min(),
            let right = rows.values.flatMap({ $0 }).map(\.upperBound).max()
        else { return }
        let side = max(1, (max(right - left, bottom + 1 - top) + Self.squares - 1) / Self.squares)
        let across = (right - left + side - 1) / side
        var sums = [(sum: Int, count: Int)](
            repeating: (0, 0), count: across * ((bottom - top) / side + 1))
        forEach { y, part in
            for x in part {
                let square = (y - top) / side * across + (x - left) / side
                sums[square].sum += Int(samples[y * width + x])
                sums[square].count += 1
            }
        }
        forEach { y, part in
            for x in part {
                let square = sums[(y - top) / side * across + (x - left) / side]
                samples[y * width + x] = UInt8(square.sum / max(1, square.count))
            }
        }
    }
}
