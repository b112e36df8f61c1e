import Dispatch
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// A metadata output in a session: what it is told of frames, and what it tells.
@Suite struct SessionMetadataTests {
    /// Sees one QR code that says the brightness of the picture, unless that is 0; over 200 it fails.
    private struct BrightnessDetector: Detector {
        let supportedTypes: Set<MetadataObjectType> = [.qr]

        func detect(
            _ request: DetectionRequest, in frame: Frame
        ) throws(PayloadError) -> DetectionResult {
            let brightness = frame.luma.withBytes { $0[0] }
            if brightness > 200 { throw PayloadError(.engineFailure, "too bright") }
            let corners = CGRect(x: 0, y: 0, width: 1, height: 1).corners
            let reading = Reading(
                type: .qr, corners: corners, content: .code(CodeContent(bytes: [brightness], text: nil)),
                engine: .zxing, step: "plain", evidence: Evidence(source: .plain))
            return DetectionResult(width: 1, height: 1, readings: brightness == 0 ? [] : [reading])
        }
    }

    private func output() throws -> CaptureMetadataOutput {
        let output = CaptureMetadataOutput(detectors: [BrightnessDetector()], decoder: FakeDecoder())
        try output.setMetadataObjectTypes([.qr])
        return output
    }

    @Test func preparationSearchesForWhatIsWanted() async throws {
        /// Notes what it is asked for.
        final class Probe: Detector {
            let supportedTypes: Set<MetadataObjectType> = [.qr, .face]
            let requests = Mutex<[DetectionRequest]>([])

            func detect(
                _ request: DetectionRequest, in frame: Frame
            ) throws(PayloadError) -> DetectionResult {
                requests.withLock { $0.append(request) }
                throw PayloadError(.engineFailure, "no model")
            }
        }
        let probe = Probe()
        let output = CaptureMetadataOutput(detectors: [probe], decoder: FakeDecoder())
        try output.setMetadataObjectTypes([.face])
        output.setOptions { $0.deadline = .seconds(1) }
        await output.prepare()
        let requests = probe.requests.withLock(\.self)
        #expect(requests.allSatisfy { $0.types == [.face] })
        // No worker is killed because a machine is busy when cameras are got ready.
        #expect(requests.allSatisfy { $0.deadline > .seconds(9) })
        // As of a camera's frame, for which models are made ready, and all of it.
        #expect(requests.map { $0.liveFrame != nil } == [true, false])
    }

    @Test func whatFramesCostIsCounted() async throws {
        /// Works for two milliseconds, by itself and by a thread that helps.
        struct Busy: Detector {
            let supportedTypes: Set<MetadataObjectType> = [.qr]

            func detect(
                _ request: DetectionRequest, in frame: Frame
            ) throws(PayloadError) -> DetectionResult {
                let ended = [1, 2].mapped(onThreads: 2) { _ in
                    let end = ProcessorTime.ofThisThread + .milliseconds(1)
                    while ProcessorTime.ofThisThread < end {}
                    return true
                }
                return DetectionResult(width: ended.count, height: 1)
            }
        }
        let scene = try SceneSession(Plane(width: 1, height: 1, samples: [0]), frameCount: 10)
        let output = CaptureMetadataOutput(detectors: [Busy()], decoder: FakeDecoder())
        try output.setMetadataObjectTypes([.qr])
        try scene.session.addOutput(output)
        try await scene.session.startRunning()
        for _ in 0..<200_000 where scene.session.statistics[0].processedFrames < 10 {
            try await Task.sleep(for: .milliseconds(1))
        }
        let statistics = scene.session.statistics[0]
        await scene.session.stopRunning()
        #expect(statistics.processedFrames == 10)
        #expect(statistics.processorTime >= .milliseconds(20))
    }

    private static let end = CaptureError(.inputEnded, "end")

    @Test func anInputIsFollowedToItsEnd() async throws {
        let input = ScriptedInput("door", [.delivers([0, 7, 7, 7], then: Self.end)])
        var (appeared, disappeared, sources) = ([Int](), [Int](), Set<String>())
        for try await update in try output().updates(from: input) {
            appeared += update.appeared.map(\.objectID)
            disappeared += update.disappeared.map(\.objectID)
            if let origin = update.origin { sources.insert(origin.source) }
        }
        #expect(appeared == [1])
        #expect(disappeared == [1])
        #expect(sources == ["door"])
        #expect(input.calls == ["open high", "close"])
    }

    @Test func aSourceThatFailsEndsTheSequenceWithItsError() async throws {
        let gone = CaptureError(.deviceWasDisconnected, "unplugged")
        let input = ScriptedInput("door", [.delivers([7], then: gone)])
        var appeared = 0
        await #expect(throws: gone) {
            for try await update in try self.output().updates(from: input) {
                appeared += update.appeared.count
            }
        }
        #expect(appeared == 1)
    }

    @Test func whoStopsListeningStopsTheSession() async throws {
        let input = ScriptedInput("door", [.delivers([7], then: nil)])
        for try await _ in try output().updates(from: input) { break }
        let other = CaptureSession()
        for _ in 0..<200_000 where !other.canAddInput(input) { try await Task.sleep(for: .milliseconds(1)) }
        #expect(other.canAddInput(input))
        #expect(input.calls == ["open high", "close"])
    }

    @Test func idsGoOnAfterALoss() async throws {
        let gone = CaptureError(.deviceWasDisconnected, "unplugged")
        let input = ScriptedInput(
            "door", [.delivers([7], then: gone), .delivers([7], then: Self.end)])
        let output = try output()
        let session = CaptureSession(
            reconnectPolicy: .test(firstDelay: .milliseconds(1), longestDelay: .milliseconds(1)))
        try session.addInput(input)
        try session.addOutput(output)
        let updates = output.updates()
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        while let event = await events.next(), event != .sourceDidEnd(source: "door") {}
        await session.stopRunning()
        updates.finish()
        var (appeared, disappeared) = ([Int](), [Int]())
        for await update in updates {
            appeared += update.appeared.map(\.objectID)
            disappeared += update.disappeared.map(\.objectID)
        }
        #expect(appeared == [1, 2])
        #expect(disappeared == [1, 2])
    }

    /// Sees one QR code in the first 200 milliseconds of every two seconds; waits for each frame to have been told, so
    /// that no update takes another's place.
    private final class PatientDetector: Detector {
        let supportedTypes: Set<MetadataObjectType> = [.qr]
        let told = DispatchSemaphore(value: 1)
        private let hasGivenUp = Mutex(false)

        func detect(
            _ request: DetectionRequest, in frame: Frame
        ) throws(PayloadError) -> DetectionResult {
            if !hasGivenUp.withLock({ $0 }), told.wait(timeout: .now() + 600) == .timedOut {
                hasGivenUp.withLock { $0 = true }
            }
            let reading = Reading(
                type: .qr, corners: CGRect(x: 2, y: 2, width: 4, height: 4).corners,
                content: .code(CodeContent(bytes: [97], text: "a")), engine: .zxing, step: "plain",
                evidence: Evidence(source: .plain))
            let isThere = Int(frame.time / .milliseconds(1)) % 2_000 < 200
            return DetectionResult(width: 8, height: 8, readings: isThere ? [reading] : [])
        }
    }

    /// Long before its id is given up, and in frames that have nothing else to say.
    @Test func whatIsOutOfViewForLongEnoughDisappearsInThatFrame() async throws {
        let gone = CaptureError(.deviceWasDisconnected, "unplugged")
        let input = ScriptedInput(
            "door",
            [
                .delivers([0, 100, 600, 1_050, 1_150, 1_300, 2_000, 2_100], then: gone),
                .delivers([4_000], then: Self.end),
            ])
        let detector = PatientDetector()
        let output = CaptureMetadataOutput(detectors: [detector], decoder: FakeDecoder())
        try output.setMetadataObjectTypes([.qr])
        let session = CaptureSession(
            reconnectPolicy: .test(firstDelay: .milliseconds(1), longestDelay: .milliseconds(1)))
        try session.addInput(input)
        try session.addOutput(output)
        let updates = output.updates()
        let watcher = Task {
            var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(updateInterval: .seconds(60)))
            var told: [String] = []
            for await update in updates {
                told += announcer.take(update).events.map {
                    "\($0.kind.rawValue) \($0.object.objectID) \(update.time / .milliseconds(1))"
                }
                // The first frame of a new scene waits for the end of the one before.
                let isLastOfScene = update.time == .milliseconds(2_100) && !update.endsScene
                if !isLastOfScene { detector.told.signal() }
            }
            told += announcer.finish().map { "\($0.kind.rawValue) \($0.object.objectID) at last" }
            return told
        }
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        while let event = await events.next(), event != .sourceDidEnd(source: "door") {}
        await session.stopRunning()
        updates.finish()
        let told = await watcher.value
        // A camera that is lost for longer takes along what it showed; so does the end.
        #expect(
            told == [
                "appeared 1 0.0", "disappeared 1 1150.0", "appeared 1 2000.0", "disappeared 1 4000.0",
                "appeared 2 4000.0", "disappeared 2 at last",
            ])
    }

    /// Too bright to be searched, for more than two seconds, and never again.
    @Test(.timeLimit(.minutes(5))) func whatWasInViewIsGoneWhenNothingCanBeSearchedForLong() async throws {
        let failing = stride(from: 250, to: 2_600, by: 256)
        let input = ScriptedInput("door", [.delivers([7] + failing, then: nil)])
        var gone: MetadataUpdate?
        for try await update in try output().updates(from: input) where !update.disappeared.isEmpty {
            gone = update
            break
        }
        #expect(gone?.disappeared.map(\.objectID) == [1])
        #expect(gone?.objects.isEmpty == true && gone?.endsScene == true)
    }

    // MARK: Scenes at rest, zooms, clocks

    /// Nothing ever changes, and nothing moves.
    private struct Stillness: MotionEstimator {
        func plane(of luma: Plane) -> Plane { luma }
        func motions(of places: [CGRect], from earlier: Plane, to later: Plane) -> [Motion?] {
            places.map { _ in nil }
        }
        func changes(from earlier: Plane, to later: Plane) -> PlaneBlocks? {
            PlaneBlocks(width: later.width, height: later.height)
        }
    }

    /// An application that waits with its search for somebody to press a button.
    @Test(.timeLimit(.minutes(5))) func typesThatAreSetInASceneAtRestAreSearchedAtOnce() async throws {
        let output = CaptureMetadataOutput(
            detectors: [BrightnessDetector()], decoder: FakeDecoder(), motion: Stillness())
        let (session, input) = (CaptureSession(reconnectPolicy: .test()), SteppedInput(output))
        try session.addInput(input)
        try session.addOutput(output)
        try await session.startRunning()
        var number = 0
        func show() async throws -> MetadataUpdate {
            defer { number += 1 }
            return try #require(try await input.deliver(.grey(number)))
        }
        while try await show().isSearched {}
        // Just after a round, so that none is due.
        while try await !show().isSearched {}
        #expect(try await !show().isSearched)
        try output.setMetadataObjectTypes([.qr])
        #expect(try await show().objects.count == 1)
        await session.stopRunning()
    }

    /// Sees one face in the picture's middle, as large as it is: the camera zooms, or the frame is cut out of a greater one.
    private struct MiddleFace: Detector {
        let supportedTypes: Set<MetadataObjectType> = [.face]

        func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
            let middle = CGPoint(x: frame.luma.width / 2, y: frame.luma.height / 2)
            let box = CGRect(x: middle.x - 6, y: middle.y - 6, width: 12, height: 12)
            let reading = Reading(
                type: .face, corners: box.corners, content: .face(FaceContent()), engine: .dlib,
                step: "upright", evidence: Evidence(source: .plain, score: 1))
            return DetectionResult(
                width: frame.luma.width, height: frame.luma.height, readings: [reading])
        }
    }

    /// Of a camera of JPEGs, and of one of samples.
    @Test(.timeLimit(.minutes(5)), arguments: [true, false]) func aFaceIsTheSameInAZoomedPicture(isCut: Bool)
        async throws
    {
        let output = CaptureMetadataOutput(
            detectors: [MiddleFace()], decoder: FakeDecoder(), motion: Stillness())
        try output.setMetadataObjectTypes([.face])
        let (session, input) = (CaptureSession(reconnectPolicy: .test()), SteppedInput(output))
        try session.addInput(input)
        try session.addOutput(output)
        try await session.startRunning()
        #expect(try await input.deliver(.grey(0, side: 64))?.objects.map(\.objectID) == [1])
        let part = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        var frame = CaptureFrame.grey(1, side: isCut ? 64 : 32)
        if isCut { frame.payload = .cropped(frame.payload, to: part) } else { frame.part = part }
        let update = try await input.deliver(frame)
        #expect(update?.width == 32 && update?.objects.map(\.objectID) == [1])
        await session.stopRunning()
    }

    @Test func whatFailsIsToldAgainWhereTheClockBeginsAnew() async throws {
        /// Has an engine that always fails.
        struct Failing: Detector {
            let supportedTypes: Set<MetadataObjectType> = [.qr]

            func detect(
                _ request: DetectionRequest, in frame: Frame
            ) throws(PayloadError) -> DetectionResult {
                DetectionResult(
                    width: 8, height: 8, readings: [],
                    failures: [EngineFailure(engine: .zbar, reason: "broken")])
            }
        }
        let gone = CaptureError(.deviceWasDisconnected, "unplugged")
        let input = ScriptedInput(
            "door", [.delivers([100_000, 100_100], then: gone), .delivers([7, 107], then: Self.end)])
        let output = CaptureMetadataOutput(detectors: [Failing()], decoder: FakeDecoder())
        try output.setMetadataObjectTypes([.qr])
        let session = CaptureSession(
            reconnectPolicy: .test(firstDelay: .milliseconds(1), longestDelay: .milliseconds(1)))
        try session.addInput(input)
        try session.addOutput(output)
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        var failures = 0
        while let event = await events.next(), event != .sourceDidEnd(source: "door") {
            if case .frameFailed = event { failures += 1 }
        }
        await session.stopRunning()
        #expect(failures == 2)
    }

    @Test func aFrameThatCannotBeSearchedIsToldOnce() async throws {
        let input = ScriptedInput("door", [.delivers([250, 251, 252, 7], then: Self.end)])
        let output = try output()
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(input)
        try session.addOutput(output)
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        var failures: [CaptureSessionEvent] = []
        while let event = await events.next(), event != .sourceDidEnd(source: "door") {
            if case .frameFailed = event { failures.append(event) }
        }
        await session.stopRunning()
        #expect(failures == [.frameFailed(PayloadError(.engineFailure, "too bright"), source: "door")])
    }

    @Test func picturesOfWhichNoneIsWholeAreToldOfAfterAWhile() async throws {
        /// Finds frames of luma 9 damaged, each in another way.
        struct Damage: Detector {
            let supportedTypes: Set<MetadataObjectType> = [.qr]

            func detect(
                _ request: DetectionRequest, in frame: Frame
            ) throws(PayloadError) -> DetectionResult {
                let brightness = frame.luma.withBytes { $0[0] }
                guard brightness != 9 else { throw PayloadError(.undecodable, "\(frame.time)") }
                return DetectionResult(width: 8, height: 8, readings: [])
            }
        }
        // Milliseconds; of 2600 alone the luma is another than 9.
        let times = [9, 265, 521, 2313, 2569, 2600, 2825]
        let input = ScriptedInput("door", [.delivers(times, then: Self.end)])
        let output = CaptureMetadataOutput(detectors: [Damage()], decoder: FakeDecoder())
        try output.setMetadataObjectTypes([.qr])
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(input)
        try session.addOutput(output)
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        var failures: [CaptureSessionEvent] = []
        while let event = await events.next(), event != .sourceDidEnd(source: "door") {
            if case .frameFailed = event { failures.append(event) }
        }
        await session.stopRunning()
        let error = PayloadError(.undecodable, "\(Duration.milliseconds(2313))")
        #expect(failures == [.frameFailed(error, source: "door")])
    }
}
