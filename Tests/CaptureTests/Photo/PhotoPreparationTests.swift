import Decoders
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// The six rules of prepared settings.
@Suite struct PhotoPreparationTests {
    private final class Handlers: Sendable {
        private let told = Mutex<[String]>([])

        var all: [String] { told.withLock { $0 } }

        func handler(_ name: String) -> @Sendable (Bool) -> Void {
            { isPrepared in self.told.withLock { $0.append("\(name) \(isPrepared)") } }
        }

        func wait(for count: Int) async -> [String] {
            for _ in 0..<60_000 where all.count < count { try? await Task.sleep(for: .milliseconds(1)) }
            // Nobody is told twice.
            try? await Task.sleep(for: .milliseconds(20))
            return all
        }
    }

    private let handlers = Handlers()

    private func bench() throws -> PhotoBench {
        try PhotoBench(.init(code: "GREY", width: 4, height: 2)) { _, _ in [UInt8](repeating: 9, count: 8) }
    }

    @Test func onAStoppedSessionTheHandlerIsCalledAfterTheStart() async throws {
        let bench = try bench()
        bench.output.setPreparedPhotoSettings(
            [CapturePhotoSettings()], completionHandler: handlers.handler("a"))
        #expect(await handlers.wait(for: 0) == [])
        try await bench.session.startRunning()
        #expect(await handlers.wait(for: 1) == ["a true"])
        #expect(bench.output.preparedPhotoSettings.count == 1)
        // It is sticky, and settings are not used up by it.
        let (settings, recorder) = (bench.output.preparedPhotoSettings[0], PhotoRecorder())
        try bench.output.capturePhoto(with: settings, delegate: recorder)
        #expect(try await recorder.telling(of: settings).calls.last == "didFinish")
        #expect(bench.output.preparedPhotoSettings.count == 1)
        bench.end()
        #expect(handlers.all == ["a true"])
    }

    @Test func betweenBeginAndCommitItWaitsForTheCommit() async throws {
        let bench = try bench()
        try await bench.session.startRunning()
        bench.session.beginConfiguration()
        bench.output.setPreparedPhotoSettings(
            [CapturePhotoSettings()], completionHandler: handlers.handler("a"))
        #expect(await handlers.wait(for: 0) == [])
        try bench.session.commitConfiguration()
        #expect(await handlers.wait(for: 1) == ["a true"])
        bench.end()
    }

    /// Counts the pictures that are looked at.
    private final class CountingMaker: StillMaker {
        let measured = Mutex(0)

        func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
            if request.includesMeasure { measured.withLock { $0 += 1 } }
            return try StandardStillMaker().stills(request)
        }
    }

    /// What does not show is waited for as long as any camera takes, unless it is known how long this one does.
    @Test func aSeriesThatWasPreparedForKnowsHowLateTheCameraIs() async throws {
        func picturesNeeded(isPrepared: Bool) async throws -> Int {
            let maker = CountingMaker()
            let bench = try BracketTests.bench(late: 1, stills: maker)
            try await bench.session.startRunning()
            var settings = CapturePhotoSettings()
            settings.bracket = [.autoExposure(bias: 0)]
            if isPrepared {
                let handlers = Handlers()
                bench.output.setPreparedPhotoSettings([settings], completionHandler: handlers.handler("a"))
                #expect(await handlers.wait(for: 1) == ["a true"])
                // Nothing is left of what was tried.
                #expect(
                    bench.camera.value(.exposureAuto) == 3 && bench.camera.value(.exposureAbsolute) == 250)
            }
            let (recorder, before) = (PhotoRecorder(), maker.measured.withLock { $0 })
            try bench.output.capturePhoto(with: settings, delegate: recorder)
            let telling = try await recorder.telling(of: settings)
            bench.end()
            #expect(telling.photos.map(\.settingEvidence) == [.accepted])
            return maker.measured.withLock { $0 } - before
        }
        let unprepared = try await picturesNeeded(isPrepared: false)
        let prepared = try await picturesNeeded(isPrepared: true)
        #expect(
            unprepared > BracketSeries.mostFrames && prepared <= unprepared / 2, "\(prepared), \(unprepared)")
    }

    @Test func emptySettingsGiveBackWhatWasMadeReady() async throws {
        final class Maker: StillMaker {
            let calls = Mutex<[String]>([])

            func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
                calls.withLock { $0.append("stills") }
                throw PayloadError(.engineFailure, "nothing is made here")
            }

            func release() { calls.withLock { $0.append("release") } }
        }
        let maker = Maker()
        let (session, output) = (CaptureSession(reconnectPolicy: .never), CapturePhotoOutput(stills: maker))
        try session.addInput(ScriptedInput("a", [.delivers([], then: nil)]))
        try session.addOutput(output)
        try await session.startRunning()
        output.setPreparedPhotoSettings([CapturePhotoSettings()], completionHandler: handlers.handler("a"))
        _ = await handlers.wait(for: 1)
        output.setPreparedPhotoSettings([], completionHandler: handlers.handler("b"))
        #expect(await handlers.wait(for: 2) == ["a true", "b true"])
        #expect(maker.calls.withLock { $0 } == ["stills", "release"])
        await session.stopRunning()
    }

    @Test func aSecondCallEndsTheFirst() async throws {
        let bench = try bench()
        bench.output.setPreparedPhotoSettings(
            [CapturePhotoSettings()], completionHandler: handlers.handler("a"))
        bench.output.setPreparedPhotoSettings([], completionHandler: handlers.handler("b"))
        #expect(await handlers.wait(for: 1) == ["a false"])
        try await bench.session.startRunning()
        #expect(await handlers.wait(for: 2) == ["a false", "b true"])
        #expect(bench.output.preparedPhotoSettings.isEmpty)
        bench.end()
    }
}
