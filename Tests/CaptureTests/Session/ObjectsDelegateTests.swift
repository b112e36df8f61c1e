import Dispatch
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// Code written against AVFoundation's delegate.
@Suite struct ObjectsDelegateTests {
    /// Sees a QR code in pictures of odd brightness, a face in those over 9, and what cannot be read in those of 8.
    private struct ParityDetector: Detector {
        let supportedTypes: Set<MetadataObjectType> = [.qr, .face]

        func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
            let brightness = frame.luma.withBytes { $0[0] }
            var readings: [Reading] = []
            if brightness % 2 == 1 {
                readings.append(reading(.qr, .code(CodeContent(bytes: [1], text: "a"))))
            }
            if brightness > 9 { readings.append(reading(.face, .face(FaceContent()), x: 4)) }
            var result = DetectionResult(width: 8, height: 8, readings: readings)
            if brightness == 8, request.includesHints {
                let corners = CGRect(x: 0, y: 0, width: 4, height: 8).corners
                result.unread = [UnreadPlace(kind: .matrixCode, corners: corners, moduleSize: 0.2)]
            }
            return result
        }

        private func reading(
            _ type: MetadataObjectType, _ content: Reading.Content, x: Double = 0
        ) -> Reading {
            Reading(
                type: type, corners: CGRect(x: x, y: 0, width: 4, height: 8).corners, content: content,
                engine: .zxing, step: "plain", evidence: Evidence(source: .plain, score: 1))
        }
    }

    private final class Log: CaptureMetadataOutputObjectsDelegate, Sendable {
        let calls = Mutex<[[MetadataObjectType]]>([])
        let connections = Mutex<Set<ObjectIdentifier>>([])
        let hints = Mutex<[Int]>([])

        func metadataOutput(
            _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
            from connection: CaptureConnection
        ) {
            calls.withLock { $0.append(metadataObjects.map(\.type)) }
            connections.withLock { _ = $0.insert(ObjectIdentifier(connection)) }
        }

        func metadataOutput(
            _ output: CaptureMetadataOutput, didOutput hints: [ReaderHint], from connection: CaptureConnection
        ) { self.hints.withLock { $0.append(hints.count) } }
    }

    private static let end = CaptureError(.inputEnded, "end")

    private func output() throws -> CaptureMetadataOutput {
        let output = CaptureMetadataOutput(detectors: [ParityDetector()], decoder: FakeDecoder())
        try output.setMetadataObjectTypes([.qr, .face])
        return output
    }

    /// Stops its session from within its first call, when everything has been searched.
    private final class Stopper: CaptureMetadataOutputObjectsDelegate, Sendable {
        let calls = Mutex<[[MetadataObjectType]]>([])
        private let session: CaptureSession
        private let frameCount: Int

        init(_ session: CaptureSession, after frameCount: Int) {
            (self.session, self.frameCount) = (session, frameCount)
        }

        func metadataOutput(
            _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
            from connection: CaptureConnection
        ) {
            let isFirst = calls.withLock { calls in
                calls.append(metadataObjects.map(\.type))
                return calls.count == 1
            }
            guard isFirst else { return }
            while (session.statistics.first?.processedFrames ?? 0) < frameCount { usleep(1000) }
            session.stopRunning()
        }
    }

    /// Runs a session over pictures of these brightnesses to its end.
    private func run(
        _ output: CaptureMetadataOutput, over numbers: [Int], beforeStop: () -> Void = {}
    ) async throws -> CaptureConnection {
        let session = CaptureSession()
        try session.addInput(ScriptedInput("a", [.delivers(numbers, then: Self.end)]))
        try session.addOutput(output)
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        while let event = await events.next(), event != .sourceDidEnd(source: "a") {}
        beforeStop()
        await session.stopRunning()
        let connection = session.connections[0]
        // For the next run's session: when this one ends is not said.
        try session.removeOutput(output)
        return connection
    }

    @Test func isCalledForCodesAndFacesAndOnceWhenTheyAreGone() async throws {
        let (output, log, queue) = (try output(), Log(), DispatchQueue(label: "delegate"))
        output.setMetadataObjectsDelegate(log, queue: queue)
        #expect(output.metadataObjectsDelegate === log)
        #expect(output.metadataObjectsCallbackQueue === queue)
        let connection = try await run(output, over: [11, 11, 11]) { queue.drain() }
        // That all is gone may be told after the end.
        queue.drain()
        let calls = log.calls.withLock { $0 }
        #expect(calls.contains([.qr]))
        #expect(calls.contains([.face]))
        #expect(calls.allSatisfy { Set($0).count <= 1 })
        #expect(calls.count { $0.isEmpty } == 2)
        #expect(log.connections.withLock { $0 } == [ObjectIdentifier(connection)])
    }

    @Test func aBusyQueueCostsFramesAndNoMemory() async throws {
        let (output, log, queue) = (try output(), Log(), DispatchQueue(label: "delegate"))
        output.setMetadataObjectsDelegate(log, queue: queue)
        queue.suspend()
        _ = try await run(output, over: Array(repeating: 1, count: 50)) {
            queue.resume()
            queue.drain()
        }
        queue.drain()
        #expect(log.calls.withLock { $0 } == [[.qr], []])
    }

    @Test func whatWaitsWhenTheSessionStopsIsNotTold() async throws {
        let (output, log, queue) = (try output(), Log(), DispatchQueue(label: "delegate"))
        output.setMetadataObjectsDelegate(log, queue: queue)
        queue.suspend()
        _ = try await run(output, over: [1, 1, 1])
        queue.resume()
        queue.drain()
        #expect(log.calls.withLock { $0 } == [])
        // The next run begins anew.
        _ = try await run(output, over: [1, 1, 1]) { queue.drain() }
        queue.drain()
        let calls = log.calls.withLock { $0 }
        #expect(calls.first == [.qr] && calls.last == [] && calls.count { $0.isEmpty } == 1)
    }

    @Test func whoStopsWhenSomethingIsSeenIsToldOnlyThatItIsGone() async throws {
        let (output, queue) = (try output(), DispatchQueue(label: "delegate"))
        let session = CaptureSession(reconnectPolicy: .test())
        let stopper = Stopper(session, after: 20)
        output.setMetadataObjectsDelegate(stopper, queue: queue)
        // A face beside the code, which nobody is told of any more.
        try session.addInput(ScriptedInput("a", [.delivers(Array(repeating: 11, count: 20), then: nil)]))
        try session.addOutput(output)
        try await session.startRunning()
        for _ in 0..<60_000 where session.isRunning { try await Task.sleep(for: .milliseconds(1)) }
        #expect(!session.isRunning)
        queue.drain()
        #expect(stopper.calls.withLock { $0 } == [[.qr], []])
    }

    @Test func hintsAreToldOnceAndNotToWhoWasBusyUntilTheyWereGone() async throws {
        let (output, log, queue) = (try output(), Log(), DispatchQueue(label: "delegate"))
        output.setOptions { $0.includesHints = true }
        output.setMetadataObjectsDelegate(log, queue: queue)
        let pictures = Array(repeating: 8, count: 30)
        _ = try await run(output, over: pictures) { queue.drain() }
        queue.drain()
        #expect(log.hints.withLock { $0 } == [1, 0])
        queue.suspend()
        _ = try await run(output, over: pictures)
        queue.resume()
        queue.drain()
        #expect(log.hints.withLock { $0 } == [1, 0])
    }

    @Test func nobodyIsCalledWhoIsGone() async throws {
        let (output, queue) = (try output(), DispatchQueue(label: "delegate"))
        output.setMetadataObjectsDelegate(Log(), queue: queue)
        #expect(output.metadataObjectsDelegate == nil)
        _ = try await run(output, over: [1])
        output.setMetadataObjectsDelegate(nil, queue: nil)
        #expect(output.metadataObjectsCallbackQueue == nil)
    }

    /// As it comes on screen again: what it knows to be in view is told to be gone, on the queue that it has then.
    @Test(arguments: [false, true]) func whoIsSetAgainIsToldThatAllIsGone(onAnotherQueue: Bool) async throws {
        let (output, log, queue) = (try output(), Log(), DispatchQueue(label: "delegate"))
        let session = CaptureSession(reconnectPolicy: .test())
        output.setMetadataObjectsDelegate(log, queue: queue)
        try session.addInput(ScriptedInput("a", [.delivers([1], then: nil)]))
        try session.addOutput(output)
        try await session.startRunning()
        for _ in 0..<60_000 where log.calls.withLock({ $0.isEmpty }) {
            try await Task.sleep(for: .milliseconds(1))
        }
        let other = onAnotherQueue ? DispatchQueue(label: "other") : queue
        output.setMetadataObjectsDelegate(log, queue: other)
        #expect(output.metadataObjectsDelegate === log && output.metadataObjectsCallbackQueue === other)
        await session.stopRunning()
        for queue in [queue, other] { queue.drain() }
        #expect(log.calls.withLock { $0 } == [[.qr], []])
    }

    /// What waits for its turn on the queue before goes to the new one, and is not lost.
    @Test func whatWaitsIsToldOnTheNewQueue() async throws {
        final class Place: CaptureMetadataOutputObjectsDelegate, Sendable {
            let queues = Mutex<[String]>([])

            func metadataOutput(
                _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
                from connection: CaptureConnection
            ) {
                let isNew = DispatchQueue.getSpecific(key: Self.key) != nil
                queues.withLock { $0.append("\(metadataObjects.count) \(isNew ? "new" : "old")") }
            }

            static let key = DispatchSpecificKey<Bool>()
        }
        let (output, place) = (try output(), Place())
        let (old, new) = (DispatchQueue(label: "old"), DispatchQueue(label: "new"))
        new.setSpecific(key: Place.key, value: true)
        output.setMetadataObjectsDelegate(place, queue: old)
        old.suspend()
        _ = try await run(output, over: [1, 1, 1]) {
            output.setMetadataObjectsDelegate(place, queue: new)
            old.resume()
            for queue in [old, new] { queue.drain() }
        }
        new.drain()
        #expect(place.queues.withLock { $0 } == ["1 new", "0 new"])
    }

    /// Shares its queue: others get their turn, however slow it is.
    @Test func oneCallABlockIsMade() async throws {
        final class Sharer: CaptureMetadataOutputObjectsDelegate, Sendable {
            let calls = Mutex<[String]>([])
            private let (session, queue): (CaptureSession, DispatchQueue)

            init(_ session: CaptureSession, _ queue: DispatchQueue) {
                (self.session, self.queue) = (session, queue)
            }

            func metadataOutput(
                _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
                from connection: CaptureConnection
            ) {
                let isFirst = calls.withLock { calls in
                    calls.append("objects")
                    return calls.count == 1
                }
                guard isFirst else { return }
                while (session.statistics.first?.processedFrames ?? 0) < 9 { usleep(1000) }
                queue.async { self.calls.withLock { $0.append("other") } }
            }
        }
        let (output, session) = (try output(), CaptureSession(reconnectPolicy: .test()))
        let queue = DispatchQueue(label: "shared")
        let sharer = Sharer(session, queue)
        output.setMetadataObjectsDelegate(sharer, queue: queue)
        try session.addInput(ScriptedInput("a", [.delivers(Array(1...9), then: nil)]))
        try session.addOutput(output)
        try await session.startRunning()
        for _ in 0..<60_000 where sharer.calls.withLock({ $0.count < 3 }) {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(sharer.calls.withLock { $0.prefix(3) } == ["objects", "other", "objects"])
        await session.stopRunning()
    }
}
