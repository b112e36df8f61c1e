import Foundation

extension LumaSampler {
    /// The mean grey value of a module's middle.
    ///
    /// - Parameter quarter: The way to a quarter of a module beside it.
    func moduleValue(at place: CGPoint, quarter: CGPoint) -> Double {
        let (x, y, dx, dy) = (place.x, place.y, quarter.x, quarter.y)
        let around =
            value(x + dx, y + dy) + value(x - dx, y - dy) + value(x - dy, y + dx) + value(x + dy, y - dx)
        return (2 * value(x, y) + around) / 6
    }

    /// How wide a finder pattern's modules are along a line through its centre, in pixels; nil where it is not seen.
    ///
    /// Rows and columns alone do not tell of one that is seen steeply: it may be half as wide across as along.
    ///
    /// - Parameters:
    ///   - center: About its centre.
    ///   - direction: Of length 1.
    ///   - guess: About the width, to a factor of 2.
    ///   - isInverted: Whether its middle is light.
    func finderModule(at center: CGPoint, along direction: CGPoint, guess: Double, isInverted: Bool)
        -> Double?
    {
        // Its edges are 3.5 modules away.
        let (step, count) = (guess / 6, 42)
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * count + 1) { values in
            var (darkest, lightest) = (255.0, 0.0)
            for index in -count...count {
                let distance = Double(index) * step
                let value = value(center.x + distance * direction.x, center.y + distance * direction.y)
                values[index + count] = value
                (darkest, lightest) = (min(darkest, value), max(lightest, value))
            }
            let threshold = (darkest + lightest) / 2
            guard (values[count] < threshold) != isInverted,
                let ahead = Self.thirdChange(values, from: count, by: 1, across: threshold),
                let back = Self.thirdChange(values, from: count, by: -1, across: threshold),
                max(ahead, back) <= 1.6 * min(ahead, back)
            else { return nil }
            return (ahead + back) * step / 7
        }
    }

    /// After how many places the values have crossed the threshold three times.
    private static func thirdChange(
        _ values: UnsafeMutableBufferPointer<Double>, from start: Int, by step: Int, across threshold: Double
    ) -> Double? {
        var (changes, index) = (0, start)
        while values.indices.contains(index + step) {
            let (here, next) = (values[index], values[index + step])
            if (here < threshold) != (next < threshold) {
                changes += 1
                if changes == 3 { return Double(abs(index - start)) + (threshold - here) / (next - here) }
            }
            index += step
        }
        return nil
    }
}
