import MetadataOutput

/// Whether a picture's faces may be too dark to be found as it is, and the picture with its dark parts made light.
struct LumaBalance {
    /// Pixels of each brightness, of every few of the picture.
    private let histogram: [Int]
    private let count: Int

    /// Below this a pixel is dark, in half of daylight's range; from the other on light.
    private static let (dark, light) = (48, 160)
    /// The share of dark pixels in a dark picture, and those of dark and light ones before a bright window.
    private static let darkPicture = 0.5
    private static let (darkBeforeLight, lightBehind) = (0.12, 0.35)

    init(of picture: Plane) {
        // About 40,000 pixels tell as much as all.
        let step = max(1, Int((Double(picture.width * picture.height) / 40_000).squareRoot()))
        var histogram = [Int](repeating: 0, count: 256)
        picture.withUnsafeSamples { samples in
            for row in stride(from: 0, to: picture.height, by: step) {
                for column in stride(from: 0, to: picture.width, by: step) {
                    histogram[Int(samples[row * picture.bytesPerRow + column])] += 1
                }
            }
        }
        self.histogram = histogram
        count = max(1, histogram.reduce(0, +))
    }

    /// Whether most of the picture is dark.
    var isDark: Bool { share(of: 0..<Self.dark) > Self.darkPicture }

    /// Whether something dark stands before something light.
    var isBacklit: Bool {
        share(of: 0..<Self.dark) > Self.darkBeforeLight && share(of: Self.light..<256) > Self.lightBehind
    }

    private func share(of values: Range<Int>) -> Double {
        Double(histogram[values].reduce(0, +)) / Double(count)
    }

    /// The picture with the range of its dark pixels stretched over all brightnesses; what is lighter is white.
    func stretched(_ picture: Plane) -> Plane {
        let dark = histogram[..<Self.dark]
        let pixels = max(1, dark.reduce(0, +))
        let mean = Double(zip(dark.indices, dark).reduce(0) { $0 + $1.0 * $1.1 }) / Double(pixels)
        // A face has its shadows and its lights: what is dark in it and two and a half times the mean.
        let gain = 255 / min(max(2.5 * mean, 8), 128)
        // Of the sum of nine pixels: a camera's noise is stretched too, and the mean of nine has a third of it.
        let table = (0...9 * 255).map { UInt8(min(255, Double($0) / 9 * gain)) }
        let (width, height) = (picture.width, picture.height)
        return Plane(width: width, height: height) { target in
            picture.withUnsafeSamples { samples in
                var sums = [Int](repeating: 0, count: width)
                for row in 0..<height {
                    let rows = [max(row - 1, 0), row, min(row + 1, height - 1)].map {
                        samples + $0 * picture.bytesPerRow
                    }
                    for column in 0..<width {
                        sums[column] =
                            Int(rows[0][column]) + Int(rows[1][column]) + Int(rows[2][column])
                    }
                    for column in 0..<width {
                        let sum = sums[max(column - 1, 0)] + sums[column] + sums[min(column + 1, width - 1)]
                        target[row * width + column] = table[sum]
                    }
                }
            }
        }
    }
}
