import Testing

@testable import Capture

/// Items are written as `output:frame`.
@Suite struct SynchronizedLinesTests {
    private func put(
        _ items: [(output: Int, frame: Int)], outputs: Int = 2
    ) -> [[String?]] {
        var lines = SynchronizedLines<String>(outputs: outputs)
        return items.flatMap { item in
            lines.put("\(item.output):\(item.frame)", of: item.output, at: .milliseconds(item.frame))
                .map(\.items)
        }
    }

    @Test(arguments: [false, true]) func whatBelongsTogetherComesTogetherInEitherOrder(isOtherFirst: Bool) {
        let pairs = (1...3).flatMap { frame in
            isOtherFirst ? [(1, frame), (0, frame)] : [(0, frame), (1, frame)]
        }
        #expect(put(pairs) == [["0:1", "1:1"], ["0:2", "1:2"], ["0:3", "1:3"]])
    }

    @Test func whatAnOutputHadNoTimeForIsLeftOut() {
        // The search takes three frames.
        #expect(
            put([(0, 1), (0, 2), (0, 3), (1, 1), (0, 4), (1, 4), (0, 5)])
                == [["0:1", "1:1"], ["0:2", nil], ["0:3", nil], ["0:4", "1:4"]])
        // And the first output may miss frames too: nothing is handed out for those.
        #expect(put([(1, 1), (1, 2), (0, 2), (1, 3), (0, 3)]) == [["0:2", "1:2"], ["0:3", "1:3"]])
    }

    @Test func nobodyIsWaitedForLongerThanEightFrames() {
        let frames = (1...10).map { (0, $0) }
        #expect(put(frames) == [["0:1", nil], ["0:2", nil]])
        // What comes then is too late.
        #expect(put(frames + [(1, 2), (1, 3)]).suffix(1) == [["0:3", "1:3"]])
    }

    @Test func aSlowFirstOutputCostsNoMoreThanEightItemsOfTheOthers() {
        let searches = (1...20).map { (1, $0) }
        #expect(
            put(searches + [(0, 1), (0, 13), (0, 20)]) == [
                ["0:1", nil], ["0:13", "1:13"], ["0:20", "1:20"],
            ])
    }

    @Test func allOthersAreWaitedFor() {
        #expect(
            put([(0, 1), (1, 1), (2, 2), (0, 2), (1, 2)], outputs: 3) == [
                ["0:1", "1:1", nil], ["0:2", "1:2", "2:2"],
            ])
        #expect(put([(0, 1)], outputs: 1) == [["0:1"]])
    }

    @Test func aSourceThatBeginsAnewLeavesNothingBehind() {
        #expect(
            put([(0, 7), (1, 7), (0, 8), (0, 1), (1, 1)]) == [
                ["0:7", "1:7"], ["0:8", nil], ["0:1", "1:1"],
            ])
    }
}
