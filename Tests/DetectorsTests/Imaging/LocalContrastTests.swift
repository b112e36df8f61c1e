import MetadataOutput
import Testing

@testable import Detectors

@Suite struct LocalContrastTests {
    /// Ground that gets lighter to the right, with noise and darker stripes.
    private static func picture(width: Int, height: Int) -> Plane {
        var state: UInt32 = 3
        return Plane(width: width, height: height) { samples in
            for index in samples.indices {
                state = state &* 1_664_525 &+ 1_013_904_223
                let (x, y) = (index % width, index / width)
                samples[index] = UInt8(40 + x * 90 / width + (y / 6 % 2 == 0 ? 30 : 0) + Int(state >> 28))
            }
        }
    }

    private static func samples(of plane: Plane) -> [UInt8] {
        plane.withBytes { bytes in
            (0..<plane.height).flatMap { row in
                (0..<plane.width).map { bytes[row * plane.bytesPerRow + $0] }
            }
        }
    }

    /// The definition, pixel by pixel and in fractions.
    private static func definition(of plane: Plane, limit: Double, across: Int, down: Int) -> [Double] {
        let (width, height) = (plane.width, plane.height)
        let pixels = samples(of: plane).map(Int.init)
        let (tileWidth, tileHeight) = ((width + across - 1) / across, (height + down - 1) / down)
        func mirrored(_ place: Int, _ length: Int) -> Int {
            place < length ? place : max(0, 2 * (length - 1) - place)
        }
        let tiles = (0..<across * down).map { tile in
            var counts = [Int](repeating: 0, count: 256)
            for y in 0..<tileHeight {
                for x in 0..<tileWidth {
                    let row = mirrored(tile / across * tileHeight + y, height)
                    counts[pixels[row * width + mirrored(tile % across * tileWidth + x, width)]] += 1
                }
            }
            let area = tileWidth * tileHeight
            let most = max(1, Int(limit * Double(area) / 256))
            let excess = counts.reduce(0) { $0 + max(0, $1 - most) }
            counts = counts.map { min($0, most) + excess / 256 }
            let left = excess % 256
            for place in 0..<left { counts[place * max(1, 256 / left)] += 1 }
            var sum = 0
            return counts.map { count in
                sum += count
                return (Double(sum) * 255 / Double(area)).rounded(.toNearestOrEven)
            }
        }
        func between(_ place: Int, _ size: Int, _ count: Int) -> (first: Int, second: Int, share: Double) {
            let at = Double(place) / Double(size) - 0.5
            let first = Int(at.rounded(.down))
            return (max(0, first), min(count - 1, first + 1), at - Double(first))
        }
        return pixels.indices.map { index in
            let (x, y) = (
                between(index % width, tileWidth, across), between(index / width, tileHeight, down)
            )
            func level(_ column: Int, _ row: Int) -> Double { tiles[row * across + column][pixels[index]] }
            let upper = level(x.first, y.first) * (1 - x.share) + level(x.second, y.first) * x.share
            let lower = level(x.first, y.second) * (1 - x.share) + level(x.second, y.second) * x.share
            return upper * (1 - y.share) + lower * y.share
        }
    }

    @Test(arguments: [
        (128, 96, 8, 8), (203, 117, 8, 8), (61, 40, 4, 4), (90, 31, 8, 2), (5, 3, 8, 8), (64, 64, 1, 1),
    ])
    func pixelsAreAsTheDefinitionHasThem(width: Int, height: Int, across: Int, down: Int) {
        let plane = Self.picture(width: width + 3, height: height).crop(
            x: 2, y: 0, width: width, height: height)
        let wanted = Self.definition(of: plane, limit: 3, across: across, down: down)
        for isPortable in [false, true] {
            let made = Self.samples(
                of: plane.equalized(
                    clipLimit: 3, tilesAcross: across, tilesDown: down, isPortable: isPortable))
            #expect(made.count == wanted.count)
            // Shares of the way between two tiles are parts of 256.
            #expect(zip(made, wanted).allSatisfy { abs(Double($0) - $1) <= 1.1 })
        }
        let quick = plane.equalized(clipLimit: 3, tilesAcross: across, tilesDown: down)
        let portable = plane.equalized(
            clipLimit: 3, tilesAcross: across, tilesDown: down, isPortable: true)
        #expect(Self.samples(of: quick) == Self.samples(of: portable))
    }
}
