import AVFoundationVectors
import Foundation
import MetadataOutput
import Synthetic
import Testing

@testable import Capture

/// A preview layer in a session: where pictures and objects belong in it.
@Suite struct CaptureVideoPreviewLayerTests {
    private static let end = CaptureError(.inputEnded, "end")

    /// All 120 combinations of layer, rotation, mirroring and gravity, through a layer of a running session.
    @Test func allPreviewConversions() async throws {
        let vectors = try Vectors.load().previews
        #expect(vectors.count == 120)
        for (video, vectors) in Dictionary(grouping: vectors, by: \.video) {
            let scene = try SceneSession(Plane(width: Int(video[0]), height: Int(video[1])) { _ in })
            let layer = try CaptureVideoPreviewLayer(session: scene.session)
            var frames = layer.frames().makeAsyncIterator()
            try await scene.session.startRunning()
            #expect(await frames.next() != nil)
            let connection = try #require(layer.connection)
            connection.automaticallyAdjustsVideoMirroring = false
            for vector in vectors {
                // Where the layer is does not matter, only its size.
                layer.frame = CGRect(origin: CGPoint(x: 7, y: 9), size: CGSize(vector.layer))
                layer.videoGravity = try #require(VideoGravity(rawValue: vector.gravity))
                try connection.setVideoRotationAngle(vector.angle)
                try connection.setVideoMirrored(vector.mirrored)
                let device = CGRect(vector.deviceRect)
                let layerRect = try #require(layer.layerRectConverted(fromMetadataOutputRect: device))
                #expect(layerRect.isClose(to: CGRect(vector.layerRectConverted)), "\(vector)")
                let deviceRect = try #require(
                    layer.metadataOutputRectConverted(fromLayerRect: CGRect(vector.layerRect)))
                #expect(deviceRect.isClose(to: CGRect(vector.metadataOutputRectConverted)), "\(vector)")
                let face = MetadataFaceObject(
                    time: .zero, timeInView: .zero, bounds: device, objectID: 1, confidence: 1,
                    engine: .yunet, step: "plain")
                #expect(layer.transformedMetadataObject(for: face)?.bounds == layerRect)
                let point = try #require(
                    layer.layerPointConverted(fromCaptureDevicePoint: CGPoint(x: 0.25, y: 0.1)))
                let back = try #require(layer.captureDevicePointConverted(fromLayerPoint: point))
                #expect(hypot(back.x - 0.25, back.y - 0.1) < 1e-9, "\(vector)")
            }
            await scene.session.stopRunning()
            #expect(!layer.isPreviewing)
        }
    }

    @Test func nothingIsConvertedBeforeTheFirstPictureOrWithoutALayer() async throws {
        let scene = try SceneSession(.numbered(width: 4, height: 2))
        let layer = try CaptureVideoPreviewLayer(session: scene.session)
        #expect(layer.videoGravity == .resizeAspect)
        #expect(layer.frame == .zero)
        layer.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
        #expect(layer.metadataOutputRectConverted(fromLayerRect: .zero) == nil)
        #expect(!layer.isPreviewing)
        try await scene.run()
        #expect(layer.layerPointConverted(fromCaptureDevicePoint: .zero) == .zero)
        layer.frame = .zero
        #expect(layer.layerPointConverted(fromCaptureDevicePoint: .zero) == nil)
    }

    // MARK: Frames

    /// Sees a QR code in pictures of even brightness; over 200 it fails.
    private struct EvenDetector: Detector {
        let supportedTypes: Set<MetadataObjectType> = [.qr]

        func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
            let brightness = frame.luma.withBytes { $0[0] }
            if brightness > 200 { throw PayloadError(.engineFailure, "too bright") }
            let code = Reading(
                type: .qr, corners: CGRect(x: 2, y: 2, width: 4, height: 4).corners,
                content: .code(CodeContent(bytes: [1], text: "a")), engine: .zxing, step: "plain",
                evidence: Evidence(source: .plain))
            return DetectionResult(width: 8, height: 8, readings: brightness % 2 == 0 ? [code] : [])
        }
    }

    private func metadataOutput() throws -> CaptureMetadataOutput {
        let output = CaptureMetadataOutput(detectors: [EvenDetector()], decoder: FakeDecoder())
        try output.setMetadataObjectTypes([.qr])
        return output
    }

    /// What the layer is shown of these pictures.
    private func frames(
        of numbers: [Int], set: (CaptureSession) throws -> Void
    ) async throws -> [CaptureVideoPreviewLayer.PreviewFrame] {
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(ScriptedInput("a", [.delivers(numbers, then: Self.end)]))
        let layer = try CaptureVideoPreviewLayer(session: session)
        layer.frame = CGRect(x: 0, y: 0, width: 80, height: 80)
        try set(session)
        let stream = layer.frames(keeping: 100)
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        while let event = await events.next(), event != .sourceDidEnd(source: "a") {}
        await session.stopRunning()
        var iterator = stream.makeAsyncIterator()
        var frames: [CaptureVideoPreviewLayer.PreviewFrame] = []
        while frames.last?.sequenceNumber != numbers.last, let frame = await iterator.next() {
            frames.append(frame)
        }
        return frames
    }

    private func brightness(_ payload: Payload) -> Int? {
        guard case .frame(let frame) = payload else { return nil }
        return frame.luma.withBytes { Int($0[0]) }
    }

    @Test func everySearchedFrameIsShownWithWhatWasSeenInIt() async throws {
        let output = try metadataOutput()
        let numbers = [1, 3, 4, 6, 201, 7]
        let frames = try await frames(of: numbers) { try $0.addOutput(output) }
        #expect(frames.map(\.sequenceNumber) == numbers)
        #expect(frames.map { brightness($0.picture) } == numbers)
        #expect(frames.map(\.time) == numbers.map { .milliseconds($0) })
        // The one whose search failed is shown too.
        #expect(frames.map { $0.update != nil } == [true, true, true, true, false, true])
        #expect(frames.compactMap { $0.update?.origin?.sequenceNumber } == [1, 3, 4, 6, 7])
        #expect(frames[0].update?.objects.isEmpty == true)
        let code = try #require(frames[3].update?.objects.first as? MetadataMachineReadableCodeObject)
        let transform = try #require(frames[3].transform)
        let bounds = transform.transformedMetadataObject(for: code).bounds
        #expect(bounds.isClose(to: CGRect(x: 20, y: 20, width: 40, height: 40)))
    }

    @Test func withoutSearchesEveryFrameIsShown() async throws {
        let frames = try await frames(of: [1, 2, 3]) { _ in }
        #expect(frames.map(\.sequenceNumber) == [1, 2, 3])
        #expect(frames.allSatisfy { $0.update == nil && $0.source == "a" })
        let output = try metadataOutput()
        let unsearched = try await self.frames(of: [1, 2, 3]) { session in
            try session.addOutput(output)
            output.connections[0].isEnabled = false
        }
        #expect(unsearched.map { $0.update == nil } == [true, true, true])
    }

    @Test func ofTwoSearchesTheFirstIsShown() async throws {
        let (first, second) = (try metadataOutput(), try metadataOutput())
        let frames = try await frames(of: [1, 2, 3]) { session in
            try session.addOutput(first)
            try session.addOutput(second)
        }
        #expect(frames.map(\.sequenceNumber) == [1, 2, 3])
    }

    // MARK: Colours

    /// Gives the same NV12 picture of 4 × 2 pixels, with its colours for those who want them, until it is told to end.
    private final class ColoredInput: CaptureInput {
        static let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 101, 102, 103, 104]
        let sourceName = "colored"

        func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream { Stream() }

        private final class Stream: CaptureStream {
            let formatDescription = "NV12 4x2"
            var carriesPictures = false
            private var number = 0

            func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
                Thread.sleep(forTimeInterval: 0.001)
                let luma = Plane(width: 4, height: 2, samples: Array(ColoredInput.bytes[..<8]))
                let time = Duration.milliseconds(number)
                number += 1
                var frame = CaptureFrame(
                    payload: .frame(Frame(luma: luma, time: time)), time: time, sequenceNumber: number)
                if carriesPictures {
                    frame.picture = PixelFormat(name: "NV12").map {
                        SourcePicture(
                            $0, width: 4, height: 2, bytesPerRow: 4, encoding: .jpeg,
                            bytes: ColoredInput.bytes)
                    }
                }
                return frame
            }

            func close() {}
        }
    }

    @Test func colorsComeForThoseWhoWantThem() async throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let input = ColoredInput()
        try session.addInput(input)
        let layer = try CaptureVideoPreviewLayer(session: session)
        var frames = layer.frames().makeAsyncIterator()
        try await session.startRunning()
        let without = try #require(await frames.next())
        #expect(without.sourcePicture == nil)
        guard case .samples(let grey)? = without.stillRequest([])?.source else {
            Issue.record("there are no samples")
            return
        }
        #expect(grey.layout == .grey && grey.bytes == Array(ColoredInput.bytes[..<8]))
        layer.includesSourcePictures = true
        var with = try #require(await frames.next())
        while with.sourcePicture == nil { with = try #require(await frames.next()) }
        #expect(with.sourcePicture?.withBytes { Array($0) } == ColoredInput.bytes)
        let whole = try #require(with.stillRequest([StillView()]))
        guard case .samples(let samples) = whole.source else {
            Issue.record("there are no samples")
            return
        }
        #expect(samples.layout == .nv12 && samples.bytes == ColoredInput.bytes && samples.isFullRange)
        #expect(whole.hidden.isEmpty && whole.views == [StillView()])
        // What is to be hidden goes with it, and the bare samples to nobody.
        let area = try #require(
            Zone(name: "left", corners: CGRect(x: 0, y: 0, width: 0.5, height: 1).corners))
        session.setPictureMask(PictureMask(areas: [area]), for: input)
        while with.sourcePicture != nil { with = try #require(await frames.next()) }
        #expect(with.stillRequest([])?.hidden.map(\.corners) == [area.corners])
        await session.stopRunning()
    }

    /// The right half of a picture whose left three quarters are hidden, however the two were put together.
    @Test(arguments: [true, false]) func filesAreOfWhatIsShown(isMaskedFirst: Bool) throws {
        let area = try #require(Zone(name: "m", corners: CGRect(x: 0, y: 0, width: 0.75, height: 1).corners))
        let mask = try #require(PictureMask(areas: [area]))
        let half = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
        let picture = Payload.encoded([0xff, 0xd8], limits: .standard)
        let payload: Payload =
            isMaskedFirst
            ? .cropped(.masked(picture, by: mask), to: half)
            : .masked(.cropped(picture, to: half), by: mask.cropped(to: half))
        let frame = CaptureVideoPreviewLayer.PreviewFrame(
            picture: payload, colors: nil, precedesColors: false, update: nil, source: "a", sequenceNumber: 0,
            time: .zero, transform: nil)
        let request = try #require(frame.stillRequest([]))
        #expect(request.part == half)
        // Within the part that is meant.
        let xs = try #require(request.hidden.first?.corners.map(\.x))
        #expect(xs.min() == -1 && xs.max() == 0.5)
    }

    // MARK: Frames

    /// A camera that comes back is searched and shown by new receivers.
    @Test func framesGoOnAfterALoss() async throws {
        let gone = CaptureError(.deviceWasDisconnected, "unplugged")
        let input = ScriptedInput("a", [.delivers([1], then: gone), .delivers([3], then: Self.end)])
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(input)
        try session.addInput(ScriptedInput("b", []))
        try session.addOutput(try metadataOutput())
        let layer = try CaptureVideoPreviewLayer(session: session)
        var frames = layer.frames().makeAsyncIterator()
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        while let event = await events.next(), event != .runtimeError(gone, source: "a") {}
        try await session.startRunning()
        while let event = await events.next(), event != .sourceDidEnd(source: "a") {}
        await session.stopRunning()
        #expect(await frames.next()?.update?.origin?.sequenceNumber == 1)
        #expect(await frames.next()?.update?.origin?.sequenceNumber == 3)
    }

    // MARK: The session

    @Test func aLayerIsNoOutputAndIsConnectedToTheFirstInput() throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let layer = try CaptureVideoPreviewLayer(session: session)
        #expect(layer.session === session)
        #expect(layer.connection == nil)
        let (a, b) = (ScriptedInput("a", []), ScriptedInput("b", []))
        try session.addInput(a)
        try session.addInput(b)
        #expect(session.outputs.isEmpty)
        #expect(session.connections.map { $0.inputPorts[0].sourceName } == ["a"])
        #expect(layer.connection?.videoPreviewLayer === layer)
        try session.removeInput(a)
        #expect(layer.connection == nil)
        try session.addInput(a)
        #expect(layer.connection?.inputPorts == a.ports)
        try layer.setSession(nil)
        #expect(layer.session == nil)
        #expect(session.connections.isEmpty)
        let other = CaptureSession(reconnectPolicy: .test())
        try layer.setSession(other)
        #expect(layer.session === other)
    }

    @Test func connectionsByHandLeadToOneInput() throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let (a, b) = (ScriptedInput("a", []), ScriptedInput("b", []))
        try session.addInput(a)
        let layer = try CaptureVideoPreviewLayer(sessionWithNoConnection: session)
        try session.addInput(b)
        #expect(session.connections.isEmpty)
        let connection = CaptureConnection(inputPort: b.ports[0], videoPreviewLayer: layer)
        #expect(session.canAddConnection(connection))
        try session.addConnection(connection)
        #expect(layer.connection === connection)
        let second = CaptureConnection(inputPort: a.ports[0], videoPreviewLayer: layer)
        #expect(!session.canAddConnection(second))
    }

    @Test func objectsOfAnotherInputHaveNoPlaceInIt() async throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let (a, b) = (
            ScriptedInput("a", [.delivers([2], then: Self.end)]),
            ScriptedInput("b", [.delivers([2], then: Self.end)])
        )
        try session.addInput(a)
        try session.addInput(b)
        let output = try metadataOutput()
        try session.addOutput(output)
        let layer = try CaptureVideoPreviewLayer(session: session)
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        var frames = layer.frames().makeAsyncIterator()
        try await session.startRunning()
        let update = try #require(await frames.next()?.update)
        await session.stopRunning()
        let code = try #require(update.objects.first as? MetadataMachineReadableCodeObject)
        let (ofA, ofB) = (output.connections[0], output.connections[1])
        #expect(layer.transformedMetadataObject(for: code, from: ofA) != nil)
        #expect(layer.transformedMetadataObject(for: code, from: ofB) == nil)
    }

    @Test func peopleSeeThemselvesAsInAMirror() async throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let front = ScriptedInput("front", position: .front, [.delivers([1], then: Self.end)])
        try session.addInput(front)
        let layer = try CaptureVideoPreviewLayer(session: session)
        let output = CaptureVideoFrameOutput(decoder: FakeDecoder())
        try session.addOutput(output)
        let connection = try #require(layer.connection)
        #expect(connection.isVideoMirrored)
        // What is not for people at the camera is as it is.
        #expect(output.connections.first?.isVideoMirrored == false)
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        var frames = layer.frames().makeAsyncIterator()
        try await session.startRunning()
        #expect(await frames.next()?.transform?.isVideoMirrored == true)
        await session.stopRunning()
        // Turning the automatic off leaves it as it is.
        connection.automaticallyAdjustsVideoMirroring = false
        #expect(connection.isVideoMirrored)
        try session.removeInput(front)
        try session.addInput(ScriptedInput("back", position: .back, []))
        #expect(layer.connection?.isVideoMirrored == false)
    }
}
