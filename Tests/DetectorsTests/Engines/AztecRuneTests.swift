import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Aztec runes, which an older ZXing-C++ does not read.
@Suite(.enabled(if: ZXing.isCurrent)) struct AztecRuneTests {
    /// The rune of 1, from a published picture of it.
    private static let one = [
        "###.#.#.#.#", "###########", "##.......##", "##.#####.#.", ".#.#...#.#.", "##.#.#.#.#.",
        ".#.#...#.##",
        ".#.#####.##", ".#.......##", ".##########", "..#..##.#..",
    ]

    private func picture(_ modules: [String], turned degrees: Double) throws -> Plane {
        var picture = DrawnPicture(width: 300, height: 260)
        let placed = Homography.translation(x: -5.5, y: -5.5).then(.scale(x: 9, y: 9))
            .then(.rotation(degrees: degrees)).then(.translation(x: 160, y: 130))
        try picture.draw(placed) { point in
            guard 0..<11 ~= point.x, 0..<11 ~= point.y else { return nil }
            return Array(modules[Int(point.y)])[Int(point.x)] == "#" ? 30 : 230
        }
        picture.addNoise(8, seed: 5)
        return picture.plane
    }

    private func readings(_ plane: Plane) throws -> [Reading] {
        try CodeDetector().detect(DetectionRequest(types: [.aztec]).unhurried, in: Frame(luma: plane))
            .readings
    }

    @Test(arguments: [0.0, 7, 30, 90, 180, 200, 270])
    func aRuneIsReadAtAnyTurn(degrees: Double) throws {
        let reading = try #require(try readings(try picture(Self.one, turned: degrees)).first)
        guard case .code(let content) = reading.content else { return }
        #expect(content.text == "001" && content.symbologyIdentifier == "]zC")
        #expect(reading.type == .aztec)
        // Its own top left first, then counter-clockwise.
        let turn = Homography.rotation(degrees: degrees).then(.translation(x: 160, y: 130))
        for (corner, place) in zip(
            reading.corners, [(-49.5, -49.5), (-49.5, 49.5), (49.5, 49.5), (49.5, -49.5)])
        {
            let expected = turn(CGPoint(x: place.0, y: place.1))
            #expect(hypot(corner.x - expected.x, corner.y - expected.y) < 8)
        }
    }

    /// Anything round has a ring around it, which is that of a rune but for a module now and then.
    @Test func aRuneOfWhichAModuleIsWrongIsNone() throws {
        var damaged = Self.one
        damaged[0] = "###...#.#.#"
        #expect(try readings(try picture(damaged, turned: 0)).isEmpty)
    }

    @Test func aRingOfNoMessageIsNone() throws {
        var damaged = Self.one
        damaged[0] = "###...#.#.#"
        damaged[3] = ".#.#####.##"
        damaged[7] = ".#.#####.#."
        damaged[10] = "..#.....#.."
        #expect(try readings(try picture(damaged, turned: 0)).isEmpty)
    }
}
