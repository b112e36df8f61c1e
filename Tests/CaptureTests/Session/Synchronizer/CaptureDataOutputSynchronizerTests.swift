import Dispatch
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

@Suite struct CaptureDataOutputSynchronizerTests {
    private static let end = CaptureError(.inputEnded, "end")

    /// Sees one QR code that says the brightness of the picture, unless that is 0; over 200 it fails.
    private struct BrightnessDetector: Detector {
        let supportedTypes: Set<MetadataObjectType> = [.qr]

        func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
            let brightness = frame.luma.withBytes { $0[0] }
            if brightness > 200 { throw PayloadError(.engineFailure, "too bright") }
            let reading = Reading(
                type: .qr, corners: CGRect(x: 0, y: 0, width: 1, height: 1).corners,
                content: .code(CodeContent(bytes: [brightness], text: nil)), engine: .zxing, step: "plain",
                evidence: Evidence(source: .plain))
            return DetectionResult(width: 1, height: 1, readings: brightness == 0 ? [] : [reading])
        }
    }

    private final class Log: CaptureDataOutputSynchronizerDelegate, Sendable {
        let collections = Mutex<[CaptureSynchronizedDataCollection]>([])

        func dataOutputSynchronizer(
            _ synchronizer: CaptureDataOutputSynchronizer,
            didOutput synchronizedDataCollection: CaptureSynchronizedDataCollection
        ) {
            collections.withLock { $0.append(synchronizedDataCollection) }
        }
    }

    private let frames = CaptureVideoFrameOutput(decoder: FakeDecoder())
    private let metadata = CaptureMetadataOutput(detectors: [BrightnessDetector()], decoder: FakeDecoder())

    /// Runs a session over sources that wait for both outputs, to their end.
    private func run(_ inputs: [ScriptedInput], beforeStop: () -> Void) async throws {
        try metadata.setMetadataObjectTypes([.qr])
        let session = CaptureSession(reconnectPolicy: .test())
        for input in inputs { try session.addInput(input) }
        try session.addOutput(frames)
        try session.addOutput(metadata)
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        var ended = 0
        while ended < inputs.count, let event = await events.next() {
            if case .sourceDidEnd = event { ended += 1 }
        }
        beforeStop()
        await session.stopRunning()
    }

    @Test func eachFrameComesWithWhatIsSeenInIt() async throws {
        let synchronizer = try CaptureDataOutputSynchronizer(dataOutputs: [frames, metadata])
        let (log, queue) = (Log(), DispatchQueue(label: "log"))
        synchronizer.setDelegate(log, queue: queue)
        #expect(synchronizer.delegate === log && synchronizer.delegateCallbackQueue === queue)
        let stream = synchronizer.collections()
        // Brightness is the number, modulo 256: nothing in the first, a failure in the third.
        try await run([ScriptedInput("a", [.delivers([0, 7, 201, 263], then: Self.end)])]) { queue.sync {} }
        let collections = log.collections.withLock { $0 }
        #expect(collections.map(\.time) == [0, 7, 201, 263].map { .milliseconds($0) })
        #expect(collections.map(\.source) == ["a", "a", "a", "a"])
        #expect(collections.map { $0.videoFrame(from: frames)?.sequenceNumber } == [0, 7, 201, 263])
        let bytes = collections.map { collection in
            collection.update(from: metadata)?.objects.compactMap {
                ($0 as? MetadataMachineReadableCodeObject)?.rawBytes
            }
        }
        #expect(bytes == [[], [[7]], nil, [[7]]])
        #expect(collections.map(\.count) == [2, 2, 2, 2])
        guard case .dropped(.failed) = collections[2].synchronizedData(for: metadata) else {
            Issue.record("\(String(describing: collections[2].synchronizedData(for: metadata)))")
            return
        }
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next()?.time == .zero)
    }

    @Test func theFirstOutputSaysWhatIsHandedOutAndSourcesAreApart() async throws {
        let synchronizer = try CaptureDataOutputSynchronizer(dataOutputs: [metadata, frames])
        let (log, queue) = (Log(), DispatchQueue(label: "log"))
        synchronizer.setDelegate(log, queue: queue)
        try await run([
            ScriptedInput("a", [.delivers([1, 2, 3], then: Self.end)]),
            ScriptedInput("b", [.delivers([101, 102, 103], then: Self.end)]),
        ]) { queue.sync {} }
        let collections = log.collections.withLock { $0 }
        for (source, numbers) in [("a", [1, 2, 3]), ("b", [101, 102, 103])] {
            let own = collections.filter { $0.source == source }
            #expect(own.map { $0.videoFrame(from: frames)?.sequenceNumber } == numbers)
            #expect(own.map { $0.update(from: metadata)?.origin?.sequenceNumber } == numbers)
        }
    }

    @Test func aSlowDelegateMissesTheOldest() async throws {
        let synchronizer = try CaptureDataOutputSynchronizer(dataOutputs: [metadata])
        let (log, queue) = (Log(), DispatchQueue(label: "log"))
        synchronizer.setDelegate(log, queue: queue)
        queue.suspend()
        try await run([ScriptedInput("a", [.delivers(Array(1...20), then: Self.end)])]) {
            queue.resume()
            queue.sync {}
        }
        #expect(log.collections.withLock { $0.map(\.time) } == (13...20).map { .milliseconds($0) })
    }

    @Test(arguments: [true, false]) func whatWaitsWhenTheSessionStopsIsNotHandedOut(
        framesFirst: Bool
    ) async throws {
        let outputs: [any CaptureOutput] = framesFirst ? [frames, metadata] : [metadata, frames]
        let synchronizer = try CaptureDataOutputSynchronizer(dataOutputs: outputs)
        let (log, queue) = (Log(), DispatchQueue(label: "log"))
        synchronizer.setDelegate(log, queue: queue)
        queue.suspend()
        try await run([ScriptedInput("a", [.delivers([1, 2, 3], then: Self.end)])]) {}
        queue.resume()
        queue.sync {}
        #expect(log.collections.withLock { $0.isEmpty })
    }

    @Test func anOutputHasOneSynchronizerAtATime() throws {
        var first: CaptureDataOutputSynchronizer? = try CaptureDataOutputSynchronizer(dataOutputs: [frames])
        #expect(throws: CaptureError.self) {
            try CaptureDataOutputSynchronizer(dataOutputs: [metadata, frames])
        }
        withExtendedLifetime(first) {}
        first = nil
        _ = try CaptureDataOutputSynchronizer(dataOutputs: [metadata, frames])
        #expect(throws: CaptureError.self) {
            try CaptureDataOutputSynchronizer(dataOutputs: [frames, frames])
        }
        #expect(throws: CaptureError.self) { try CaptureDataOutputSynchronizer(dataOutputs: []) }
        #expect(throws: CaptureError.self) {
            try CaptureDataOutputSynchronizer(dataOutputs: [RecordingOutput()])
        }
    }
}
