import MetadataOutput

/// Which pixels of a plane are darker than their surroundings: 1 where they are, 0 elsewhere, row by row.
struct DarkMask {
    let width: Int
    let height: Int
    let values: [UInt8]

    /// How much darker than the mean of its box a pixel must be, so that flat areas are light and stay quiet.
    static let contrast: Int16 = 3

    /// - Parameter window: Side of the box around each pixel whose mean it is compared with; odd.
    init(of plane: Plane, window: Int) {
        let mean = plane.boxMean(window: window)
        let (width, height) = (plane.width, plane.height)
        self.width = width
        self.height = height
        values = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            plane.withUnsafeSamples { samples in
                mean.withUnsafeSamples { means in
                    for y in 0..<height {
                        let (row, meanRow) = (samples + y * plane.bytesPerRow, means + y * mean.bytesPerRow)
                        let targetRow = target.baseAddress.unsafelyUnwrapped + y * width
                        for x in 0..<width {
                            targetRow[x] = Int16(row[x]) &+ Self.contrast < Int16(meanRow[x]) ? 1 : 0
                        }
                    }
                }
            }
            count = width * height
        }
    }

    /// Windows for a plane of this size: `share` of its longer side, odd, at least `minimum`.
    static func window(for plane: Plane, share: Int, minimum: Int) -> Int {
        max((max(plane.width, plane.height) / share) | 1, minimum)
    }

    /// Calls `body` with the mask in a form that hot loops can afford.
    func withPixels<R>(_ body: (Pixels) -> R) -> R {
        values.withUnsafeBufferPointer { buffer in
            body(Pixels(start: buffer.baseAddress.unsafelyUnwrapped, width: width, height: height))
        }
    }

    /// A mask's memory, valid within ``DarkMask/withPixels(_:)``.
    struct Pixels {
        let start: UnsafePointer<UInt8>
        let width: Int
        let height: Int

        /// The pixel's value; it must lie inside.
        subscript(x: Int, y: Int) -> UInt8 { start[y * width + x] }

        func contains(x: Int, y: Int) -> Bool {
            x >= 0 && y >= 0 && x < width && y < height
        }

        /// Writes where the row's runs begin (0 first) and where the last one ends; `starts` has room for
        /// `width + 1` numbers. Returns how many were written.
        func runStarts(ofRow y: Int, into starts: UnsafeMutablePointer<Int32>) -> Int {
            let row = start + y * width
            starts[0] = 0
            var (count, x) = (1, 1)
            // Eight neighbouring pairs at a time: most of a picture is flat.
            while x + 8 <= width {
                let here = UnsafeRawPointer(row + x).loadUnaligned(as: UInt64.self)
                let before = UnsafeRawPointer(row + x - 1).loadUnaligned(as: UInt64.self)
                var changes = UInt64(littleEndian: here) ^ UInt64(littleEndian: before)
                while changes != 0 {
                    starts[count] = Int32(truncatingIfNeeded: x + changes.trailingZeroBitCount / 8)
                    count += 1
                    changes &= changes &- 1
                }
                x += 8
            }
            while x < width {
                if row[x] != row[x - 1] {
                    starts[count] = Int32(truncatingIfNeeded: x)
                    count += 1
                }
                x += 1
            }
            starts[count] = Int32(truncatingIfNeeded: width)
            return count + 1
        }
    }
}
