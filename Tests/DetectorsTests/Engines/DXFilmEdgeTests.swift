import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite(.enabled(if: ZXing.types.contains(.dxFilmEdge))) struct DXFilmEdgeTests {
    /// 115-10/11A, data above its clock.
    private static let tracks = ["1010101110011010100010111010101", "1111101010101010101010101010111"]

    /// Leads from modules to pixels.
    private func place(turned degrees: Double, middle: CGPoint) -> Homography {
        Homography.translation(x: -15.5, y: -4).then(.scale(x: 8, y: 8))
            .then(.rotation(degrees: degrees)).then(.translation(x: middle.x, y: middle.y))
    }

    private func picture(turned degrees: Double, middle: CGPoint) throws -> Plane {
        var picture = DrawnPicture(width: 400, height: 300)
        try draw(turned: degrees, middle: middle, in: &picture)
        return picture.plane
    }

    private func draw(turned degrees: Double, middle: CGPoint, in picture: inout DrawnPicture) throws {
        try picture.draw(place(turned: degrees, middle: middle)) { point in
            guard 0..<31 ~= point.x, 0..<8 ~= point.y else { return nil }
            return Array(Self.tracks[Int(point.y) / 4])[Int(point.x)] == "1" ? 30 : 230
        }
    }

    /// Backwards its bars are a symbol too, which ZXing reads in the middle of a picture.
    @Test(arguments: [0.0, 90, 180, 270], [CGPoint(x: 200, y: 150), CGPoint(x: 190, y: 145)])
    func isReadForwards(degrees: Double, middle: CGPoint) throws {
        let plane = try picture(turned: degrees, middle: middle)
        let symbols = try ZXing.symbols(of: [.dxFilmEdge], in: plane, options: .init())
        #expect(symbols.map(\.content.text) == ["115-10/11A"])
        // That of the data alone: the clock beside it has other bars.
        let place = place(turned: degrees, middle: middle)
        let track = CGRect(around: [CGPoint(x: 0, y: 0), CGPoint(x: 31, y: 4)].map { place($0) })
        #expect(CGRect(around: try #require(symbols.first).corners).intersectionOverUnion(track) > 0.85)
    }

    private func readings(at middles: [CGPoint], turned degrees: Double) throws -> [(String?, CGRect)] {
        var picture = DrawnPicture(width: 900, height: 900)
        for middle in middles {
            let turned = Homography.rotation(degrees: degrees)(CGPoint(x: middle.x - 450, y: middle.y - 450))
            try draw(
                turned: degrees, middle: CGPoint(x: turned.x + 450, y: turned.y + 450), in: &picture)
        }
        return try ZXing.symbols(of: [.dxFilmEdge], in: picture.plane, options: .init()).map {
            ($0.content.text, CGRect(around: $0.corners))
        }
    }

    @Test(arguments: [0.0, 90, 180, 270]) func allOfAStripAreRead(degrees: Double) throws {
        let readings = try readings(
            at: [160, 450, 740].map { CGPoint(x: $0, y: 450) }, turned: degrees)
        #expect(readings.map(\.0) == ["115-10/11A", "115-10/11A", "115-10/11A"])
    }

    /// That in the middle row is read first, and the others lie before the part of the picture that is read again for it.
    @Test(arguments: [0.0, 90, 180, 270]) func anotherStripsStay(degrees: Double) throws {
        let readings = try readings(
            at: [CGPoint(x: 160, y: 330), CGPoint(x: 690, y: 450)], turned: degrees)
        #expect(readings.map(\.0) == ["115-10/11A", "115-10/11A"])
        #expect(!readings[0].1.intersects(readings[1].1))
    }

    @Test(arguments: [
        ("115-10/11A", true), ("115-11/11A", false), ("115-10/11", false), ("116-10/51A", true),
        ("79-7", false),
        ("1-0", true), ("9-1", false), ("", false), ("1", false),
    ])
    func reversibleTexts(text: String, isReversible: Bool) {
        #expect(DXFilmEdge.isReversible(text) == isReversible)
    }
}
