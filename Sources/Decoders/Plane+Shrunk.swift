import MetadataOutput

extension Plane {
    /// This plane so small that no side is longer than `side`, each pixel the average of the area it stands for;
    /// itself if it is that small.
    func shrunk(toSide side: Int) -> Plane {
        let longest = Swift.max(width, height)
        guard longest > side else { return self }
        let (targetWidth, targetHeight) = (
            Swift.max(1, (width * side + longest / 2) / longest),
            Swift.max(1, (height * side + longest / 2) / longest)
        )
        let rowsPerPixel = Double(height) / Double(targetHeight)
        var sums = [Double](repeating: 0, count: width)
        return Plane(width: targetWidth, height: targetHeight) { target in
            for y in 0..<targetHeight {
                let top = Double(y) * rowsPerPixel
                sum(from: top, to: Swift.min(Double(height), top + rowsPerPixel), into: &sums)
                for x in 0..<targetWidth {
                    let average =
                        Self.average(of: sums, part: x, of: targetWidth) / rowsPerPixel
                    target[y * targetWidth + x] = UInt8(Swift.max(0, Swift.min(255, average.rounded())))
                }
            }
        }
    }

    /// Sums of the columns between two heights, rows that lie there in part counted in part.
    private func sum(from top: Double, to bottom: Double, into sums: inout [Double]) {
        for x in 0..<width { sums[x] = 0 }
        withUnsafeSamples { samples in
            for y in Int(top)..<Swift.min(height, Int(bottom.rounded(.up))) {
                let weight = Swift.min(bottom, Double(y + 1)) - Swift.max(top, Double(y))
                let row = samples + y * bytesPerRow
                for x in 0..<width { sums[x] += weight * Double(row[x]) }
            }
        }
    }

    /// The average of one of `count` equally wide parts of a row.
    private static func average(of row: [Double], part: Int, of count: Int) -> Double {
        let size = Double(row.count) / Double(count)
        let left = Double(part) * size
        let right = Swift.min(Double(row.count), left + size)
        var sum: Double = 0
        for x in Int(left)..<Swift.min(row.count, Int(right.rounded(.up))) {
            sum += row[x] * (Swift.min(right, Double(x + 1)) - Swift.max(left, Double(x)))
        }
        return sum / size
    }
}
