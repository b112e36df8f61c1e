import Foundation
import Testing

@testable import MetadataOutput

/// Angles measured ten times a second, with errors of a degree and a half.
@Suite struct AngleFilterTests {
    private static let seconds = 0.1

    /// Errors that are no errors of chance: the same each run, mean 0, spread 1.5.
    private func error(_ index: Int) -> Double {
        [1.9, -0.4, -2.1, 1.2, 0.3, -1.6, 2.2, -1.3, 0.7, -0.9][index % 10]
    }

    private func way(_ from: Double, _ to: Double) -> Double { (to - from + 540).wrappedDegrees - 180 }

    @Test(arguments: [0.0, 90, 359])
    func aHeadAtRestTremblesLess(_ angle: Double) {
        var filter = AngleFilter(angle)
        var (raw, smooth) = (0.0, 0.0)
        for index in 0..<200 {
            filter.correct(with: (angle + error(index)).wrappedDegrees, seconds: Self.seconds)
            raw += pow(error(index), 2)
            smooth += pow(way(angle, filter.angle), 2)
            #expect((0..<360).contains(filter.angle))
        }
        #expect(smooth < 0.5 * raw)
    }

    /// From 330° over 0° to 30° in 0.4 s.
    @Test func aFastTurnIsNotLate() {
        var filter = AngleFilter(330)
        var late = 0.0
        for index in 0..<20 {
            let turned = min(60, max(0, Double(index - 5) * 15))
            filter.correct(with: (330 + turned).wrappedDegrees, seconds: Self.seconds)
            late = max(late, abs(way(filter.angle, (330 + turned).wrappedDegrees)))
        }
        #expect(late < 4)
        #expect(abs(way(filter.angle, 30)) < 0.5)
    }

    /// What motion has turned already is no speed of the head's own.
    @Test func turningByMotionIsNoSurprise() {
        var filter = AngleFilter(350)
        for step in 1...20 {
            filter.turn(by: 5)
            filter.correct(with: (350 + 5 * Double(step)).wrappedDegrees, seconds: Self.seconds)
            #expect(abs(way(filter.angle, 350 + 5 * Double(step))) < 1e-9)
        }
    }

    @Test func longPausesAreBelieved() {
        var filter = AngleFilter(10)
        filter.correct(with: 50, seconds: 10)
        #expect(abs(filter.angle - 50) < 1)
    }
}
