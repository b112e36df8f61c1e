import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// What is followed of bars that have no end.
@Suite struct BarRunsTests {
    /// Bars of five pixels, as high as the picture.
    private static func bars(width: Int, height: Int) -> Plane {
        Plane(width: width, height: height) { samples in
            for index in samples.indices { samples[index] = index % width / 5 % 2 == 0 ? 20 : 235 }
        }
    }

    @Test func aLineGoesNoFartherThanAsked() throws {
        let plane = Self.bars(width: 1000, height: 20)
        let (origin, unit) = (CGPoint(x: 500, y: 10), CGPoint(x: 1, y: 0))
        let whole = try #require(BarRuns(of: plane, through: origin, along: unit))
        let part = try #require(BarRuns(of: plane, through: origin, along: unit, within: (40, 60)))
        #expect(whole.edges(within: 1000) > 150)
        #expect(part.edges(within: 40) >= 14 && part.edges(within: 1000) <= 24)
    }

    @Test func anOutlineIsNoHigherThanAnySymbol() throws {
        let plane = Self.bars(width: 200, height: 3000)
        let outline = try #require(
            BarOutline(in: plane, from: CGPoint(x: 80, y: 1500), to: CGPoint(x: 125, y: 1500)))
        let height = CGRect(around: outline.corners).height
        #expect(height > 45 * 10 && height < 45 * 17)
    }
}
