import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// How much of a symbol's error correction was left, which an older ZXing-C++ does not tell.
@Suite(.enabled(if: ZXing.isCurrent)) struct UnusedErrorCorrectionTests {
    /// A module of each of the first eight codewords of a QR code of version 1 (ISO/IEC 18004, 7.7.3), column and row.
    private static let modules = [
        (20, 20), (20, 16), (20, 12), (18, 12), (18, 16), (18, 20), (16, 20), (16, 16),
    ]

    /// Version 1-H: 26 codewords, 17 of them for correction, two for each wrong one.
    @Test(arguments: 0...8) func eachWrongCodewordTakesTwo(wrong: Int) throws {
        var samples = HelloQR.high.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        for (column, row) in Self.modules.prefix(wrong) {
            for y in 0..<5 {
                for x in 0..<5 { samples[(60 + row * 5 + y) * 285 + 120 + column * 5 + x] ^= 255 }
            }
        }
        let plane = Plane(width: 285, height: 225, samples: samples)
        let found = try ZXing.symbols(of: [.qr], in: plane, options: ZXing.Options())
        let symbol = try #require(found.first)
        #expect(symbol.content.text == "hello")
        let unused = try #require(symbol.unusedErrorCorrection)
        #expect(abs(unused - (1 - Double(2 * wrong) / 17)) < 0.011)
    }

    @Test func linearSymbolsHaveNone() throws {
        let bars = EAN13.bars(of: [4, 0, 0, 6, 3, 8, 1, 3, 3, 3, 9, 3, 1])
        let row = (0..<340).map { 25..<310 ~= $0 && bars[($0 - 25) / 3] ? UInt8(0) : 255 }
        let plane = Plane(width: 340, height: 60, samples: (0..<60).flatMap { _ in row })
        let found = try ZXing.symbols(of: [.ean13], in: plane, options: ZXing.Options())
        #expect(try #require(found.first).unusedErrorCorrection == nil)
    }
}
