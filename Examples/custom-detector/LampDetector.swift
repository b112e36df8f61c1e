import Foundation
import MetadataOutput

extension MetadataObjectType {
    /// A signal lamp that is lit.
    static let lamp = MetadataObjectType(rawValue: "org.example.lamp")
}

/// Finds a signal lamp: the one bright spot of a dark picture.
struct LampDetector: Detector {
    var supportedTypes: Set<MetadataObjectType> { [.lamp] }

    func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
        var result = DetectionResult(width: frame.luma.width, height: frame.luma.height)
        guard request.types.contains(.lamp), let spot = Self.brightSpot(in: frame.luma) else { return result }
        result.readings = [
            Reading(
                type: .lamp,
                corners: [
                    CGPoint(x: spot.minX, y: spot.minY), CGPoint(x: spot.minX, y: spot.maxY),
                    CGPoint(x: spot.maxX, y: spot.maxY), CGPoint(x: spot.maxX, y: spot.minY),
                ],
                content: .code(CodeContent(bytes: Array("on".utf8), text: "on")),
                engine: Engine(rawValue: "lamps"), step: "bright-spot", evidence: Evidence(source: .plain))
        ]
        return result
    }

    /// The rectangle around all that is nearly white, in pixels; nil if nothing is, or most of the picture.
    private static func brightSpot(in plane: Plane) -> CGRect? {
        var (left, right, top, bottom) = (plane.width, -1, plane.height, -1)
        plane.withBytes { samples in
            for y in 0..<plane.height {
                for x in 0..<plane.width where samples[y * plane.bytesPerRow + x] > 240 {
                    (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
                }
            }
        }
        let isSpot = (right - left) * (bottom - top) < plane.width * plane.height / 2
        guard left <= right, isSpot else { return nil }
        return CGRect(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
    }
}
