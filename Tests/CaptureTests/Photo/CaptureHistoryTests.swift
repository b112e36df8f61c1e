import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// For how long pictures are kept for events, and of which stream they are.
@Suite(.timeLimit(.minutes(5))) struct CaptureHistoryTests {
    private struct NoStills: StillMaker {
        func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
            throw PayloadError(.undecodable, "none")
        }
    }

    /// A camera each of whose streams counts to three, a second of its own time after the one before, and then ends or sends nothing.
    private final class Camera: CaptureInput {
        let sourceName = "camera"
        let side: Int
        let isLost: Bool
        private let streams = Mutex(0)

        init(side: Int = 8, isLost: Bool = false) { (self.side, self.isLost) = (side, isLost) }

        /// One that was lost is not there any more.
        var isConnected: Bool { !isLost || streams.withLock { $0 == 0 } }

        func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
            let number = streams.withLock { streams in
                defer { streams += 1 }
                return streams
            }
            return Stream(of: self, number)
        }

        private final class Stream: CaptureStream {
            let formatDescription = "grey"
            private let camera: Camera
            private let stream: Int
            private var number = 0

            init(of camera: Camera, _ stream: Int) { (self.camera, self.stream) = (camera, stream) }

            func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
                guard number < 3 else {
                    if camera.isLost { throw CaptureError(.deviceWasDisconnected, "unplugged") }
                    Thread.sleep(forTimeInterval: 0.001)
                    return nil
                }
                number += 1
                var frame = CaptureFrame.grey(number, side: camera.side)
                frame.time = Self.time(stream, number)
                return frame
            }

            func close() {}

            static func time(_ stream: Int, _ number: Int) -> Duration {
                .milliseconds(1_000 * stream + number)
            }
        }
    }

    private func time(_ stream: Int, _ number: Int) -> Duration { .milliseconds(1_000 * stream + number) }

    private func wait(until isTrue: () -> Bool) async throws {
        while !isTrue() { try await Task.sleep(for: .milliseconds(1)) }
    }

    private func session(_ camera: Camera, _ history: CaptureHistory) throws -> CaptureSession {
        let session = CaptureSession(reconnectPolicy: .test(firstDelay: .zero))
        try session.addInput(camera)
        try session.addOutput(history)
        return session
    }

    /// A camera that is opened again counts from the beginning.
    @Test func aNumberAloneIsNoPicture() async throws {
        let history = CaptureHistory(stills: NoStills())
        let session = try session(Camera(), history)
        for stream in 0...1 {
            try await session.startRunning()
            try await wait { history.picture(of: "camera", at: time(stream, 3)) != nil }
            await session.stopRunning()
        }
        for stream in 0...1 {
            #expect(history.picture(of: "camera", sequenceNumber: 2, at: time(stream, 2)) != nil)
            // Of another picture of that number, which is not kept any more.
            #expect(
                history.picture(of: "camera", sequenceNumber: 2, at: time(stream, 2) + .nanoseconds(1)) == nil
            )
        }
        #expect(history.picture(of: "another", sequenceNumber: 2, at: time(0, 2)) == nil)
    }

    /// A camera may be away for months.
    @Test func aCameraThatIsAwayKeepsNoPictures() async throws {
        let history = CaptureHistory(stills: NoStills(), patience: .milliseconds(100))
        let session = try session(Camera(isLost: true), history)
        let events = session.events()
        try await session.startRunning()
        for await case .wasInterrupted in events { break }
        try await wait { history.picture(of: "camera", at: time(0, 3)) == nil }
        await session.stopRunning()
    }

    /// What was seen last may be told after that.
    @Test func aStoppedCameraKeepsItsPicturesForAWhile() async throws {
        let history = CaptureHistory(stills: NoStills())
        let session = try session(Camera(), history)
        try await session.startRunning()
        try await wait { history.picture(of: "camera", at: time(0, 3)) != nil }
        await session.stopRunning()
        #expect((1...3).allSatisfy { history.picture(of: "camera", at: time(0, $0)) != nil })
        let hasty = CaptureHistory(stills: NoStills(), patience: .milliseconds(1))
        let second = try self.session(Camera(), hasty)
        try await second.startRunning()
        await second.stopRunning()
        try await wait { (1...3).allSatisfy { hasty.picture(of: "camera", at: time(0, $0)) == nil } }
    }

    /// Each time that a configuration is read again.
    @Test func whatHasEndedKeepsTogetherNoMoreThanACamera() async throws {
        let history = CaptureHistory(stills: NoStills())
        // Three pictures are 27 MB.
        let session = try session(Camera(side: 3_000), history)
        for stream in 0...2 {
            try await session.startRunning()
            try await wait { history.picture(of: "camera", at: time(stream, 3)) != nil }
            await session.stopRunning()
        }
        #expect((0...1).allSatisfy { history.picture(of: "camera", at: time($0, 3)) == nil })
        #expect((1...3).allSatisfy { history.picture(of: "camera", at: time(2, $0)) != nil })
    }
}
