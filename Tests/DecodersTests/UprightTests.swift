import MetadataOutput
import Testing

@testable import Decoders

/// Turned and mirrored copies of stored samples, of sides that are whole tiles, less, and some more.
@Suite struct UprightTests {
    @Test(
        arguments: PictureOrientation.allCases,
        [(1, 1), (7, 9), (8, 8), (203, 117), (64, 80)])
    func eachSampleIsWhereTheOrientationHasIt(
        orientation: PictureOrientation, size: (width: Int, height: Int)
    ) {
        let samples = (0..<size.width * size.height).map {
            UInt8(truncatingIfNeeded: $0 &* 0x9E37_79B1 >> 13)
        }
        let stored = Plane(width: size.width, height: size.height, samples: samples)
        let upright = StoredPicture(luma: stored, orientation: orientation).upright
        let swaps = orientation.swapsSides
        #expect(upright.width == (swaps ? size.height : size.width))
        #expect(upright.height == (swaps ? size.width : size.height))
        upright.withUnsafeSamples { seen in
            var wrong = 0
            for y in 0..<upright.height {
                for x in 0..<upright.width {
                    let (across, below) = swaps ? (y, x) : (x, y)
                    let column = orientation.reversesColumns ? size.width - 1 - across : across
                    let row = orientation.reversesRows ? size.height - 1 - below : below
                    if seen[y * upright.bytesPerRow + x] != samples[row * size.width + column] { wrong += 1 }
                }
            }
            #expect(wrong == 0)
        }
    }
}
