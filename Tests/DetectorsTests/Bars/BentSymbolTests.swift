import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Symbols of few characters without a check digit around a bottle or a tube: their modules become narrower towards both ends, which by
/// the places of characters alone looks like a seam between two symbols.
@Suite(.enabled(if: ZXing.isCurrent)) struct BentSymbolTests {
    @Test(arguments: [MetadataObjectType.code39, .codabar], [0.6, 0.8]) func areRead(
        type: MetadataObjectType, angle: Double
    ) throws {
        let texts =
            type == .code39 ? ["ETVGARYP", "Z726N5GV", "A1B2C3", "10045829"] : ["A1234567B", "C40156D"]
        for text in texts {
            let shape = try #require(SymbolShape.shapes(of: type, text: Array(text.utf8)).last)
            let request = DetectionRequest(types: [type], effort: .fast).unhurried
            let result = try CodeDetector().detect(
                request, in: Frame(luma: Self.picture(of: shape, angle: angle)))
            let codes = ReadingArbiter().detections(result.readings).map(\.reading.content)
            #expect(codes.count == 1, "\(text)")
            guard case .code(let content)? = codes.first else { continue }
            #expect(content.bytes == Array(text.utf8))
        }
    }

    /// A symbol on a cylinder of which half is seen, from -angle to angle in radians, from far away.
    private static func picture(of shape: SymbolShape, angle: Double) -> Plane {
        let quiet = 12.0
        let ends = shape.inner.joined().reduce(into: [quiet]) { $0.append($0[$0.count - 1] + Double($1)) }
        let modules = ends[ends.count - 1] + quiet
        let (width, height) = (Int(modules * 4), 160)
        let samples = 8
        let row = (0..<width).map { x -> UInt8 in
            let light = (0..<samples).count { part in
                let place = (Double(x) + (Double(part) + 0.5) / Double(samples)) / Double(width) * 2 - 1
                let module = modules / 2 * (1 + asin(place * sin(angle)) / angle)
                // Bars and spaces take turns, and before the first bar is paper.
                return ends.count { $0 <= module }.isMultiple(of: 2)
            }
            return UInt8(20 + light * 220 / samples)
        }
        return Plane(width: width, height: height) { pixels in
            pixels.update(repeating: 240)
            for y in 30..<130 {
                for x in 0..<width { pixels[y * width + x] = row[x] }
            }
        }
    }
}
