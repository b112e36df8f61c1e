import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Codes with light and dark exchanged.
@Suite struct LightOnDarkTests {
    /// A negative shows no more than the picture does, nor less.
    @Test func anInterleavedCodeIsRead() throws {
        let plane = Self.negative(of: try FaceSamples.plane("interleaved2of5/plain-12.png"))
        let request = DetectionRequest(types: [.interleaved2of5], effort: .normal).unhurried
        let found = try CodeDetector().detect(request, in: Frame(luma: plane)).readings
        #expect(ReadingArbiter().detections(found).count == 1)
    }

    @Test(.enabled(if: ZXing.isCurrent)) func oneBesideAnotherIsReadByThoroughSearches() throws {
        let qr = try FaceSamples.plane("qr/small.png")
        let dataMatrix = Self.negative(of: try FaceSamples.plane("dataMatrix/small.png"))
        let (width, height) = (300, 160)
        let plane = Plane(width: width, height: height) { samples in
            samples.update(repeating: 255)
            for (part, left) in [(qr, 20), (dataMatrix, 150)] {
                part.withUnsafeSamples { source in
                    for y in 0..<part.height {
                        for x in 0..<part.width {
                            samples[(y + 20) * width + left + x] = source[y * part.bytesPerRow + x]
                        }
                    }
                }
            }
        }
        let request = DetectionRequest(types: [.qr, .dataMatrix], effort: .thorough).unhurried
        let found = try CodeDetector().detect(request, in: Frame(luma: plane)).readings
        let types = Set(ReadingArbiter().detections(found).map(\.reading.type))
        #expect(types == [.qr, .dataMatrix])
    }

    private static func negative(of plane: Plane) -> Plane {
        plane.withUnsafeSamples { source in
            Plane(width: plane.width, height: plane.height) { samples in
                for y in 0..<plane.height {
                    for x in 0..<plane.width {
                        samples[y * plane.width + x] = 255 - source[y * plane.bytesPerRow + x]
                    }
                }
            }
        }
    }
}
