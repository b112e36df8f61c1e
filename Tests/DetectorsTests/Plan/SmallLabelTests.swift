import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Linear codes that are short beside the picture, and of which nothing is seen where it is shrunk.
@Suite(.enabled(if: ZXing.isCurrent)) struct SmallLabelTests {
    /// Of each row of a scanned page the last label is long enough to be looked for where the page is shrunk.
    @Test func allLabelsOfAPageAreRead() throws {
        let (width, height, columns, rows) = (2400, 3200, 4, 6)
        var labels: [(row: [UInt8], x: Int, y: Int)] = []
        for index in 0..<columns * rows {
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            let length = column == columns - 1 ? 11 : 4
            let digits = String(index * (length > 4 ? 7_919 : 131))
            let text = String(repeating: "0", count: length - digits.utf8.count) + digits
            labels.append((try Self.bars(of: text), x: column * 550 + 100, y: row * (height / rows) + 150))
        }
        let plane = Plane(width: width, height: height) { samples in
            samples.update(repeating: 235)
            for label in labels {
                for y in label.y..<label.y + 80 {
                    for (x, value) in label.row.enumerated() { samples[y * width + label.x + x] = value }
                }
            }
        }
        let request = DetectionRequest(types: [.code39], effort: .normal).unhurried
        let found = try CodeDetector().detect(request, in: Frame(luma: plane)).readings
        #expect(ReadingArbiter().detections(found).count == columns * rows)
    }

    /// Bars of a Code 39, two pixels a module.
    private static func bars(of text: String) throws -> [UInt8] {
        let shape = try #require(SymbolShape.shapes(of: .code39, text: Array(text.utf8)).first)
        return shape.inner.joined().enumerated().flatMap { index, width in
            [UInt8](repeating: index.isMultiple(of: 2) ? 30 : 235, count: 2 * Int(width))
        }
    }

    @Test(arguments: ["code128/turned-090.png", "ean13/small.png"])
    func aSmallOneIsReadBesideALargeCode(name: String) throws {
        let (qr, small) = (try FaceSamples.plane("qr/small.png"), try FaceSamples.plane(name))
        let plane = Plane(width: 4000, height: 3000) { samples in
            samples.update(repeating: 255)
            Self.paste(qr, into: samples, x: 200, y: 200, times: 10)
            Self.paste(small, into: samples, x: 2500, y: 2200, times: 1)
        }
        let request = DetectionRequest(types: [.qr, .code128, .ean13], effort: .normal).unhurried
        let found = try CodeDetector().detect(request, in: Frame(luma: plane)).readings
        #expect(ReadingArbiter().detections(found).count == 2)
    }

    /// A picture in one that is 4,000 pixels wide.
    private static func paste(
        _ part: Plane, into samples: UnsafeMutableBufferPointer<UInt8>, x left: Int, y top: Int, times: Int
    ) {
        part.withUnsafeSamples { source in
            for y in 0..<part.height * times {
                for x in 0..<part.width * times {
                    samples[(top + y) * 4000 + left + x] = source[y / times * part.bytesPerRow + x / times]
                }
            }
        }
    }
}
