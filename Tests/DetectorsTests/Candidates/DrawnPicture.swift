import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// A picture made in code, so that the truth is known.
struct DrawnPicture {
    let width: Int
    let height: Int
    private var samples: [Double]

    init(width: Int, height: Int, background: Double = 230) {
        (self.width, self.height) = (width, height)
        samples = [Double](repeating: background, count: width * height)
    }

    var plane: Plane {
        Plane(width: width, height: height, samples: samples.map { UInt8(min(max($0.rounded(), 0), 255)) })
    }

    /// Draws `color` (0 black … 255 white, or nil for nothing) of the drawing's own coordinates, which `placed`
    /// takes to the picture; each pixel is the mean of 4 points.
    ///
    /// - Parameter extent: Where something is drawn, in its coordinates; nil for everywhere.
    mutating func draw(
        _ placed: Homography, within extent: CGRect? = nil, color: (CGPoint) -> Double?
    ) throws {
        let back = try #require(placed.inverse)
        let picture = CGRect(x: 0, y: 0, width: width, height: height)
        let drawn = extent.map {
            CGRect(around: $0.corners.map { placed($0) }).integral.intersection(picture)
        }
        let box = drawn ?? picture
        guard !box.isNull else { return }
        for y in Int(box.minY)..<Int(box.maxY) {
            for x in Int(box.minX)..<Int(box.maxX) {
                var sum = 0.0
                for point in 0..<4 {
                    let place = CGPoint(
                        x: Double(x) + (Double(point % 2) + 0.5) / 2,
                        y: Double(y) + (Double(point / 2) + 0.5) / 2)
                    sum += color(back(place)) ?? samples[y * width + x]
                }
                samples[y * width + x] = sum / 4
            }
        }
    }

    /// Adds evenly distributed noise of up to ± `amplitude`.
    mutating func addNoise(_ amplitude: Double, seed: UInt64) {
        var random = Noise(seed: seed)
        for index in samples.indices { samples[index] += (random.next() * 2 - 1) * amplitude }
    }
}

/// Repeatable random numbers (a linear congruence with Knuth's MMIX constants).
struct Noise {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    /// 0 ≤ next < 1.
    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(UInt64(1) << 53)
    }
}
