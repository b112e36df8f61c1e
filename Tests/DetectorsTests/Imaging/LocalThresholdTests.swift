import MetadataOutput
import Testing

@testable import Detectors

@Suite struct LocalThresholdTests {
    /// Light ground that gets darker to the right, with dots; without contrast in the middle third of its rows.
    private static func picture(width: Int, height: Int) -> Plane {
        var state: UInt32 = 5
        return Plane(width: width, height: height) { samples in
            for index in samples.indices {
                state = state &* 1_664_525 &+ 1_013_904_223
                let (x, y) = (index % width, index / width)
                let isFlat = y > height / 3 && y < 2 * height / 3
                let dot = !isFlat && (x / 5 + y / 7) % 3 == 0 ? 60 : 0
                samples[index] = UInt8(190 - x * 90 / width - dot + (isFlat ? 0 : Int(state >> 28)))
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

    /// The definition, block by block: half way between the extremes of blocks with contrast, smoothed over 5 × 5 of them
    /// with the own one thrice, and gaps filled in reading order.
    private static func definition(of plane: Plane) -> [UInt8] {
        let (width, height) = (plane.width, plane.height)
        let pixels = samples(of: plane)
        let (across, down) = ((width + 7) / 8, (height + 7) / 8)
        func start(_ block: Int, _ length: Int) -> Int { min(block * 8, length - 8) }
        let own = (0..<across * down).map { block in
            let (left, top) = (start(block % across, width), start(block / across, height))
            let values = (0..<64).map { Int(pixels[(top + $0 / 8) * width + left + $0 % 8]) }
            let (least, most) = (values.min() ?? 0, values.max() ?? 0)
            return most - least > 24 ? (least + most) / 2 : 0
        }
        var smooth = own.indices.map { block in
            let (left, top) = (
                min(max(block % across, 2), across - 3) - 2, min(max(block / across, 2), down - 3) - 2
            )
            let around =
                (0..<25).map { own[(top + $0 / 5) * across + left + $0 % 5] } + [own[block], own[block]]
            let count = around.count { $0 > 0 }
            return count > 0 ? around.reduce(0, +) / count : 0
        }
        for block in smooth.indices where smooth[block] == 0 {
            smooth[block] =
                smooth[block...].first { $0 > 0 } ?? smooth[..<block].last { $0 > 0 } ?? 0
        }
        return pixels.indices.map { index in
            let (x, y) = (index % width, index / width)
            let column = x >= width - 8 ? across - 1 : x / 8
            let row = y >= height - 8 ? down - 1 : y / 8
            return Int(pixels[index]) > smooth[row * across + column] ? 1 : 0
        }
    }

    @Test(arguments: [(40, 40), (64, 48), (203, 117), (63, 400), (96, 41)])
    func pixelsAreDarkAsTheDefinitionHasThem(width: Int, height: Int) throws {
        let plane = Self.picture(width: width + 3, height: height).crop(
            x: 2, y: 0, width: width, height: height)
        let wanted = Self.definition(of: plane)
        #expect(wanted.contains(0) && wanted.contains(1))
        #expect(try Self.samples(of: #require(plane.locallyThresholded())) == wanted)
        #expect(try Self.samples(of: #require(plane.locallyThresholded(isPortable: true))) == wanted)
    }

    @Test func whatIsSmallOrFlatHasNone() {
        #expect(Self.picture(width: 39, height: 400).locallyThresholded() == nil)
        let flat = Plane(width: 64, height: 48) { $0.update(repeating: 90) }
        #expect(flat.locallyThresholded() == nil)
    }

    /// ZXing's own thresholds and ours give the same symbols at the same places, in a plane and in the smaller ones.
    @Test(
        .enabled(if: ZXing.isCurrent),
        arguments: [(0.5, [1]), (1.3, [1]), (2.5, [1, 3]), (6.0, [1, 3, 9])] as [(Double, [Int])])
    func matrixCodesAreReadAsByZXingAlone(factor: Double, scales: [Int]) throws {
        let plane = View(HelloQR.low).resized(by: factor, interpolation: .cubic).plane
        let layers = MatrixLayer.layers(of: View(plane), isDownscaled: true)
        #expect(layers.map(\.scale) == scales)
        let whole = try ZXing.symbols(of: [.qr, .ean13], in: plane, options: .init())
        let layered = try ZXing.symbols(of: [.qr, .ean13], in: plane, layers: layers, options: .init())
        #expect(whole.count == 1)
        #expect(layered.map(\.corners) == whole.map(\.corners))
        #expect(layered.map(\.content) == whole.map(\.content))
    }
}
