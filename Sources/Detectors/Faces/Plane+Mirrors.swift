import MetadataOutput

extension Plane {
    /// The plane with so many pixels more on each side, which mirror those within; fewer than it has.
    func withMirrors(_ margin: Int) -> Plane {
        let (width, height) = (width, height)
        func inside(_ place: Int, _ count: Int) -> Int {
            place < 0 ? -1 - place : place < count ? place : 2 * count - 1 - place
        }
        let columns = (-margin..<width + margin).map { inside($0, width) }
        return Plane(width: width + 2 * margin, height: height + 2 * margin) { target in
            withUnsafeSamples { samples in
                for row in 0..<height + 2 * margin {
                    let source = samples + inside(row - margin, height) * bytesPerRow
                    for (place, column) in columns.enumerated() {
                        target[row * columns.count + place] = source[column]
                    }
                }
            }
        }
    }
}
