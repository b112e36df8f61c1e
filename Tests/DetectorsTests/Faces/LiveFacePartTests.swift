import MetadataOutput
import Testing

@testable import Detectors

@Suite struct LiveFacePartTests {
    private func names(_ count: Int, _ effort: Effort) -> [[String]] {
        (0..<count).map { LiveFacePart(frame: $0, effort: effort).passes.map(\.name) }
    }

    @Test func passesTakeTurns() {
        #expect(
            names(8, .normal) == [
                ["hog640"], ["hog640small"], ["hog480+50"], [], ["hog640"], ["hog640small"], ["hog480-50"],
                [],
            ])
        #expect(names(6, .fast) == [["hog640"], ["hog480+50"], [], ["hog640"], ["hog480-50"], []])
    }

    @Test(arguments: [(30, 10), (10, 10), (4, 10), (2, 6)])
    func theModelIsDueByTime(framesPerSecond: Int, timesInThreeSeconds: Int) {
        let times = (0..<3 * framesPerSecond).map {
            Duration.seconds(1 + Double($0) / Double(framesPerSecond))
        }
        let frames = times.reduce(into: [LiveFrame]()) { frames, time in
            frames.append(LiveFrame(after: frames.last, at: time))
        }
        #expect(LiveFacePart.isModelDue(in: frames[0]))
        #expect(abs(frames.count { LiveFacePart.isModelDue(in: $0) } - timesInThreeSeconds) <= 1)
    }

    /// So that a track counts as missed once a cycle and not more.
    @Test(arguments: Effort.allCases)
    func theSharesOfACycleAddUpToOne(effort: Effort) {
        let cycle = effort == .fast ? 3 : 4
        let sum = (0..<cycle).reduce(0) { $0 + LiveFacePart(frame: $1, effort: effort).share }
        #expect(abs(sum - 1) < 1e-9)
    }
}
