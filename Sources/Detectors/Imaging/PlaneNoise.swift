import MetadataOutput

extension Plane {
    /// Rows of which noise is measured: one in so many.
    private static let noiseRowStep = 8

    /// The standard deviation of the plane's noise, in grey levels: of what neighbouring pixels differ by where there is little
    /// else. 0 for planes too small to tell.
    ///
    /// Second differences along rows are without what brightness changes evenly. Edges and texture make some of them large,
    /// therefore the lower quartile counts. Of noise alone (normally distributed, no two pixels' the same) it is 0.319 of their
    /// standard deviation, which is √6 of the pixels'.
    var noise: Double {
        guard width >= 3 else { return 0 }
        var counts = [Int32](repeating: 0, count: 511)
        counts.withUnsafeMutableBufferPointer { counts in
            let counts = counts.baseAddress.unsafelyUnwrapped
            withUnsafeSamples { samples in
                for y in stride(from: 0, to: height, by: Self.noiseRowStep) {
                    let row = samples + y * bytesPerRow
                    for x in 1..<width - 1 {
                        counts[Int(abs(Int32(row[x - 1]) - 2 * Int32(row[x]) + Int32(row[x + 1])))] += 1
                    }
                }
            }
        }
        return Self.lowerQuartile(of: counts) / (0.319 * 6.0.squareRoot())
    }

    /// Of whole numbers from 0, by how often there is each; between two of them as if each was spread evenly around itself.
    private static func lowerQuartile(of counts: [Int32]) -> Double {
        var left = Double(counts.reduce(0, +)) / 4
        for (number, count) in counts.enumerated() {
            guard left > Double(count) else {
                // Zero stands for differences of less than a half, both ways.
                let (start, width) = number == 0 ? (0, 0.5) : (Double(number) - 0.5, 1)
                return start + width * left / Double(max(count, 1))
            }
            left -= Double(count)
        }
        return 0
    }
}
