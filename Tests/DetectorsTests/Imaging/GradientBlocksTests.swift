import CBlockTensor
import MetadataOutput
import Testing

@testable import Detectors

/// The sums of blocks are those of OpenCV's derivatives, at the plane's edges too, by both kinds of code.
@Suite struct GradientBlocksTests {
    private static func noise(width: Int, height: Int) -> Plane {
        var state: UInt32 = 7
        return Plane(width: width, height: height) { samples in
            for index in samples.indices {
                state = state &* 1_664_525 &+ 1_013_904_223
                samples[index] = UInt8(state >> 24)
            }
        }
    }

    /// x, y, xx, yy and xy of each block.
    private static func wanted(_ plane: Plane) -> [[Int32]] {
        let (dx, dy) = plane.sobel()
        let side = GradientBlocks.side
        return (0..<plane.height / side).flatMap { row in
            (0..<plane.width / side).map { column in
                var sums: [Int32] = [0, 0, 0, 0, 0]
                for y in row * side..<(row + 1) * side {
                    for x in column * side..<(column + 1) * side {
                        let (gx, gy) = (Int32(dx[y * plane.width + x]), Int32(dy[y * plane.width + x]))
                        for (index, value) in [gx, gy, gx * gx, gy * gy, gx * gy].enumerated() {
                            sums[index] += value
                        }
                    }
                }
                return sums
            }
        }
    }

    @Test(arguments: [(8, 8), (9, 17), (64, 24), (72, 31), (203, 117)], [false, true])
    func sumsAreThoseOfTheDerivatives(size: (width: Int, height: Int), isPortable: Bool) {
        let plane = Self.noise(width: size.width, height: size.height)
        let blocks = GradientBlocks(of: plane, isPortable: isPortable)
        #expect(blocks.columns == size.width / 8 && blocks.rows == size.height / 8)
        #expect(blocks.sums.map { [$0.x, $0.y, $0.xx, $0.yy, $0.xy] } == Self.wanted(plane))
    }

    /// Black and white stripes, of which the gradient is the largest there is.
    @Test(arguments: [false, true]) func theLargestGradientsFit(isPortable: Bool) {
        let plane = Plane(width: 64, height: 16) { samples in
            for index in samples.indices { samples[index] = index % 4 < 2 ? 0 : 255 }
        }
        #expect(
            GradientBlocks(of: plane, isPortable: isPortable).sums.map { [$0.x, $0.y, $0.xx, $0.yy, $0.xy] }
                == Self.wanted(plane))
    }

    @Test(arguments: [(7, 30), (30, 7)]) func aPlaneWithoutAWholeBlockHasNone(size: (width: Int, height: Int))
    {
        #expect(GradientBlocks(of: Self.noise(width: size.width, height: size.height)).sums.isEmpty)
    }
}
