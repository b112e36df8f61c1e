import Foundation

/// The line between two finder patterns along which a QR code's modules alternate.
struct TimingLine {
    /// In the middle of the light modules at either end.
    let start: CGPoint
    let end: CGPoint
    /// About the width of a module, in pixels.
    let module: Double

    /// Longest line that is followed, in samples; of a longer one fewer places are looked at.
    private static let capacity = 4096

    /// Changes between dark and light along the line.
    ///
    /// Each value is compared with the mean of three modules to either side, and must differ from it by a part of
    /// the line's own contrast, so that noise on an even ground counts little.
    func changes(in luma: LumaSampler) -> Int {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = (dx * dx + dy * dy).squareRoot()
        guard length.isFinite, length >= 4 else { return 0 }
        let steps = min(Int(length * min(2, max(0.5, 4 / module))) + 1, Self.capacity - 1)
        let reach = max(2, Int(3 * module * Double(steps) / length))
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: steps + 1) { values in
            var sum: Float = 0
            var squares: Float = 0
            for index in 0...steps {
                let t = Double(index) / Double(steps)
                let value = Float(luma.value(start.x + t * dx, start.y + t * dy))
                values[index] = value
                sum += value
                squares += value * value
            }
            let count = Float(steps + 1)
            let deviation = max(squares / count - (sum / count) * (sum / count), 0).squareRoot()
            return Self.changes(of: values, reach: reach, hysteresis: max(0.3 * deviation, 2))
        }
    }

    private static func changes(
        of values: UnsafeMutableBufferPointer<Float>, reach: Int, hysteresis: Float
    ) -> Int {
        var (changes, isDark) = (0, false)
        var (sum, low, high): (Float, Int, Int) = (0, 0, 0)
        for index in values.indices {
            while high < min(values.count, index + reach + 1) {
                sum += values[high]
                high += 1
            }
            while low < index - reach {
                sum -= values[low]
                low += 1
            }
            let difference = values[index] - sum / Float(high - low)
            if isDark ? difference > hysteresis : difference < -hysteresis {
                isDark.toggle()
                changes += 1
            }
        }
        return changes
    }
}
