import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct FinderPatternSearchTests {
    @Test(arguments: [0.0, 10, 25, 45, 70, 90, 200])
    func findsThreePatternsAtAnyAngle(degrees: Double) throws {
        let (patterns, truth) = try patterns(degrees: degrees, module: 5, isInverted: false, noise: 15)
        for center in truth {
            let nearest = try #require(
                patterns.filter { !$0.isInverted }.min { distance($0, center) < distance($1, center) })
            #expect(distance(nearest, center) < 1)
            // A line through a turned square is up to √2 times as long as its side.
            #expect(nearest.moduleSize > 4.6 && nearest.moduleSize < 5 * 1.5)
            #expect(nearest.rows >= 4)
        }
    }

    @Test(arguments: [2.0, 3, 8, 14])
    func findsSmallAndLargePatterns(module: Double) throws {
        let (patterns, truth) = try patterns(degrees: 5, module: module, isInverted: false, noise: 4)
        for center in truth {
            #expect(
                patterns.contains {
                    distance($0, center) < module / 2 && abs($0.moduleSize / module - 1) < 0.2
                })
        }
    }

    @Test func tellsLightOnDark() throws {
        let (patterns, truth) = try patterns(degrees: 5, module: 4, isInverted: true, noise: 4)
        for center in truth {
            #expect(patterns.contains { distance($0, center) < 2 && $0.isInverted })
            #expect(!patterns.contains { distance($0, center) < 2 && !$0.isInverted })
        }
    }

    @Test func placesAreThePictureS() throws {
        var picture = DrawnPicture(width: 2400, height: 1800)
        let code = DrawnQR(version: 2)
        let placed = Homography.scale(x: 20, y: 20).then(.translation(x: 1200, y: 700))
        try picture.draw(placed) { code.color($0) }
        let view = View(picture.plane).shrunk(toLongerSide: 1600)
        let pattern = try #require(
            FinderPatternSearch.patterns(in: view).first { distance($0, CGPoint(x: 1270, y: 770)) < 5 })
        #expect(abs(pattern.moduleSize - 20) < 1)
    }

    @Test(arguments: [(1, 1), (6, 300), (7, 7), (300, 8), (1600, 1200)])
    func survivesNoiseOfAnySize(width: Int, height: Int) {
        var picture = DrawnPicture(width: width, height: height, background: 128)
        picture.addNoise(128, seed: 7)
        let patterns = FinderPatternSearch.patterns(in: View(picture.plane))
        let crowd = patterns.dropFirst(FinderPatternSearch.limit)
        #expect(crowd.allSatisfy { $0.rows >= FinderPatternSearch.fewestRows })
        let result = QRCandidateSearch.candidates(from: patterns, in: View(picture.plane))
        let taken = result.candidates.flatMap { [$0.corner, $0.right, $0.below] }
        #expect(Set(taken + result.loose) == Set(patterns))
        // In one triple by its score or timing, and in one more that is nearly a square's; a loose one at most in the latter.
        let uses = Dictionary(grouping: taken, by: \.self).mapValues(\.count)
        #expect(uses.values.allSatisfy { $0 <= 2 })
        #expect(result.loose.allSatisfy { uses[$0, default: 0] <= 1 })
        #expect(Set(result.loose).count == result.loose.count)
    }

    @Test func findsNothingInFlatPictures() {
        for value in [0.0, 128, 255] {
            let picture = DrawnPicture(width: 640, height: 480, background: value)
            #expect(FinderPatternSearch.patterns(in: View(picture.plane)).isEmpty)
        }
    }

    private func distance(_ pattern: FinderPattern, _ point: CGPoint) -> Double {
        hypot(pattern.center.x - point.x, pattern.center.y - point.y)
    }

    /// What is found of a turned version 2 code in the middle of a picture, and where its patterns are.
    private func patterns(
        degrees: Double, module: Double, isInverted: Bool, noise: Double
    ) throws -> ([FinderPattern], [CGPoint]) {
        let code = DrawnQR(version: 2)
        var picture = DrawnPicture(width: 640, height: 560, background: isInverted ? 30 : 230)
        let placed = Homography.translation(x: -12.5, y: -12.5).then(.scale(x: module, y: module))
            .then(.rotation(degrees: degrees)).then(.translation(x: 320.3, y: 280.2))
        try picture.draw(placed) { place in
            isInverted ? code.color(place, dark: 230, light: 30) : code.color(place)
        }
        picture.addNoise(noise, seed: 3)
        let truth = [(3.5, 3.5), (21.5, 3.5), (3.5, 21.5)].map { placed(CGPoint(x: $0.0, y: $0.1)) }
        return (FinderPatternSearch.patterns(in: View(picture.plane)), truth)
    }
}
