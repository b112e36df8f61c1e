import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct QRGridSamplerTests {
    @Test(arguments: [(1, []), (2, [6, 18]), (7, [6, 22, 38]), (14, [6, 26, 46, 66])], [0.0, 33])
    func samplesAllModulesInPerspective(symbol: (version: Int, alignment: [Int]), degrees: Double) throws {
        let code = DrawnQR(version: symbol.version, alignment: symbol.alignment)
        let placed = try placed(code, degrees: degrees)
        var picture = DrawnPicture(width: 520, height: 520)
        try picture.draw(placed) { code.color($0) }
        picture.addNoise(8, seed: 2)
        let size = Double(code.dimension)
        let corners = CGRect(x: 0, y: 0, width: size, height: size).corners.map { placed($0) }
        let grid = try #require(firstGrid(in: picture.plane, around: CGRect(around: corners)))
        #expect(grid.plane.width == (code.dimension + 8) * 3)
        let wrong = wrongModules(of: grid, code)
        #expect(wrong <= max(1, code.isDark.count / 400))
        // The grid knows where it came from.
        for (column, row) in [(0.0, 0.0), (size, 0), (size, size)] {
            let seen = grid.toPicture(CGPoint(x: (column + 4) * 3, y: (row + 4) * 3))
            let truth = placed(CGPoint(x: column, y: row))
            // A module is 5 pixels wide or less.
            #expect(hypot(seen.x - truth.x, seen.y - truth.y) < 3)
        }
    }

    @Test func followsABentSymbol() throws {
        let code = DrawnQR(version: 14, alignment: [6, 26, 46, 66])
        var picture = DrawnPicture(width: 440, height: 440)
        // A module and a half of sag, as on a can.
        try picture.draw(.translation(x: 60, y: 60)) { place in
            let bend = (place.x - 160) / 160
            return code.color(CGPoint(x: place.x / 4.4, y: place.y / 4.4 + 1.5 * bend * bend))
        }
        let box = CGRect(x: 60, y: 60, width: 321, height: 321)
        let grid = try #require(firstGrid(in: picture.plane, around: box))
        #expect(Double(wrongModules(of: grid, code)) <= 0.01 * Double(code.isDark.count))
    }

    @Test func threeSquaresAloneAreWorthNoGrid() throws {
        var picture = DrawnPicture(width: 300, height: 300)
        for (x, y) in [(20.0, 20.0), (200, 20), (20, 200)] {
            try picture.draw(Homography.scale(x: 6, y: 6).then(.translation(x: x, y: y))) { place in
                guard place.x >= 0, place.y >= 0, place.x < 7, place.y < 7 else { return nil }
                let ring = max(abs(Int(place.x) - 3), abs(Int(place.y) - 3))
                return ring == 2 ? 230 : 30
            }
        }
        let view = View(picture.plane)
        let found = QRCandidateSearch.candidates(from: FinderPatternSearch.patterns(in: view), in: view)
        let candidate = try #require(found.candidates.first)
        #expect(!candidate.hasTiming)
        let sampler = try #require(QRGridSampler(candidate, in: candidate.crop(from: view)))
        #expect(Array(sampler.grids(of: .flat)).isEmpty)
    }

    @Test func gridsAreFewInNoise() throws {
        var picture = DrawnPicture(width: 600, height: 600, background: 128)
        picture.addNoise(128, seed: 12)
        let view = View(picture.plane)
        for candidate in QRCandidateSearch.candidates(from: FinderPatternSearch.patterns(in: view), in: view)
            .candidates
        {
            let sampler = try #require(QRGridSampler(candidate, in: candidate.crop(from: view)))
            #expect(Array(sampler.grids(of: .flat)).count <= QRGridSampler.limit)
        }
    }

    /// The first grid of the candidate whose three patterns are the drawn code's.
    private func firstGrid(in plane: Plane, around box: CGRect) -> View? {
        let view = View(plane)
        let found = QRCandidateSearch.candidates(from: FinderPatternSearch.patterns(in: view), in: view)
        let candidate = found.candidates.first { candidate in
            let seen = CGRect(around: candidate.corners)
            return seen.intersection(box).width > 0.8 * box.width && seen.width < 1.25 * box.width
        }
        return candidate.flatMap { candidate in
            QRGridSampler(candidate, in: candidate.crop(from: view))?.grids(of: .flat).first { _ in true }
        }
    }

    private func wrongModules(of grid: View, _ code: DrawnQR) -> Int {
        code.isDark.indices.count { index in
            let (column, row) = (index % code.dimension, index / code.dimension)
            let isDark = grid.plane[(column + 4) * 3 + 1, (row + 4) * 3 + 1] < 128
            return isDark != code.isDark[index]
        }
    }

    /// The symbol foreshortened and turned in the middle of 520 × 520 pixels.
    private func placed(_ code: DrawnQR, degrees: Double) throws -> Homography {
        let size = Double(code.dimension)
        let half = min(size * 2.5, 170)
        let corners = [
            ((0.0, 0.0), (-half * 0.9, -half * 0.95)), ((size, 0), (half * 0.9, -half * 0.95)),
            ((size, size), (half, half)), ((0, size), (-half, half)),
        ]
        let tilted = try #require(
            Homography(
                fitting: corners.map { source, target in
                    (CGPoint(x: source.0, y: source.1), CGPoint(x: target.0, y: target.1), 1)
                }))
        return tilted.then(.rotation(degrees: degrees)).then(.translation(x: 260, y: 260))
    }
}

@Suite struct QRVersionTests {
    /// From the standard's table of alignment patterns.
    @Test(arguments: [
        (1, []), (2, [6, 18]), (6, [6, 34]), (7, [6, 22, 38]), (22, [6, 26, 50, 74, 98]),
        (32, [6, 34, 60, 86, 112, 138]), (36, [6, 24, 50, 76, 102, 128, 154]),
        (40, [6, 30, 58, 86, 114, 142, 170]),
    ])
    func knowsTheAlignmentPatterns(number: Int, coordinates: [Int]) throws {
        let version = try #require(QRVersion(number))
        #expect(version.alignmentCoordinates == coordinates)
        #expect(version.alignmentCenters.count == max(0, coordinates.count * coordinates.count - 3))
    }

    /// From the standard's table of version information.
    @Test(arguments: [(7, 0x07C94), (8, 0x085BC), (21, 0x15683), (40, 0x28C69)])
    func readsVersionInformationWithErrors(number: Int, codeword: Int) {
        #expect(QRVersion(information: UInt32(codeword))?.number == number)
        #expect(QRVersion(information: UInt32(codeword) ^ 0b1_0001_0000_0001)?.number == number)
    }

    @Test func refusesWhatIsNoVersion() {
        #expect(QRVersion(0) == nil && QRVersion(41) == nil)
        #expect(QRVersion(information: 0) == nil)
        #expect(QRVersion(nearestTo: 1e9).number == 40 && QRVersion(nearestTo: -5).number == 1)
    }
}
