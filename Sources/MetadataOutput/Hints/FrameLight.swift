import Foundation

/// How light is spread over a picture, from at most some ten thousand of its pixels.
struct FrameLight {
    /// The brightness that 95 % of the picture do not exceed: what is white in it, mostly.
    let white: Int
    private let plane: Plane
    private let step: Int

    /// Below this even what is white has a fifth of the range, and a fiftieth of the light: all else drowns in noise.
    private static let darkWhite = 60
    /// What a part is under its border when two stops are between them, pixels being the 2.2th root of light.
    private static let twoStops = exp2(2 / 2.2)
    private static let burnt = 250

    init(of plane: Plane) {
        self.plane = plane
        step = max(1, max(plane.width, plane.height) / 160)
        var histogram = Histogram()
        let step = step
        plane.withBytes { bytes in
            for y in stride(from: step / 2, to: plane.height, by: step) {
                for x in stride(from: step / 2, to: plane.width, by: step) {
                    histogram.add(Int(bytes[y * plane.bytesPerRow + x]))
                }
            }
        }
        white = histogram.value(below: 0.95)
    }

    /// Whether there is too little light for anything.
    var isDark: Bool { white < Self.darkWhite }

    /// Whether a part of the picture is dark, and what is around it so bright that the camera is exposed for that.
    ///
    /// - Parameter part: In pixels; nil for the middle.
    func isBacklit(_ part: CGRect?) -> Bool {
        let (width, height) = (Double(plane.width), Double(plane.height))
        let part = part ?? CGRect(x: width / 4, y: height / 4, width: width / 2, height: height / 2)
        let (inner, outer) = plane.withBytes { bytes in
            var (inner, outer) = (Histogram(), Histogram())
            for y in stride(from: step / 2, to: plane.height, by: step) {
                for x in stride(from: step / 2, to: plane.width, by: step) {
                    let value = Int(bytes[y * plane.bytesPerRow + x])
                    if part.contains(CGPoint(x: x, y: y)) { inner.add(value) } else { outer.add(value) }
                }
            }
            return (inner, outer)
        }
        guard inner.count > 0, outer.count > 0 else { return false }
        return outer.mean >= Self.twoStops * max(inner.mean, 1) && outer.share(from: Self.burnt) > 0.05
            // What is white in it is no more than half as bright as it could be.
            && inner.value(below: 0.9) < 128
    }

    private struct Histogram {
        private var counts = [Int](repeating: 0, count: 256)
        private(set) var count = 0

        mutating func add(_ value: Int) {
            counts[value] += 1
            count += 1
        }

        var mean: Double {
            Double(counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }) / Double(max(1, count))
        }

        func share(from value: Int) -> Double {
            Double(counts[value...].reduce(0, +)) / Double(max(1, count))
        }

        /// The brightness that so much of it does not exceed.
        func value(below share: Double) -> Int {
            var left = Int(Double(count) * share)
            return counts.firstIndex { number in
                left -= number
                return left < 0
            } ?? 255
        }
    }
}
