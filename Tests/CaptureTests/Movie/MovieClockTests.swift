import MetadataOutput
import Testing

@testable import Capture

@Suite struct MovieClockTests {
    /// Of a recording that ends with the first frame of another file.
    @Test func aFrameAloneInTheNextFileLastsAsLongAsThoseBefore() {
        var clock = MovieClock()
        #expect(clock.end == 0)
        _ = clock.tick(of: .seconds(7))
        // Nobody knows better.
        #expect(clock.end == 3_000)
        #expect(clock.tick(of: .seconds(7) + .milliseconds(20)) == 1_800 && clock.end == 3_600)
        var next = clock.ofNextFile
        #expect(next.lastTime == nil && next.end == 0)
        #expect(next.tick(of: .seconds(7) + .milliseconds(40)) == 0 && next.end == 1_800)
    }
}
