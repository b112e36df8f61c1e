import Foundation
import MetadataOutput

/// How bright a picture is where it matters.
enum LumaMeter {
    /// Sides of the window around a point, as shares of the picture's.
    private static let window = 0.25

    /// The window around a point, within the picture.
    ///
    /// - Parameter point: 0…1 of the picture, origin top left.
    static func window(around point: CGPoint) -> CGRect {
        func start(_ middle: Double) -> Double { min(max(middle - window / 2, 0), 1 - window) }
        return CGRect(x: start(point.x), y: start(point.y), width: window, height: window)
    }

    /// The mean luma within some rectangles, 0…255; of the whole picture if none of them is in it.
    ///
    /// - Parameter rects: 0…1 of the picture, origin top left. Each counts by its size.
    static func luma(of plane: Plane, in rects: [CGRect]) -> Double {
        let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
        let parts = rects.map { $0.intersection(whole) }.filter { $0.width > 0 && $0.height > 0 }
        var (sum, count) = (0, 0)
        for part in parts.isEmpty ? [whole] : parts { add(part, of: plane, to: &sum, &count) }
        return Double(sum) / Double(max(count, 1))
    }

    /// The mean luma of fields that divide the picture, 0…255, row by row of the unrotated picture.
    ///
    /// - Parameters:
    ///   - perSide: How many fields, across and down.
    ///   - transform: How the plane was turned; nil if it was not.
    static func fields(of plane: Plane, perSide: Int, turnedBy transform: PreviewTransform?) -> [Double] {
        let size = 1 / Double(perSide)
        return (0..<perSide * perSide).map { index in
            let field = CGRect(
                x: Double(index % perSide) * size, y: Double(index / perSide) * size, width: size,
                height: size)
            var (sum, count) = (0, 0)
            add(transform?.unitRect(of: field) ?? field, of: plane, samplesPerSide: 8, to: &sum, &count)
            return Double(sum) / Double(max(count, 1))
        }
    }

    /// Adds samples of a part: some 64 by 64 are enough, and cost nothing.
    private static func add(
        _ part: CGRect, of plane: Plane, samplesPerSide: Int = 64, to sum: inout Int, _ count: inout Int
    ) {
        // Turned rectangles may be beyond the edge by the last bit.
        let left = max(0, Int(part.minX * Double(plane.width)))
        let top = max(0, Int(part.minY * Double(plane.height)))
        let right = min(plane.width, max(left + 1, Int((part.maxX * Double(plane.width)).rounded(.up))))
        let bottom = min(plane.height, max(top + 1, Int((part.maxY * Double(plane.height)).rounded(.up))))
        plane.withUnsafeSamples { samples in
            for y in stride(from: top, to: bottom, by: max(1, (bottom - top) / samplesPerSide)) {
                for x in stride(from: left, to: right, by: max(1, (right - left) / samplesPerSide)) {
                    sum += Int(samples[y * plane.bytesPerRow + x])
                    count += 1
                }
            }
        }
    }
}
