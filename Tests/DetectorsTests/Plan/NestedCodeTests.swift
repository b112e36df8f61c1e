import Foundation
import MetadataOutput
import Testing

@testable import Detectors
@testable import Synthetic

/// A QR code with another one in its middle, where many have a logo.
@Suite(.enabled(if: ZXing.isCurrent)) struct NestedCodeTests {
    @Test(arguments: [Effort.fast, .normal]) func bothAreRead(effort: Effort) throws {
        let texts = ["https://example.org/" + String(repeating: "outside-", count: 10), "inside"]
        let outer = try #require(QRSymbol(texts[0])).plane(scale: 16)
        let inner = try #require(QRSymbol(texts[1])).plane(scale: 2)
        let (left, top) = ((outer.width - inner.width) / 2, (outer.height - inner.height) / 2)
        let picture = Plane(width: outer.width, height: outer.height) { samples in
            outer.withUnsafeSamples { source in
                for index in 0..<outer.width * outer.height { samples[index] = source[index] }
            }
            inner.withUnsafeSamples { source in
                for y in 0..<inner.height {
                    for x in 0..<inner.width {
                        samples[(top + y) * outer.width + left + x] = source[y * inner.width + x]
                    }
                }
            }
        }
        let request = DetectionRequest(types: [.qr], effort: effort).unhurried
        let found = ReadingArbiter().detections(
            try CodeDetector().detect(request, in: Frame(luma: picture)).readings)
        let read = found.compactMap { detection in
            if case .code(let content) = detection.reading.content { content.text } else { nil }
        }
        #expect(Set(read) == Set(texts) && read.count == 2)
    }
}
