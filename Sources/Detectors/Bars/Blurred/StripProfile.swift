import MetadataOutput

/// What a straightened strip of bars shows across them: the mean of its rows, moved to where they are like each other, which shows
/// much more than a row of noise. Bars may lean, and those of one end more than those of the other, as in perspective.
struct StripProfile {
    /// From 0 to 255, a sample a column of the strip.
    let light: [Float]
    /// The rows that are alike.
    let rows: Range<Int>
    /// How many bands of them were taken together.
    let bands: Int
    /// The row for which the profile's columns are true.
    private let middle: Double
    /// How far bars move from one row to the next.
    private let lean: Shift

    /// Rows of a band: so few that bars that lean a few degrees are not blurred by it.
    private static let rowsOfBand = 6
    /// Bands that are alike at the least.
    private static let fewestBands = 4
    /// How alike they are, as a correlation.
    private static let likeness = 0.9
    /// How far a band may lie beside where the ones before lead, in columns.
    private static let farthest = 1.5
    private static let fineness = 0.25

    /// Nil where rows are not alike.
    ///
    /// - Parameter inner: The columns in which they are to be.
    init?(_ strip: Plane, around inner: Range<Int>) {
        let bands = Self.means(ofBandsOf: strip)
        guard bands.count >= Self.fewestBands, inner.count >= 4 else { return nil }
        let start = bands.count / 2
        var sum = bands[start]
        var found: [(band: Int, shift: Shift)] = [(start, Shift(inner))]
        for order in [Array(start + 1..<bands.count), (0..<start).reversed()] {
            // Bars lean as they did so far.
            var (last, step) = (Shift(inner), Shift(inner))
            for band in order {
                let mean = sum.map { $0 / Float(found.count) }
                guard let shift = Self.shift(of: bands[band], to: mean, about: last + step) else { break }
                (step, last) = (shift - last, shift)
                let moved = shift.moved(bands[band], in: bands[band].indices)
                for index in sum.indices { sum[index] += moved[index] }
                found.append((band, shift))
            }
        }
        guard found.count >= Self.fewestBands else { return nil }
        light = sum.map { $0 / Float(found.count) }
        self.bands = found.count
        let numbers = found.map(\.band)
        let (first, last) = (numbers.min() ?? start, numbers.max() ?? start)
        rows = first * Self.rowsOfBand..<(last + 1) * Self.rowsOfBand
        middle = (Double(start) + 0.5) * Double(Self.rowsOfBand)
        lean = Self.lean(of: found, from: start)
    }

    /// Where what the profile has in a column is in a row.
    func column(_ column: Double, atRow row: Double) -> Double {
        column + (row - middle) * lean.columns(at: column)
    }

    /// Least squares through the middle.
    private static func lean(of bands: [(band: Int, shift: Shift)], from start: Int) -> Shift {
        var (sum, squares) = (bands[0].shift, 0.0)
        (sum.left, sum.right) = (0, 0)
        for (band, shift) in bands {
            let offset = Double((band - start) * rowsOfBand)
            sum.left += offset * shift.left
            sum.right += offset * shift.right
            squares += offset * offset
        }
        if squares > 0 { (sum.left, sum.right) = (sum.left / squares, sum.right / squares) }
        return sum
    }

    private static func means(ofBandsOf strip: Plane) -> [[Float]] {
        strip.withUnsafeSamples { samples in
            (0..<strip.height / rowsOfBand).map { band in
                (0..<strip.width).map { column in
                    let sum = (0..<rowsOfBand).reduce(0) { sum, row in
                        sum + Int(samples[(band * rowsOfBand + row) * strip.bytesPerRow + column])
                    }
                    return Float(sum) / Float(rowsOfBand)
                }
            }
        }
    }

    /// Where a band is most like another, each half by itself; nil where it is not.
    private static func shift(of band: [Float], to mean: [Float], about guess: Shift) -> Shift? {
        var best = guess
        for half in [guess.leftHalf, guess.rightHalf] {
            var most = -Double.infinity
            for step in stride(from: -farthest, through: farthest, by: fineness) {
                let shift = guess + step
                let likeness = correlation(shift.moved(band, in: half), mean[half])
                if likeness > most {
                    most = likeness
                    if half == guess.leftHalf { best.left = shift.left } else { best.right = shift.right }
                }
            }
        }
        let all = guess.columns
        return correlation(best.moved(band, in: all), mean[all]) >= likeness ? best : nil
    }

    private static func correlation(_ a: [Float], _ b: ArraySlice<Float>) -> Double {
        var (sumA, sumB, squaresA, squaresB, products): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
        for (first, second) in zip(a, b) {
            // About 0, so that sums of squares are no larger than they must be.
            let (x, y) = (first - 128, second - 128)
            sumA += x
            sumB += y
            squaresA += x * x
            squaresB += y * y
            products += x * y
        }
        let count = Float(a.count)
        let spread = (squaresA - sumA * sumA / count) * (squaresB - sumB * sumB / count)
        return spread > 0 ? Double((products - sumA * sumB / count) / spread.squareRoot()) : 0
    }

    /// How far a band lies beside another, in columns: in the middle of the left half of some columns and of the right half, and everywhere
    /// else as these lead.
    private struct Shift {
        var (left, right) = (0.0, 0.0)
        let columns: Range<Int>

        init(_ columns: Range<Int>) { self.columns = columns }

        private var middle: Int { (columns.lowerBound + columns.upperBound) / 2 }
        var leftHalf: Range<Int> { columns.lowerBound..<middle }
        var rightHalf: Range<Int> { middle..<columns.upperBound }

        func columns(at column: Double) -> Double {
            // The halves' middles are half of the columns apart.
            let slope = 2 * (right - left) / Double(columns.count)
            return (left + right) / 2 + slope * (column - Double(middle))
        }

        /// Some columns of a band, moved to where the other one has them.
        func moved(_ band: [Float], in columns: Range<Int>) -> [Float] {
            let last = Double(band.count - 1)
            return columns.map { column in
                let place = min(max(Double(column) + self.columns(at: Double(column)), 0), last)
                let left = min(Int(place), max(0, band.count - 2))
                let right = min(left + 1, band.count - 1)
                return band[left] + (band[right] - band[left]) * Float(place - Double(left))
            }
        }

        static func + (first: Shift, second: Shift) -> Shift {
            var sum = first
            sum.left += second.left
            sum.right += second.right
            return sum
        }

        static func + (shift: Shift, both: Double) -> Shift {
            var sum = shift
            sum.left += both
            sum.right += both
            return sum
        }

        static func - (first: Shift, second: Shift) -> Shift {
            var rest = first
            rest.left -= second.left
            rest.right -= second.right
            return rest
        }
    }
}
