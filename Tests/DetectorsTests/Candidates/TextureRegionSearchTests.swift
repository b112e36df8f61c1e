import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct TextureRegionSearchTests {
    /// Data Matrix symbols of "one" and "two".
    private static let symbols = [
        [
            "#.#.#.#.#.", "#.###.#.##", "##.#.#.#..", "####.##.##", "#......##.", "#.####...#", "##.....#..",
            "###.##..##", "####..#...", "##########",
        ],
        [
            "#.#.#.#.#.", "#.#...####", "####.#..#.", "#...#...##", "#.#.#.###.", "##.###.#.#", "#.#..##...",
            "###.##.###", "#..##.##..", "##########",
        ],
    ]

    private func picture() throws -> Plane {
        var picture = DrawnPicture(width: 700, height: 500)
        for (index, symbol) in Self.symbols.enumerated() {
            let placed = Homography.scale(x: 7, y: 7).then(.rotation(degrees: 20 + 50 * Double(index)))
                .then(.translation(x: 150 + 320 * Double(index), y: 150 + 120 * Double(index)))
            try picture.draw(placed) { point in
                guard 0..<10 ~= point.x, 0..<10 ~= point.y else { return nil }
                let row = Array(symbol[Int(point.y)])
                return row[Int(point.x)] == "#" ? 30 : 230
            }
        }
        picture.addNoise(6, seed: 3)
        return picture.plane
    }

    @Test func symbolsAreFoundAndPlainGroundIsNot() throws {
        let regions = TextureRegionSearch.regions(in: View(try picture()))
        #expect(regions.contains { $0.contains(CGPoint(x: 170, y: 195)) })
        #expect(regions.contains { $0.contains(CGPoint(x: 450, y: 310)) })
        #expect(!regions.contains { $0.contains(CGPoint(x: 600, y: 80)) })
        #expect(TextureRegionSearch.regions(in: View(DrawnPicture(width: 20, height: 3).plane)).isEmpty)
    }

    @Test func allOfThemAreReadWithMostEffort() throws {
        let frame = Frame(luma: try picture())
        func texts(_ effort: Effort) throws -> Set<String?> {
            let request = DetectionRequest(types: [.dataMatrix], effort: effort).unhurried
            let readings = try CodeDetector().detect(request, in: frame).readings
            return Set(
                ReadingArbiter().detections(readings).map {
                    if case .code(let content) = $0.reading.content { content.text } else { nil }
                })
        }
        #expect(try texts(.thorough) == ["one", "two"])
    }
}
