import MetadataOutput

extension ColourPicture {
    /// The picture at a size that is in neither direction smaller, in pixels; itself at its own.
    func enlarged(width: Int, height: Int) -> ColourPicture {
        (width, height) == (self.width, self.height)
            ? self : map { $0.enlarged(width: width, height: height) }
    }
}

extension Plane {
    /// The plane at another size, each pixel of the four around its place: bilinear, in 256ths of a pixel.
    fileprivate func enlarged(width: Int, height: Int) -> Plane {
        let (columns, rows) = (
            EnlargedPlace.places(of: width, in: self.width), EnlargedPlace.places(of: height, in: self.height)
        )
        return Plane(width: width, height: height, isCleared: false) { target in
            guard let target = target.baseAddress else { return }
            withUnsafeSamples { samples in
                for (y, row) in rows.enumerated() {
                    let (above, below) = (
                        samples + row.first * bytesPerRow, samples + row.second * bytesPerRow
                    )
                    let line = target + y * width
                    for x in 0..<width {
                        let column = columns[x]
                        let upper =
                            Int(above[column.first]) &* (256 &- column.share)
                            &+ Int(above[column.second]) &* column.share
                        let lower =
                            Int(below[column.first]) &* (256 &- column.share)
                            &+ Int(below[column.second]) &* column.share
                        line[x] = UInt8(
                            truncatingIfNeeded: (upper &* (256 &- row.share) &+ lower &* row.share &+ 32_768)
                                >> 16)
                    }
                }
            }
        }
    }
}

/// Between which two pixels of a row or column one of an enlarged one lies.
private struct EnlargedPlace {
    let first: Int
    let second: Int
    /// Of the second, in 256ths.
    let share: Int

    /// Of each of `length` pixels among `source`; centres lie on centres.
    static func places(of length: Int, in source: Int) -> [EnlargedPlace] {
        (0..<length).map { index in
            let place = min(max(0, ((2 * index + 1) * source * 128) / length - 128), (source - 1) * 256)
            return EnlargedPlace(
                first: place >> 8, second: min(source - 1, place >> 8 + 1), share: place & 255)
        }
    }
}
