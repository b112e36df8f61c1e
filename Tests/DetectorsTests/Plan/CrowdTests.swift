import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Sheets with more codes than engines take at once, and than candidates were ever kept of.
@Suite struct CrowdTests {
    @Test(arguments: [Effort.fast, .normal]) func aSheetOfQRCodesIsReadWhole(effort: Effort) throws {
        #expect(try count(of: "qr/small.png", columns: 14, rows: 14, types: [.qr], effort) == 196)
    }

    /// In a sheet of 3,000 pixels a code's patterns are smaller than they are looked for in.
    @Test func smallOnesOfALargeSheetAreRead() throws {
        #expect(try count(of: "qr/small.png", columns: 30, rows: 8, types: [.qr], .normal) == 240)
    }

    /// ZXing tells at most 255 symbols of what it is given.
    @Test(.enabled(if: ZXing.isCurrent)) func moreThanOneCallTellsAreRead() throws {
        let sheet = try sheet(of: "dataMatrix/small.png", columns: 18, rows: 15)
        #expect(try ZXing.symbols(of: [.dataMatrix], in: sheet, options: .init()).count == 270)
    }

    /// A neighbour's hexagons are beside each.
    @Test func maxiCodesAreRead() throws {
        #expect(
            try count(of: "maxiCode/plain-mode-4.png", columns: 3, rows: 3, types: [.maxiCode], .normal) == 9)
    }

    /// Labels of a page scanned with two pixels a module, without anything between them.
    @Test(.enabled(if: ZXing.isCurrent)) func labelsOfAPageAreRead() throws {
        #expect(
            try count(of: "code128/plain-digits.png", columns: 8, rows: 20, types: [.code128], .normal) == 160
        )
    }

    /// Of a frame what it has time for.
    @Test func aFrameHasFewerPatterns() throws {
        let view = View(try sheet(of: "qr/small.png", columns: 21, rows: 21))
        #expect(FinderPatternSearch.patterns(in: view).count >= 3 * 21 * 21)
        #expect(FinderPatternSearch.patterns(in: view, crowd: 1200).count == 1200)
    }

    private func count(
        of name: String, columns: Int, rows: Int, types: Set<MetadataObjectType>, _ effort: Effort
    ) throws -> Int {
        let frame = Frame(luma: try sheet(of: name, columns: columns, rows: rows))
        let request = DetectionRequest(types: types, effort: effort).unhurried
        let codes = ReadingArbiter().detections(try CodeDetector().detect(request, in: frame).readings)
        #expect(Set(codes.map(\.reading.content)).count == 1)
        return codes.count
    }

    private func sheet(of name: String, columns: Int, rows: Int) throws -> Plane {
        let code = try FaceSamples.plane(name)
        let (width, height) = (code.width * columns, code.height * rows)
        return Plane(width: width, height: height) { samples in
            code.withUnsafeSamples { source in
                for y in 0..<height {
                    for column in 0..<columns {
                        for x in 0..<code.width {
                            samples[y * width + column * code.width + x] =
                                source[y % code.height * code.bytesPerRow + x]
                        }
                    }
                }
            }
        }
    }
}
