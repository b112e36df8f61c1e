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
            for _ in 0..<5000 where all.count < count { try? await Task.sleep(for: .milliseconds(1)) }
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
