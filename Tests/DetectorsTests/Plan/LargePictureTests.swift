import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Codes that a camera of many megapixels sees well, and of which nothing is left in a picture of 1,600 pixels.
@Suite struct LargePictureTests {
    private static let linear = ["ean13/small.png", "code128/turned-090.png"]
    /// ZXing-C++ 1.4 finds no Data Matrix among other things.
    private static let matrix = ["qr/small.png"] + (ZXing.isCurrent ? ["dataMatrix/small.png"] : [])

    /// Modules of two pixels.
    @Test(arguments: matrix + linear) func smallCodesAreRead(name: String) throws {
        let code = try FaceSamples.plane(name)
        let plane = Plane(width: 4000, height: 3000) { samples in
            var state: UInt32 = 1
            for index in samples.indices {
                state = state &* 1_664_525 &+ 1_013_904_223
                // Noise, and shelves.
                samples[index] = UInt8(100 + index / 4000 / 250 * 5) + UInt8(state >> 28)
            }
            code.withUnsafeSamples { source in
                for row in 0..<code.height {
                    for column in 0..<code.width {
                        samples[(1700 + row) * 4000 + 900 + column] = source[row * code.bytesPerRow + column]
                    }
                }
            }
        }
        let request = DetectionRequest(
            types: [.qr, .dataMatrix, .ean13, .code128], effort: .normal
        ).unhurried
        let found = try CodeDetector().detect(request, in: Frame(luma: plane)).readings
        let codes = ReadingArbiter().detections(found)
        #expect(codes.count == 1)
        let box = try #require(codes.first).reading.boundingBox
        #expect(box.minX > 900 && box.maxX < 900 + Double(code.width))
        #expect(box.minY > 1700 && box.maxY < 1700 + Double(code.height))
    }
}
