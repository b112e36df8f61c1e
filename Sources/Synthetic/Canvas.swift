import Foundation
import MetadataOutput

/// Samples on which cut-outs are drawn.
struct Canvas {
    private(set) var samples: [UInt8]
    private let width: Int
    private let height: Int

    init(_ background: Plane) {
        (width, height) = (background.width, background.height)
        samples = background.packedSamples
    }

    /// Draws a cut-out: each pixel is the mean of what it covers.
    mutating func draw(_ picture: Plane, at key: SyntheticThing.Key) {
        let source = picture.packedSamples
        let scale = key.width * Double(width) / Double(picture.width)
        guard scale > 0 else { return }
        let radians = key.turn * .pi / 180
        let (across, down) = (cos(radians) / scale, sin(radians) / scale)
        let (centerX, centerY) = (key.x * Double(width), key.y * Double(height))
        let reach = hypot(Double(picture.width), Double(picture.height)) * scale / 2 + 1
        // A shrunk cut-out needs several samples a pixel.
        let grid = min(4, max(1, Int((1 / scale).rounded(.up))))
        for y in range(centerY, reach, height) {
            for x in range(centerX, reach, width) {
                var (sum, count) = (0, 0)
                for part in 0..<(grid * grid) {
                    let offsetX = Double(x) + (Double(part % grid) + 0.5) / Double(grid) - centerX
                    let offsetY = Double(y) + (Double(part / grid) + 0.5) / Double(grid) - centerY
                    let column = offsetX * across + offsetY * down + Double(picture.width) / 2
                    let row = offsetY * across - offsetX * down + Double(picture.height) / 2
                    guard column >= 0, row >= 0, column < Double(picture.width), row < Double(picture.height)
                    else { continue }
                    sum += Int(source[Int(row) * picture.width + Int(column)])
                    count += 1
                }
                guard count > 0 else { continue }
                let behind = Int(samples[y * width + x]) * (grid * grid - count)
                samples[y * width + x] = UInt8((sum + behind) / (grid * grid))
            }
        }
    }

    /// The rows or columns that lie within `reach` of a place.
    private func range(_ center: Double, _ reach: Double, _ limit: Int) -> Range<Int> {
        let first = max(0, min(Double(limit), (center - reach).rounded(.down)))
        let end = max(first, min(Double(limit), (center + reach).rounded(.up)))
        return Int(first)..<Int(end)
    }
}

extension Plane {
    /// All samples, row by row without gaps.
    fileprivate var packedSamples: [UInt8] {
        withBytes { bytes in
            var samples: [UInt8] = []
            samples.reserveCapacity(width * height)
            for row in 0..<height {
                for column in 0..<width { samples.append(bytes[row * bytesPerRow + column]) }
            }
            return samples
        }
    }
}
