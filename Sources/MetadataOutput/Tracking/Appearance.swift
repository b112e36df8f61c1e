import Foundation

/// What a person looks like in grey: how bright the parts of head and torso are. Enough to tell whether who comes back
/// within a second or two may be who was there; no recognition.
struct Appearance: Sendable {
    /// One histogram a region, each adding up to 1.
    private let histograms: [[Double]]

    private static let bins = 16
    /// Samples across and down each region.
    private static let samples = 16

    /// - Parameters:
    ///   - face: The box of the face, in pixels of `plane`.
    ///   - plane: The frame's luma at any size.
    init(of face: CGRect, in plane: Plane) {
        let (across, down) = (face.width / 2, face.height / 2)
        let head = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map { column, row in
            CGRect(
                x: face.minX + column * across, y: face.minY + row * down, width: across, height: down)
        }
        let torso = CGRect(
            x: face.minX - 0.25 * face.width, y: face.maxY + 0.15 * face.height, width: 1.5 * face.width,
            height: 1.2 * face.height)
        histograms = (head + [torso]).compactMap { Self.histogram(of: $0, in: plane) }
    }

    /// How alike two are, 0…1: the mean overlap of their histograms; nil where there is nothing to compare.
    func similarity(to other: Appearance) -> Double? {
        let pairs = zip(histograms, other.histograms)
        let overlaps = pairs.map { zip($0, $1).reduce(0) { $0 + min($1.0, $1.1) } }
        return overlaps.isEmpty ? nil : overlaps.reduce(0, +) / Double(overlaps.count)
    }

    /// The region's share of the picture in bins of brightness, each sample spread over the two nearest; nil where it
    /// lies outside.
    private static func histogram(of region: CGRect, in plane: Plane) -> [Double]? {
        let visible = region.intersection(
            CGRect(x: 0, y: 0, width: Double(plane.width), height: Double(plane.height)))
        guard visible.width >= 1, visible.height >= 1 else { return nil }
        var counts = [Double](repeating: 0, count: bins + 1)
        let (across, down) = (visible.width / Double(samples), visible.height / Double(samples))
        plane.withBytes { bytes in
            for row in 0..<samples {
                let y = min(Int(visible.minY + (Double(row) + 0.5) * down), plane.height - 1)
                for column in 0..<samples {
                    let x = min(Int(visible.minX + (Double(column) + 0.5) * across), plane.width - 1)
                    let value = Double(bytes[y * plane.bytesPerRow + x]) / 256 * Double(bins)
                    let bin = Int(value)
                    counts[bin] += 1 - (value - Double(bin))
                    counts[bin + 1] += value - Double(bin)
                }
            }
        }
        return counts.map { $0 / Double(samples * samples) }
    }
}
