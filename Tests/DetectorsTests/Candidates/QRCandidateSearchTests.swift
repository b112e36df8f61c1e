import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct QRCandidateSearchTests {
    @Test(arguments: [0.0, 37, 90, 180, 270])
    func cornersStartAtTheCornerPattern(degrees: Double) throws {
        let (picture, placed) = try picture(version: 4, module: 5, degrees: degrees)
        let candidate = try #require(candidates(in: picture.plane).first)
        #expect(!candidate.isInverted)
        // Counter-clockwise as seen: top left, bottom left, bottom right, top right of the symbol itself.
        let truth = [(0.0, 0.0), (0, 33), (33, 33), (33, 0)].map { placed(CGPoint(x: $0.0, y: $0.1)) }
        for (corner, expected) in zip(candidate.corners, truth) {
            // The module's width is measured along rows, 1.4 times too much at worst, and 3.5 of them are added.
            #expect(hypot(corner.x - expected.x, corner.y - expected.y) < 3.5 * 5 * 0.65)
        }
        #expect(hypot(candidate.center.x - 320, candidate.center.y - 280) < 4)
    }

    @Test func tellsTwoCodesApart() throws {
        var picture = DrawnPicture(width: 900, height: 500)
        for (seed, x) in [(1, 60.0), (2, 420.0)] {
            let code = DrawnQR(version: 3, seed: UInt64(seed))
            try picture.draw(Homography.scale(x: 6, y: 6).then(.translation(x: x, y: 120))) { code.color($0) }
        }
        let centers = candidates(in: picture.plane).map(\.center.x).sorted()
        #expect(centers.count == 2)
        #expect(zip(centers, [60 + 87.0, 420 + 87.0]).allSatisfy { abs($0 - $1) < 4 })
    }

    @Test func inventsNothingOfTwoPatterns() {
        let patterns = [(100.0, 100.0), (200.0, 100.0)].map {
            FinderPattern(center: CGPoint(x: $0.0, y: $0.1), moduleSize: 4, isInverted: false, rows: 5)
        }
        let result = QRCandidateSearch.candidates(
            from: patterns, in: View(Plane(width: 300, height: 300) { _ in }))
        #expect(result.candidates.isEmpty)
        #expect(result.loose == patterns)
    }

    @Test(arguments: [(2.2, 2.0), (4.0, 1.0), (16.0, 5 / 16.0)])
    func cropSuitsTheModules(module: Double, factor: Double) throws {
        let (picture, placed) = try picture(version: 1, module: module, degrees: 0)
        let candidate = try #require(candidates(in: picture.plane).first)
        let crop = candidate.crop(from: View(picture.plane))
        #expect(abs(1 / crop.linearScale - factor) < factor * 0.05)
        // A finder pattern's centre is where the crop says: dark there, light two modules on.
        let back = try #require(crop.toPicture.inverse)
        for (place, isDark) in [(3.5, true), (5.5, false), (6.5, true), (7.5, false)] {
            let pixel = back(placed(CGPoint(x: place, y: 3.5)))
            #expect((crop.plane[Int(pixel.x), Int(pixel.y)] < 128) == isDark)
        }
        // The whole symbol with its quiet zone is in it.
        for corner in [(-3.0, -3.0), (24, 24)].map({ back(placed(CGPoint(x: $0.0, y: $0.1))) }) {
            #expect(corner.x > 0 && corner.y > 0)
            #expect(corner.x < Double(crop.plane.width) && corner.y < Double(crop.plane.height))
        }
    }

    @Test func cropOfAHugeCandidateStaysInThePicture() {
        func pattern(_ x: Double, _ y: Double) -> FinderPattern {
            FinderPattern(center: CGPoint(x: x, y: y), moduleSize: 300, isInverted: false, rows: 1)
        }
        let candidate = QRCandidate(
            corner: pattern(39_000, 900), right: pattern(1, 1), below: pattern(2, 999), score: 0)
        let picture = View(Plane(width: 40_000, height: 1000) { _ in })
        let crop = candidate.crop(from: picture)
        #expect(crop.plane.width <= 700)
    }

    /// Seen from 60° off its normal: about a diagonal its legs are at 53° or 127° to each other, about a side one is half as long as
    /// the other.
    @Test(arguments: [0.0, 45, 90, 135], [0.0, 30])
    func aSteepSymbolIsFoundByItsTimingPatterns(axis: Double, turn: Double) throws {
        let code = DrawnQR(version: 5)
        let half = Double(code.dimension) / 2
        var picture = DrawnPicture(width: 640, height: 560)
        let placed = Homography.translation(x: -half, y: -half).then(.scale(x: 9, y: 9))
            .then(.rotation(degrees: axis)).then(.scale(x: 1, y: 0.5)).then(.rotation(degrees: turn))
            .then(.translation(x: 320, y: 280))
        try picture.draw(placed) { code.color($0) }
        let patterns = FinderPatternSearch.patterns(in: View(picture.plane))
        let found = QRCandidateSearch.candidates(from: patterns, in: View(picture.plane)).candidates
        let candidate = try #require(found.first)
        #expect(candidate.hasTiming)
        #expect(hypot(candidate.center.x - 320, candidate.center.y - 280) < 4)
        let sampler = try #require(QRGridSampler(candidate, in: candidate.crop(from: View(picture.plane))))
        #expect(sampler.versions().first == QRVersion(5))
        // Where nothing is between the same patterns, they are no such symbol.
        let blank = View(Plane(width: 640, height: 560) { _ in })
        let others = QRCandidateSearch.candidates(from: patterns, in: blank).candidates
        #expect(!others.contains { hypot($0.center.x - 320, $0.center.y - 280) < 4 })
    }

    private func candidates(in plane: Plane) -> [QRCandidate] {
        QRCandidateSearch.candidates(from: FinderPatternSearch.patterns(in: View(plane)), in: View(plane))
            .candidates
    }

    /// A turned code in the middle of a picture, and where its modules are.
    private func picture(
        version: Int, module: Double, degrees: Double
    ) throws -> (DrawnPicture, Homography) {
        let code = DrawnQR(version: version)
        let half = Double(code.dimension) / 2
        var picture = DrawnPicture(width: 640, height: 560)
        let placed = Homography.translation(x: -half, y: -half).then(.scale(x: module, y: module))
            .then(.rotation(degrees: degrees)).then(.translation(x: 320, y: 280))
        try picture.draw(placed) { code.color($0) }
        return (picture, placed)
    }
}

extension Plane {
    /// One sample.
    subscript(x: Int, y: Int) -> UInt8 {
        withBytes { $0[y * bytesPerRow + x] }
    }
}
