import AreaShrink
import MetadataOutput
import Testing

struct AreaShrinkTests {
    /// A plane with detail of every size, the same each time.
    private static func plane(width: Int, height: Int) -> Plane {
        var state: UInt32 = 7
        return Plane(width: width, height: height) { samples in
            for index in samples.indices {
                state = state &* 1_664_525 &+ 1_013_904_223
                let (x, y) = (index % width, index / width)
                samples[index] = UInt8(truncatingIfNeeded: (Int(state >> 26) + x * 3 + y * y / 50) & 255)
            }
        }
    }

    /// The definition: the mean of what a pixel covers, pixels at the rim by the part of them.
    private static func mean(of plane: Plane, column: Int, row: Int, width: Int, height: Int) -> Double {
        func spans(_ index: Int, _ from: Int, _ to: Int) -> [(Int, Double)] {
            let start = Double(index * from) / Double(to), end = Double((index + 1) * from) / Double(to)
            return (Int(start)..<Int(end.rounded(.up))).map { pixel in
                (pixel, min(end, Double(pixel + 1)) - max(start, Double(pixel)))
            }
        }
        var (sum, area) = (0.0, 0.0)
        plane.withBytes { bytes in
            for (y, down) in spans(row, plane.height, height) {
                for (x, across) in spans(column, plane.width, width) {
                    sum += down * across * Double(bytes[y * plane.bytesPerRow + x])
                    area += down * across
                }
            }
        }
        return sum / area
    }

    private static func rows(of plane: Plane) -> [[UInt8]] {
        plane.withBytes { bytes in
            (0..<plane.height).map { row in
                (0..<plane.width).map { bytes[row * plane.bytesPerRow + $0] }
            }
        }
    }

    @Test(
        "a pixel is the mean of what it covers, on every processor",
        arguments: [
            (192, 108, 160, 90), (160, 90, 100, 57), (192, 108, 64, 36), (17, 9, 5, 3), (100, 1, 33, 1),
            (7, 50, 7, 9), (198, 106, 99, 53), (333, 221, 1, 1), (8, 8, 8, 8),
        ])
    func mean(fromWidth: Int, fromHeight: Int, width: Int, height: Int) {
        let plane = Self.plane(width: fromWidth, height: fromHeight)
        let shrunk = Self.rows(of: plane.areaShrunk(width: width, height: height))
        #expect(shrunk == Self.rows(of: plane.areaShrunk(width: width, height: height, isPortable: true)))
        // What the products of the pixels that one covers are rounded by.
        let rounding = Double(fromWidth / width + fromHeight / height + 4) / 512
        #expect(shrunk.count == height && shrunk.allSatisfy { $0.count == width })
        for row in 0..<height {
            for column in 0..<width {
                let wanted = Self.mean(of: plane, column: column, row: row, width: width, height: height)
                let made = Double(shrunk[row][column])
                #expect(abs(made - wanted) <= 0.5 + rounding, "\(column), \(row)")
            }
        }
    }

    @Test(
        "white stays white and black black, however many pixels one covers",
        arguments: [(60_000, 2, 100, 1), (2, 90_000, 1, 1)])
    func extremes(fromWidth: Int, fromHeight: Int, width: Int, height: Int) {
        for value in [0, 254, 255] as [UInt8] {
            let plane = Plane(
                width: fromWidth, height: fromHeight,
                samples: [UInt8](repeating: value, count: fromWidth * fromHeight))
            let shrunk = Self.rows(of: plane.areaShrunk(width: width, height: height))
            #expect(shrunk.allSatisfy { $0.allSatisfy { $0 == value } })
        }
    }

    @Test("a part of a plane is shrunk as a copy of it")
    func crop() {
        let plane = Self.plane(width: 120, height: 80)
        let part = plane.crop(x: 11, y: 7, width: 67, height: 41)
        let copy = Plane(width: 67, height: 41, samples: Self.rows(of: part).flatMap(\.self))
        #expect(part.bytesPerRow != copy.bytesPerRow)
        #expect(
            Self.rows(of: part.areaShrunk(width: 30, height: 20))
                == Self.rows(of: copy.areaShrunk(width: 30, height: 20)))
    }

    @Test(arguments: [(115, 171), (100, 100), (101, 1), (12_800, 127)])
    func whiteStaysWhite(width: Int, height: Int) {
        let white = Plane(width: width, height: height) { $0.update(repeating: 255) }
        for isPortable in [false, true] {
            let shrunk = white.areaShrunk(width: 1, height: 1, isPortable: isPortable)
            #expect(Self.rows(of: shrunk) == [[255]])
        }
    }
}
