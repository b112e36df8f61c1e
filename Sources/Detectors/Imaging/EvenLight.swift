import MetadataOutput

extension Plane {
    /// Paper is taken to be at least so light: what is darker is ground in which there is nothing but noise.
    private static let darkestPaper: UInt8 = 32

    /// The plane as if light fell evenly along each of its rows: each sample in shares of the paper's.
    ///
    /// Paper is the lightest to the left or the lightest to the right, whichever is darker. So the edge of a shadow stays where it is; next
    /// to it, where a neighbourhood on both sides has the light paper and the dark, everything in the shadow would be a bar. It is looked
    /// for within a twelfth of the width: where a symbol and its quiet zones fill all of it, that is ten modules, and no bar is so wide.
    func evenlyLit() -> Plane {
        let reach = max(8, width / 12)
        // The largest of a window are those of the block that it ends in and of the one that it begins in (van Herk, "A fast
        // algorithm for local minimum and maximum filters on rectangular and octagonal kernels", 1992).
        let block = reach + 1
        let blocks = (width + 2 * reach + block - 1) / block
        // Of what is beyond the ends of a row nothing is known, and the other side alone counts.
        var row = [UInt8](repeating: 255, count: blocks * block)
        var (fromBegin, toEnd) = (row, row)
        return Plane(width: width, height: height, isCleared: false) { lit in
            withUnsafeSamples { source in
                for y in 0..<height {
                    for x in 0..<width { row[reach + x] = source[y * bytesPerRow + x] }
                    for start in stride(from: 0, to: row.count, by: block) {
                        var most: UInt8 = 0
                        for place in start..<start + block {
                            most = max(most, row[place])
                            fromBegin[place] = most
                        }
                        most = 0
                        for place in (start..<start + block).reversed() {
                            most = max(most, row[place])
                            toEnd[place] = most
                        }
                    }
                    for x in 0..<width {
                        let place = reach + x
                        let left = max(toEnd[place - reach], fromBegin[place])
                        let right = max(toEnd[place], fromBegin[place + reach])
                        let paper = max(min(left, right), Self.darkestPaper)
                        lit[y * width + x] = UInt8(Int(row[place]) * 255 / Int(paper))
                    }
                }
            }
        }
    }
}
