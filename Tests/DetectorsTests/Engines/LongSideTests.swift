import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// ZXing takes no sides of more than 65,535 pixels.
@Suite(.enabled(if: ZXing.isCurrent)) struct LongSideTests {
    @Test(arguments: [100, 65_490, 69_800]) func aSymbolOfALongPictureIsRead(x left: Int) throws {
        let code = try FaceSamples.plane("dataMatrix/small.png")
        let plane = Plane(width: 70_000, height: code.height) { samples in
            samples.update(repeating: 255)
            code.withUnsafeSamples { source in
                for y in 0..<code.height {
                    for x in 0..<code.width {
                        samples[y * 70_000 + left + x] = source[y * code.bytesPerRow + x]
                    }
                }
            }
        }
        let options = ZXing.Options(tryDownscale: false)
        let symbols = try ZXing.symbols(of: [.dataMatrix], in: plane, options: options)
        #expect(symbols.count == 1)
        let box = CGRect(around: try #require(symbols.first).corners)
        #expect(box.minX > Double(left) && box.maxX < Double(left + code.width))
    }
}
