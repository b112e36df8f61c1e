import MetadataOutput

extension ColourPicture {
    /// Samples as ``StillView/Format/nv12`` says.
    var nv12: [UInt8] {
        let (columns, rows) = (width & ~1, height & ~1)
        var bytes = [UInt8](repeating: 128, count: columns * rows * 3 / 2)
        y.withUnsafeSamples { samples in
            for row in 0..<rows {
                for column in 0..<columns {
                    // 0…255 becomes 16…235.
                    let value = Int(samples[row &* y.bytesPerRow &+ column])
                    bytes[row &* columns &+ column] = UInt8(
                        truncatingIfNeeded: 16 &+ (value &* 219 &+ 127) / 255)
                }
            }
        }
        guard let chroma else { return bytes }
        for (offset, plane) in [chroma.blue, chroma.red].enumerated() {
            let stride = plane.bytesPerRow
            plane.withUnsafeSamples { samples in
                for row in 0..<rows / 2 {
                    for column in 0..<columns / 2 {
                        let place = 2 &* row &* stride &+ 2 &* column
                        let sum =
                            Int(samples[place]) &+ Int(samples[place &+ 1]) &+ Int(samples[place &+ stride])
                            &+ Int(samples[place &+ stride &+ 1])
                        // The mean of four, and 128 ± 127.5 becomes 128 ± 112.
                        bytes[columns &* rows &+ row &* columns &+ 2 &* column &+ offset] = UInt8(
                            truncatingIfNeeded: ((sum &- 512) &* 224 &+ 510 &+ 128 &* 1_020) / 1_020)
                    }
                }
            }
        }
        return bytes
    }
}
