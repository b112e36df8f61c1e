import MetadataOutput
import Testing

@testable import Capture

@Suite struct FramePaceTests {
    /// What cameras are asked for is known before their first picture.
    @Test func howFarApartPicturesAreIsKnown() throws {
        var settings = NetworkCameraSettings()
        let (http, rtsp) = (try NetworkAddress("http://a/"), try NetworkAddress("rtsp://a/"))
        #expect(settings.frameInterval(of: http) == .milliseconds(200))
        #expect(settings.frameInterval(of: rtsp) == nil)
        settings.maximumFrameRate = 0.5
        #expect(settings.frameInterval(of: http) == .seconds(2))
        #expect(settings.frameInterval(of: rtsp) == .seconds(2))
        settings.snapshotRate = 0.2
        #expect(settings.frameInterval(of: http) == .seconds(5))
    }

    /// How many of these times are taken.
    private func taken(_ times: [Double], rate: Double) -> [Double] {
        var pace = FramePace(rate: rate)
        return times.filter { pace.takes(.seconds($0)) }
    }

    private func times(every interval: Double, until end: Double) -> [Double] {
        Array(stride(from: 100, to: 100 + end, by: interval))
    }

    @Test func soManyAreTaken() {
        #expect((20...21).contains(taken(times(every: 0.04, until: 20), rate: 1).count))
        #expect((399...401).contains(taken(times(every: 1 / 30, until: 20), rate: 20).count))
        // As many as there are, though they do not come at even times.
        let uneven = (0..<600).map { 100 + Double($0) / 30 + ($0.isMultiple(of: 2) ? 0.01 : 0) }
        #expect(taken(uneven, rate: 30) == uneven)
        let slow = times(every: 0.5, until: 20)
        #expect(taken(slow, rate: 30) == slow)
    }

    @Test func aPauseIsNotMadeUpFor() {
        let times = [0, 1, 7.3, 7.4, 7.7, 8.2, 8.4]
        #expect(taken(times, rate: 1) == [0, 1, 7.3, 8.2])
    }

    @Test func aCameraOfWhichFewAreTakenIsNotSilent() throws {
        var settings = NetworkCameraSettings()
        settings.maximumFrameRate = 0.1
        #expect(settings.timeout(for: try NetworkAddress("rtsp://camera/")) == .seconds(20))
        #expect(settings.timeout(for: try NetworkAddress("http://camera/")) == .seconds(20))
        settings.maximumFrameRate = 1
        #expect(settings.timeout(for: try NetworkAddress("rtsp://camera/")) == .seconds(15))
        #expect(settings.timeout(for: try NetworkAddress("http://camera/")) == .seconds(5))
    }
}
