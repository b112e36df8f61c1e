import Testing

@testable import Capture

/// One attempt to open an input's stream.
@Suite struct StreamOpeningTests {
    @Test func itCanBeWithdrawnUntilItEnds() {
        let opening = StreamOpening(.start) { true }
        #expect(opening.isCancelled)
        opening.end(nil)
        // A running camera that is connected anew while its session is stopped is not lost.
        #expect(!opening.isCancelled)
        #expect(opening.wait() == nil)
    }

    @Test func theFirstEndCounts() {
        let opening = StreamOpening(.change)
        let error = CaptureError(.deviceFailed, "broken")
        opening.end(error)
        opening.end(nil)
        #expect(opening.wait() == error)
    }
}
