import MetadataOutput
import Testing

@testable import Capture

/// How often a camera is asked by somebody whom it refuses.
@Suite struct RefusedLoginsTests {
    @Test func aCameraIsLeftAloneAfterThree() {
        let (start, error) = (ContinuousClock.now, CaptureError(.applicationIsNotAuthorizedToUseDevice, "no"))
        let wrong = NetworkCredentials(user: "admin", password: "wrong")
        var refused = RefusedLogins()
        let answers = (0..<4).map { attempt in
            let told = refused.error(for: wrong, at: start)
            if told == nil { refused.note(error, of: wrong, at: start) }
            return told?.message
        }
        #expect(answers == [nil, nil, nil, "no"])
        // Later, with another password or with none it is asked.
        #expect(refused.error(for: wrong, at: start + .seconds(299)) != nil)
        #expect(refused.error(for: wrong, at: start + .seconds(301)) == nil)
        #expect(refused.error(for: nil, at: start) == nil)
        let right = NetworkCredentials(user: "admin", password: "right")
        #expect(refused.error(for: right, at: start) == nil)
        refused.note(error, of: right, at: start)
        #expect(refused.error(for: right, at: start) == nil)
        refused.note(error, of: wrong, at: start)
        refused.forget()
        #expect(refused.error(for: wrong, at: start) == nil)
    }

    @Test func aCameraThatIsSeldomAskedIsNotSilent() throws {
        var settings = NetworkCameraSettings()
        #expect(settings.timeout(for: try NetworkAddress("http://camera/")) == .seconds(5))
        #expect(settings.timeout(for: try NetworkAddress("rtsp://camera/")) == .seconds(15))
        settings.snapshotRate = 0.1
        #expect(settings.timeout(for: try NetworkAddress("http://camera/")) == .seconds(20))
        settings.timeout = .seconds(1)
        #expect(settings.timeout(for: try NetworkAddress("http://camera/")) == .seconds(1))
    }
}
