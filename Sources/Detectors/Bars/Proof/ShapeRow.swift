/// A row of a profile, made ready for many templates that are laid along it.
struct ShapeRow {
    /// Samples from one sample of a template to the next.
    static let stride = ShapeProfile.density / 4

    /// How many samples the row has.
    let count: Int
    /// Every second sample, from the first and from the second on, with zeros behind for templates of whole vectors.
    private let phases: [[Float]]
    /// Of each sample, the sum of all from which whole strides lead to it, without itself; then the same of squares.
    private let sums: [Double]
    private let squares: [Double]

    init(_ values: [Float]) {
        count = values.count
        phases = (0..<Self.stride).map { phase in
            Swift.stride(from: phase, to: values.count, by: Self.stride).map { values[$0] }
                + [Float](repeating: 0, count: PartTemplate.lanes)
        }
        var (sums, squares) = (
            [Double](repeating: 0, count: count + Self.stride),
            [Double](repeating: 0, count: count + Self.stride)
        )
        for (index, value) in values.enumerated() {
            let value = Double(value)
            sums[index + Self.stride] = sums[index] + value
            squares[index + Self.stride] = squares[index] + value * value
        }
        (self.sums, self.squares) = (sums, squares)
    }

    /// Sum, and sum of squares, of some samples a stride from each other.
    func moments(from start: Int, count: Int) -> (sum: Double, squares: Double) {
        let end = start + count * Self.stride
        return (sums[end] - sums[start], squares[end] - squares[start])
    }

    /// Mean of the samples of some modules from a place on.
    func mean(from start: Int, modules: Float) -> Float {
        let first = min(max(start, 0), count - 1)
        let samples = Int(modules * Float(ShapeProfile.density)) / Self.stride
        let inside = min(samples, (count - first) / Self.stride)
        return inside > 0 ? Float(moments(from: first, count: inside).sum) / Float(inside) : 0
    }

    /// Variance of the samples of a range, 1 at least.
    func variance(_ range: Range<Int>) -> Float {
        var (sum, square) = (0.0, 0.0)
        for phase in 0..<Self.stride {
            sum += sums[range.upperBound + phase] - sums[range.lowerBound + phase]
            square += squares[range.upperBound + phase] - squares[range.lowerBound + phase]
        }
        let count = Double(range.count)
        return Float(max(square / count - (sum / count) * (sum / count), 1))
    }

    /// Sum of the products of a template's samples and the row's from a place on.
    func product(with template: [SIMD8<Float>], from start: Int) -> Float {
        phases[start % Self.stride].withUnsafeBytes { bytes in
            var sum = SIMD8<Float>()
            var offset = start / Self.stride * MemoryLayout<Float>.stride
            for samples in template {
                sum += bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self) * samples
                offset += MemoryLayout<SIMD8<Float>>.stride
            }
            return sum.sum()
        }
    }
}
