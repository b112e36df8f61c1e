import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Small labels at any angle, before things with edges: what lies there on a table.
@Suite struct TurnedLabelTests {
    private static let texts: [(MetadataObjectType, String)] = [
        (.ean13, "4006381333931"), (.code128, "PACK-2291"), (.code39, "A17Z-4"),
    ]

    /// A pixel and a half a module.
    @Test(arguments: texts) func nearlyAllAreReadWithTheLeastEffort(type: MetadataObjectType, text: String)
        throws
    {
        let shape = try #require(SymbolShape.shapes(of: type, text: Array(text.utf8)).first)
        let angles = Array(stride(from: 4.0, to: 180, by: 22))
        var read = 0
        for angle in angles {
            let plane = try picture(of: shape, degrees: angle)
            let request = DetectionRequest(types: MetadataObjectType.linearCodes, effort: .fast).unhurried
            let result = try CodeDetector().detect(request, in: Frame(luma: plane))
            let texts = result.readings.compactMap { reading -> String? in
                if case .code(let content) = reading.content { content.text } else { nil }
            }
            #expect(texts.allSatisfy { $0 == text }, "\(angle)°")
            read += texts.isEmpty ? 0 : 1
        }
        #expect(read >= angles.count - 1)
    }

    private func picture(of shape: SymbolShape, degrees: Double) throws -> Plane {
        var picture = DrawnPicture(width: 480, height: 480, background: 120)
        // Grain that runs as the bars do, and boards across.
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        try picture.draw(.identity) { place in
            let (across, along) = (c * place.x + s * place.y, c * place.y - s * place.x)
            let grain = 25 * sin(across / 3 + 2 * sin(along / 40)) * max(0, sin(along / 23))
            return 120 + grain + (Int(across / 90) % 2 == 0 ? 30 : 0)
        }
        let placed = Homography.translation(x: -Double(shape.modules) / 2, y: -20)
            .then(.scale(x: 1.5, y: 1.5)).then(.rotation(degrees: degrees))
            .then(.translation(x: 250, y: 230))
        try picture.draw(shape, height: 40, placed)
        picture.addNoise(8, seed: UInt64(degrees))
        return picture.plane
    }
}
