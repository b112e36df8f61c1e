import Capture
import PreviewLink
import Testing

@testable import scanwatch

/// What is told of how far apart a camera's frames are.
@Suite struct FrameGapsTests {
    private func usual(_ times: [Int]) -> Duration? {
        var gaps = FrameGaps()
        for time in times { gaps.note(.seconds(time)) }
        return gaps.usual
    }

    @Test func aPauseMakesACameraNoSlower() {
        #expect(usual([10]) == nil && usual([10, 15]) == nil)
        #expect(usual([10, 15, 20]) == .seconds(5))
        #expect(usual([10, 11, 12, 600]) == .seconds(1))
        #expect(usual([10, 11, 12, 600, 601]) == .seconds(1))
        // One that has become slower is.
        #expect(usual([10, 11, 12, 20, 30]) == .seconds(8))
        #expect(usual([10, 9, 11]) == .zero)
    }
}
