import CVideo4Linux
import Dispatch
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// Frames in a pixel format that was asked for.
@Suite struct PixelBufferTests {
    /// Makes pixels that say what they were made of: a camera's first byte, or the luma of a frame.
    private struct FakeConverter: PixelConverter {
        func isSupported(_ format: PixelFormat) -> Bool { format.name == "YUYV" }

        func size(ofJPEG bytes: [UInt8]) throws(PayloadError) -> (width: Int, height: Int) {
            throw PayloadError(.undecodable, "no JPEG")
        }

        func convert(_ source: PixelSource, to target: PixelTarget) throws(PayloadError) {
            let value =
                switch source {
                case .camera(let picture): picture.withBytes { $0[0] }
                case .luma(let plane): plane.withBytes { $0[0] }
                case .jpeg: UInt8(0)
                }
            for plane in target.planes {
                plane.memory.copyBytes(from: repeatElement(value, count: plane.memory.count))
            }
        }

        func shrink(_ source: PixelTarget, to target: PixelTarget) {
            for (from, to) in zip(source.planes, target.planes) {
                to.memory.copyBytes(from: repeatElement(from.memory[0], count: to.memory.count))
            }
        }
    }

    private static let end = CaptureError(.inputEnded, "end")

    /// Keeps everything that it is handed.
    private final class Log: CaptureVideoFrameOutputDelegate, Sendable {
        struct Calls {
            var frames: [CaptureVideoFrameOutput.VideoFrame] = []
            var drops: [CaptureVideoFrameOutput.VideoFrameDrop] = []
        }

        let calls = Mutex(Calls())

        func videoFrameOutput(
            _ output: CaptureVideoFrameOutput, didOutput frame: CaptureVideoFrameOutput.VideoFrame,
            from connection: CaptureConnection
        ) {
            calls.withLock { $0.frames.append(frame) }
        }

        func videoFrameOutput(
            _ output: CaptureVideoFrameOutput, didDrop drop: CaptureVideoFrameOutput.VideoFrameDrop,
            from connection: CaptureConnection
        ) {
            calls.withLock { $0.drops.append(drop) }
        }
    }

    private func output() -> CaptureVideoFrameOutput {
        CaptureVideoFrameOutput(decoder: FakeDecoder(), converter: FakeConverter())
    }

    /// Runs a session over pictures of these brightnesses to its end.
    private func run(
        _ output: CaptureVideoFrameOutput, over numbers: [Int], beforeStop: () -> Void = {}
    ) async throws -> CaptureSession {
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(ScriptedInput("a", [.delivers(numbers, then: Self.end)]))
        try session.addOutput(output)
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        while let event = await events.next(), event != .sourceDidEnd(source: "a") {}
        beforeStop()
        await session.stopRunning()
        return session
    }

    private func firstByte(_ buffer: PixelBuffer?, plane: Int = 0) -> Int? {
        buffer?.withBytes(ofPlane: plane) { Int($0[0]) }
    }

    @Test func namesAreThoseOfCoreVideo() {
        #expect(VideoPixelFormat.bgra.code == 0x4247_5241)
        #expect(VideoPixelFormat.yuv420VideoRange.code == 875_704_438)
        #expect(VideoPixelFormat.yuv420FullRange.code == 875_704_422)
        #expect(VideoPixelFormat.luma.code == 1_278_226_488)
    }

    @Test func withoutAFormatThereIsLumaAlone() async throws {
        let (output, log, queue) = (output(), Log(), DispatchQueue(label: "frames"))
        output.setVideoFrameDelegate(log, queue: queue)
        _ = try await run(output, over: [1]) { queue.drain() }
        let frame = try #require(log.calls.withLock { $0.frames.first })
        #expect(frame.pixelBuffer == nil)
        #expect(frame.frame.luma.samples[0] == 1)
        let bare = CaptureVideoFrameOutput(decoder: FakeDecoder())
        #expect(bare.availableVideoPixelFormats.isEmpty)
        #expect(throws: CaptureError.self) { try bare.setVideoPixelFormat(.bgra) }
        #expect(bare.videoPixelFormat == nil)
    }

    @Test(arguments: VideoPixelFormat.allCases)
    func framesComeInTheFormat(format: VideoPixelFormat) async throws {
        let (output, log, queue) = (output(), Log(), DispatchQueue(label: "frames"))
        try output.setVideoPixelFormat(format)
        output.setVideoFrameDelegate(log, queue: queue)
        // What still waits at the stop is handed to nobody.
        let session = try await run(output, over: [33]) { queue.drain() }
        let frame = try #require(log.calls.withLock { $0.frames.first })
        let buffer = try #require(frame.pixelBuffer)
        #expect(buffer.format == format)
        #expect((buffer.width, buffer.height) == (8, 8))
        #expect(buffer.planes.indices.map { firstByte(buffer, plane: $0) } == buffer.planes.map { _ in 33 })
        #expect(frame.frame.luma.samples[0] == 33)
        #expect(frame.connection === session.connections[0])
        #expect(frame.frame.time == .milliseconds(33))
    }

    @Test func framesAreMadeToFit() async throws {
        let (output, log, queue) = (output(), Log(), DispatchQueue(label: "frames"))
        try output.setVideoPixelFormat(.yuv420VideoRange)
        try output.setMaxVideoDimensions(PhotoDimensions(width: 100, height: 5))
        output.setVideoFrameDelegate(log, queue: queue)
        let session = try await run(output, over: [33]) { queue.drain() }
        let frame = try #require(log.calls.withLock { $0.frames.first })
        let buffer = try #require(frame.pixelBuffer)
        #expect((buffer.width, buffer.height) == (5, 5))
        #expect(firstByte(buffer) == 33 && firstByte(buffer, plane: 1) == 33)
        #expect((frame.frame.luma.width, frame.frame.luma.height) == (5, 5))
        let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
        #expect(
            output.outputRectConverted(fromMetadataOutputRect: whole)
                == CGRect(x: 0, y: 0, width: 5, height: 5))
        #expect(throws: CaptureError.self) {
            try output.setMaxVideoDimensions(PhotoDimensions(width: 0, height: 5))
        }
        withExtendedLifetime(session) {}
    }

    /// The size that is asked for is that of the turned picture.
    @Test(
        arguments: [
            (nil, nil), ([640, 480], nil), ([480, 640], [480, 360]), ([120, 80], [107, 80]),
            ([1, 1], [1, 1]),
        ] as [([Int]?, [Int]?)])
    func aSizeFitsWithItsShape(most: [Int]?, wanted: [Int]?) throws {
        for angle in [0, 90] {
            let (width, height) = (640.0, 480.0)
            let isTurned = angle == 90
            let transform = try #require(
                PreviewTransform(
                    videoSize: isTurned
                        ? CGSize(width: height, height: width) : CGSize(width: width, height: height),
                    previewSize: CGSize(width: width, height: height), videoGravity: .resize,
                    videoRotationAngle: angle, isVideoMirrored: false))
            let small = transform.fitted(into: most.map { PhotoDimensions(width: $0[0], height: $0[1]) })
            #expect(small.map { [Int($0.previewSize.width), Int($0.previewSize.height)] } == wanted)
            let before = small.map { [Int($0.videoSize.width), Int($0.videoSize.height)] }
            #expect(before == wanted.map { isTurned ? $0.reversed() : $0 })
        }
    }

    // MARK: Drops

    @Test func whoHoldsAllBuffersGetsNoMore() async throws {
        let (output, log, queue) = (output(), Log(), DispatchQueue(label: "frames"))
        try output.setVideoPixelFormat(.bgra)
        output.alwaysDiscardsLateVideoFrames = false
        output.setVideoFrameDelegate(log, queue: queue)
        let drops = output.drops()
        let input = ScriptedInput("a", [.delivers(Array(0..<14), then: nil)])
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(input)
        try session.addOutput(output)
        try await session.startRunning()
        for _ in 0..<60_000 where session.statistics[0].processedFrames < 14 {
            try await Task.sleep(for: .milliseconds(1))
        }
        // What still waits at the stop is handed to nobody.
        queue.drain()
        await session.stopRunning()
        let calls = log.calls.withLock { $0 }
        // What was handed out is whole, and no more than there are buffers.
        #expect(calls.frames.allSatisfy { firstByte($0.pixelBuffer) == $0.sequenceNumber })
        #expect(calls.frames.count <= PixelProducer.bufferCount)
        let late = calls.drops.filter { $0.reason == .late }
        let missing = calls.drops.filter { $0.reason == .outOfBuffers }.map(\.count).reduce(0, +)
        // At most eight wait for a delegate: of a busy machine's some are late, and give their buffers to those after them.
        if late.isEmpty {
            #expect(calls.frames.map(\.sequenceNumber) == Array(0..<PixelProducer.bufferCount))
            // The last is told with the frame after it, which did not come.
            #expect(missing == 3)
        }
        #expect(calls.drops.allSatisfy { $0.source == "a" && $0.connection === output.connections.first })
        var told = 0
        var iterator = drops.makeAsyncIterator()
        while told < missing, let drop = await iterator.next() {
            if drop.reason == .outOfBuffers { told += drop.count }
        }
        #expect(told == missing)
        // What is given back can be used again.
        log.calls.withLock { $0 = .init() }
        let again = try #require(
            PixelProducer(converter: FakeConverter()).buffer(
                of: CaptureFrame(
                    payload: .frame(Frame(luma: .numbered(width: 8, height: 8))), time: .zero,
                    sequenceNumber: 0
                ), as: .bgra
            ) { session.connections[0].pictureTransform(width: $0, height: $1) })
        #expect(firstByte(again) == 0)
    }

    @Test func aDelegateThatIsBusyIsToldWhatItMissed() async throws {
        let (output, log, queue) = (output(), Log(), DispatchQueue(label: "frames"))
        output.setVideoFrameDelegate(log, queue: queue)
        #expect(output.videoFrameDelegate === log)
        #expect(output.videoFrameCallbackQueue === queue)
        queue.suspend()
        _ = try await run(output, over: Array(0..<20)) {
            queue.resume()
            queue.drain()
        }
        let calls = log.calls.withLock { $0 }
        #expect(calls.frames.map(\.sequenceNumber) == [19])
        // The last that gave way would be told with the next.
        #expect(calls.drops.map(\.reason) == [.late])
        #expect(calls.drops.map(\.count) == [18])
        output.setVideoFrameDelegate(nil, queue: nil)
        #expect(output.videoFrameDelegate == nil)
    }

    @Test func framesThatAreDamagedAreDrops() async throws {
        final class Damaged: CaptureInput {
            let sourceName = "a"

            func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
                Stream()
            }

            final class Stream: CaptureStream {
                var formatDescription: String { "damaged" }
                var next = 0

                func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
                    next += 1
                    guard next <= 2 else { throw PixelBufferTests.end }
                    return CaptureFrame(
                        payload: .encoded([1], limits: .standard), time: .milliseconds(next),
                        sequenceNumber: next)
                }

                func close() {}
            }

            var dropsLateFrames: Bool { false }
        }
        let output = output()
        try output.setVideoPixelFormat(.bgra)
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(Damaged())
        try session.addOutput(output)
        var drops = output.drops().makeAsyncIterator()
        try await session.startRunning()
        let drop = await drops.next()
        #expect(drop?.reason == .corrupted)
        #expect(drop?.sequenceNumber == 2)
        await session.stopRunning()
    }

    // MARK: A camera

    /// A session with a camera whose frames a test shows one by one.
    private struct CameraSession {
        let camera = ScriptedCamera()
        let nodes: ScriptedNodes
        let session = CaptureSession(reconnectPolicy: .test())

        init(_ code: String) throws {
            nodes = try ScriptedNodes()
            try nodes.add(0)
            camera.change {
                $0.formats = [.init(code: code, width: 4, height: 2)]
                $0.controls[ControlID.exposureAbsolute.rawValue] = .init(maximum: 500, value: 100)
                $0.controls[ControlID.gain.rawValue] = .init(value: 7)
                $0.controls[ControlID.brightness.rawValue] = .init(value: 42)
            }
            let device = try #require(CaptureDevice.default(of: camera.system(folders: nodes.folders)))
            try device.lockForConfiguration()
            try device.setActiveFormat(device.formats[0])
            try session.addInput(CaptureDeviceInput(device: device, sourceName: "door"))
        }

        func show(_ byte: UInt8, number: Int, at time: Double) {
            camera.change {
                $0.pictures.append(
                    .init(bytes: [UInt8](repeating: byte, count: 16), sequenceNumber: number, time: time))
            }
        }
    }

    @Test func aCamerasPictureIsConvertedOnceSomebodyAsks() async throws {
        let scene = try CameraSession("YUYV")
        let output = output()
        try scene.session.addOutput(output)
        #expect(output.availableVideoPixelFormats == [.luma, .yuv420VideoRange, .yuv420FullRange, .bgra])
        var frames = output.frames().makeAsyncIterator()
        try await scene.session.startRunning()
        scene.show(9, number: 1, at: 1)
        let before = await frames.next()
        #expect(before?.pixelBuffer == nil && before?.picture == nil && before?.attachments == nil)
        try output.setVideoPixelFormat(.yuv420VideoRange)
        output.includesAttachments = true
        // The stream may have begun to wait for this one before; it has its colours or none, but is not grey.
        scene.show(10, number: 2, at: 2)
        let between = try #require(await frames.next())
        #expect((between.pixelBuffer == nil) == (between.picture == nil))
        scene.show(11, number: 3, at: 3)
        let frame = try #require(await frames.next())
        #expect(firstByte(frame.pixelBuffer) == 11)
        #expect(frame.picture?.pixelFormat.name == "YUYV")
        #expect(
            frame.attachments
                == FrameAttachments(exposureDuration: .milliseconds(10), iso: 7, brightness: 42))
        scene.camera.change { $0.controls[ControlID.gain.rawValue]?.value = 8 }
        // A camera is not asked for each frame.
        scene.show(12, number: 4, at: 3.05)
        #expect(await frames.next()?.attachments?.iso == 7)
        scene.show(13, number: 5, at: 3.2)
        #expect(await frames.next()?.attachments?.iso == 8)
        await scene.session.stopRunning()
    }

    @Test func motionJPEGHasTheFullRangeFirst() throws {
        let scene = try CameraSession("MJPG")
        let output = output()
        try scene.session.addOutput(output)
        #expect(output.availableVideoPixelFormats == [.luma, .yuv420FullRange, .yuv420VideoRange, .bgra])
    }
}
