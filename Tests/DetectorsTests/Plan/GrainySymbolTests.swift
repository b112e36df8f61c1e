import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Codes whose modules have a grain of their own.
@Suite struct GrainySymbolTests {
    /// What a jet prints of a Code 128: columns of dots that do not touch, four pixels from one to the next.
    private static func jetted() throws -> Plane {
        let shape = try #require(SymbolShape.shapes(of: .code128, text: Array("DOTS123".utf8)).first)
        let edges = shape.inner.joined().reduce(into: [0.0]) { $0.append($0[$0.count - 1] + Double($1)) }
        let width = Double(shape.modules)
        var picture = DrawnPicture(width: 400, height: 200, background: 215)
        let map = Homography.translation(x: -width / 2, y: -12).then(.scale(x: 3, y: 3))
            .then(.rotation(degrees: 4)).then(.translation(x: 200, y: 100))
        try picture.draw(map) { place in
            let passed = edges.count { $0 <= place.x }
            guard passed % 2 == 1, passed < edges.count, (0..<24).contains(place.y) else { return nil }
            let (x, y) = (place.x - place.x.rounded(.down) - 0.5, place.y - place.y.rounded(.down) - 0.5)
            return hypot(x, y) < 0.42 ? 40 : nil
        }
        picture.addNoise(6, seed: 3)
        return picture.plane
    }

    /// What a sign of lamps shows.
    ///
    /// - Parameters:
    ///   - count: Lamps along the side of a module.
    ///   - side: Of a module, in pixels.
    ///   - areDark: Whether it is the dark modules that are lit.
    private static func lamps(_ count: Double, side: Double, areDark: Bool) throws -> Plane {
        let symbol = HelloQR.low
        var picture = DrawnPicture(width: 400, height: 400, background: 18)
        // From pixels of the symbol, five a module, from its quiet zone on.
        let map = Homography.translation(x: -172.5, y: -112.5).then(.scale(x: side / 5, y: side / 5))
            .then(.rotation(degrees: 3)).then(.translation(x: 200, y: 200))
        try picture.draw(map) { place in
            guard (100..<245).contains(place.x), (40..<185).contains(place.y) else { return nil }
            let (x, y) = (place.x / 5 * count, place.y / 5 * count)
            let (column, row) = (x.rounded(.down), y.rounded(.down))
            let isLight = symbol.withBytes {
                $0[Int((row + 0.5) * 5 / count) * symbol.bytesPerRow + Int((column + 0.5) * 5 / count)] > 127
            }
            return isLight != areDark && hypot(x - column - 0.5, y - row - 0.5) < 0.36 ? 240 : 18
        }
        picture.addNoise(6, seed: 3)
        return picture.plane
    }

    private static let smoothed: Set = ["smoothed", "smoothed-half"]
    private static let invertedSmoothed: Set = ["inverted-smoothed", "inverted-smoothed-half"]

    @Test func oneOfDotsIsRead() throws {
        try check(Self.jetted(), .code128, "DOTS123", isReadBy: Self.smoothed)
    }

    @Test func oneOfLampsIsRead() throws {
        try check(Self.lamps(3, side: 12, areDark: false), .qr, "hello", isReadBy: Self.smoothed)
    }

    @Test func oneWhoseDarkModulesAreLampsIsRead() throws {
        try check(Self.lamps(1, side: 7, areDark: true), .qr, "hello", isReadBy: Self.invertedSmoothed)
    }

    private func check(
        _ plane: Plane, _ type: MetadataObjectType, _ text: String, isReadBy steps: Set<String>
    ) throws {
        func texts(without steps: Set<String>) throws -> [String?] {
            let request = DetectionRequest(types: [type], effort: .normal, disabledSteps: steps).unhurried
            return ReadingArbiter().detections(
                try CodeDetector().detect(request, in: Frame(luma: plane)).readings
            ).map { if case .code(let content) = $0.reading.content { content.text } else { nil } }
        }
        #expect(try texts(without: []) == [text])
        #expect(try texts(without: steps).isEmpty)
    }
}
