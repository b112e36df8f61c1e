import CameraServer
import Decoders
import Detectors
import Dispatch
import Foundation
import MetadataOutput
import Testing

@testable import Capture
@testable import Workers

/// Cameras that send video by RTSP on the loopback interface, read by workers and in this process; libcurl and FFmpeg's libraries are
/// there, as Scripts/bootstrap has seen to.
@Suite(.timeLimit(.minutes(10))) struct RTSPCameraTests {
    private let pool: WorkerPool

    init() throws {
        var settings = WorkerSettings(executable: Executables.worker)
        settings.detectors = ["codes"]
        settings.landmarkModel = nil
        pool = try WorkerPool(settings: settings)
    }

    private func input(
        _ server: CameraServer, isIsolated: Bool, timeout: Duration = .seconds(60)
    ) throws -> CaptureNetworkCameraInput {
        var settings = NetworkCameraSettings()
        settings.credentials = NetworkCredentials(user: "admin", password: "secret")
        settings.timeout = timeout
        let decoder: any NetworkStreamDecoder =
            isIsolated ? IsolatedNetworkStreamDecoder(pool: pool) : StandardNetworkStreamDecoder()
        return CaptureNetworkCameraInput(
            address: try NetworkAddress("rtsp://127.0.0.1:\(server.port)/live?ch=1"), decoder: decoder,
            settings: settings)
    }

    private static func server(_ camera: RTSPCamera) -> CameraServer {
        CameraServer { camera.answer($0, $1) }
    }

    private func next(_ count: Int, of stream: any CaptureStream) throws -> [CaptureFrame] {
        var frames: [CaptureFrame] = []
        while frames.count < count {
            if let frame = try stream.nextFrame(timeout: .seconds(1)) { frames.append(frame) }
        }
        return frames
    }

    private static func fields(of frame: CaptureFrame) -> [Int] {
        guard case .frame(let frame) = frame.payload else { return [] }
        let luma = frame.luma
        guard luma.width == 96, luma.height == 64 else { return [] }
        return [16, 48, 80].map { x in luma.withBytes { Int($0[32 * luma.bytesPerRow + x]) } }
    }

    private func refusal(_ input: CaptureNetworkCameraInput) -> CaptureError? {
        do throws(CaptureError) {
            try input.openStream(preset: .high).close()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["h264", "hevc", "mjpeg"], [true, false])
    func everyFrameComesInItsOrderWithItsLuma(recording: String, isIsolated: Bool) throws {
        let server = Self.server(try RTSPCamera(recording))
        defer { server.stop() }
        let stream = try input(server, isIsolated: isIsolated).openStream(preset: .high)
        defer { stream.close() }
        // The last of ten is known to be whole when the next begins.
        let frames = try next(9, of: stream)
        // The third field is 20 of video's 219 steps lighter each time.
        for (number, frame) in frames.enumerated() {
            let expected = [255, 0, Int((Double(number * 20) * 255 / 219).rounded())]
            let fields = Self.fields(of: frame)
            try #require(fields.count == 3)
            for (field, value) in zip(fields, expected) {
                #expect(abs(field - value) <= 6, "frame \(number): \(fields)")
            }
        }
        #expect(frames.map(\.sequenceNumber) == Array(0..<9))
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time <= $1.time })
    }

    /// Packets that come as far apart as frames are taken: a frame is given when the next one begins, and is no younger for that.
    @Test(arguments: ["h264", "hevc"], [true, false])
    func aFrameIsOfWhenItBeganToCome(recording: String, isIsolated: Bool) throws {
        var manners = RTSPCamera.Manners()
        manners.pace = 0.1
        manners.rounds = 20
        let server = Self.server(try RTSPCamera(recording, manners))
        defer { server.stop() }
        let stream = try input(server, isIsolated: isIsolated).openStream(preset: .high)
        defer { stream.close() }
        var ages: [Duration] = []
        // Those that gather while a busy machine reads nothing come all at once.
        for _ in 0..<100 where !(ages.count > 6 && ages.suffix(6).allSatisfy { $0 >= .milliseconds(80) }) {
            let frame = try next(1, of: stream)[0]
            ages.append(.nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) - frame.time)
        }
        #expect(ages.suffix(6).allSatisfy { $0 >= .milliseconds(80) }, "\(ages)")
    }

    /// What cameras do differently: channels, sound before the video, other packets between, some before the answer, a password.
    @Test(arguments: [true, false]) func mannersMakeNoDifference(isIsolated: Bool) throws {
        var manners = RTSPCamera.Manners()
        manners.channel = 4
        manners.hasSound = true
        manners.babbles = true
        manners.isEager = true
        manners.challenge = "Digest realm=\"cam\", nonce=\"a1\""
        let server = Self.server(try RTSPCamera("h264", manners))
        defer { server.stop() }
        let stream = try input(server, isIsolated: isIsolated).openStream(preset: .high)
        defer { stream.close() }
        #expect(try next(9, of: stream).map { Self.fields(of: $0).count } == Array(repeating: 3, count: 9))
        let setUp = server.requests.last { $0.method == "SETUP" }
        #expect(setUp?.target == "rtsp://127.0.0.1:\(server.port)/live?ch=1/track2")
        #expect(setUp?.fields["authorization"]?.hasPrefix("Digest username=\"admin\"") == true)
        #expect(server.requests.allSatisfy { !$0.fields.values.contains { $0.contains("secret") } })
        // libcurl makes its own where it may.
        #expect(server.connectionCount == (isIsolated ? 1 : 2))
    }

    @Test func aWordIsSaidBeforeASessionEnds() throws {
        var manners = RTSPCamera.Manners()
        manners.timeout = 2
        manners.pace = 0.05
        manners.rounds = 8
        let server = Self.server(try RTSPCamera("h264", manners))
        defer { server.stop() }
        let stream = try input(server, isIsolated: false).openStream(preset: .high)
        defer { stream.close() }
        while server.requests.count(where: { $0.method == "OPTIONS" }) < 2 {
            _ = try stream.nextFrame(timeout: .milliseconds(100))
        }
    }

    @Test(arguments: [true, false]) func codesAreReadAndKeepTheirIdentity(isIsolated: Bool) async throws {
        var manners = RTSPCamera.Manners()
        // Until nobody wants it any more.
        manners.rounds = .max
        let server = Self.server(try RTSPCamera("code", manners))
        defer { server.stop() }
        defer { pool.close() }
        let output = CaptureMetadataOutput(detector: IsolatedDetector(pool: pool))
        try output.setMetadataObjectTypes([.qr])
        let session = CaptureSession()
        try session.addInput(try input(server, isIsolated: isIsolated))
        try session.addOutput(output)
        let updates = output.updates()
        try await session.startRunning()
        var found: [MetadataMachineReadableCodeObject] = []
        for await update in updates {
            found += update.objects.compactMap { $0 as? MetadataMachineReadableCodeObject }
            if found.count >= 3 { break }
        }
        await session.stopRunning()
        #expect(Set(found.map(\.objectID)) == [1])
        #expect(Set(found.map(\.stringValue)) == ["hello"])
    }

    /// What a camera may say instead of sending its video.
    @Test(
        arguments: [
            ("DESCRIBE", "401 Unauthorized", "it does not take this user's password"),
            ("DESCRIBE", "404 Not Found", "there is nothing at this address (RTSP 404)"),
            (
                "SETUP", "461 Unsupported Transport",
                "it does not send its packets over the connection (RTSP 461)"
            ),
            ("PLAY", "453 Not Enough Bandwidth", "it answers with RTSP 453"),
        ], [true, false])
    func whatIsInTheWayIsSaid(answer: (method: String, status: String, reason: String), isIsolated: Bool)
        throws
    {
        var manners = RTSPCamera.Manners()
        manners.statuses = [answer.method: answer.status]
        let server = Self.server(try RTSPCamera("h264", manners))
        defer { server.stop() }
        let message = refusal(try input(server, isIsolated: isIsolated))?.message ?? ""
        #expect(message.hasSuffix(answer.reason), "\(message)")
    }

    @Test(
        arguments: [
            ("v=0\r\nm=audio 0 RTP/AVP 8\r\n", "there is no video in what it says of its stream"),
            ("<html>", "there is no video in what it says of its stream"),
            (
                "v=0\r\nm=video 0 RTP/AVP 99\r\na=rtpmap:99 X-NOBODY/90000\r\n",
                "its video: there is no decoder of the video: none"
            ),
            (String(repeating: "a=x\r\n", count: 20_000), "what it says of its stream does not end"),
        ])
    func whatIsNoVideoIsSaid(description: String, reason: String) throws {
        var manners = RTSPCamera.Manners()
        manners.description = description
        let server = Self.server(try RTSPCamera("h264", manners))
        defer { server.stop() }
        let message = refusal(try input(server, isIsolated: true))?.message ?? ""
        #expect(message.hasSuffix(reason), "\(message)")
    }

    @Test(arguments: [true, false]) func aConnectionThatEndsEndsTheStream(isIsolated: Bool) throws {
        let server = Self.server(try RTSPCamera("h264"))
        let stream = try input(server, isIsolated: isIsolated).openStream(preset: .high)
        defer { stream.close() }
        _ = try next(9, of: stream)
        server.stop()
        let error = #expect(throws: CaptureError.self) {
            while true { _ = try stream.nextFrame(timeout: .seconds(1)) }
        }
        #expect(error?.code == .deviceWasDisconnected || error?.code == .deviceFailed)
    }

    @Test func anEndedSessionIsNoticed() throws {
        var manners = RTSPCamera.Manners()
        manners.timeout = 2
        manners.pace = 0.05
        manners.rounds = 4
        let camera = try RTSPCamera("h264", manners)
        let server = CameraServer { request, connection in
            guard request.method == "OPTIONS", request.fields["session"] != nil else {
                return camera.answer(request, connection)
            }
            return connection.send(
                "RTSP/1.0 454 Session Not Found\r\nCSeq: \(request.fields["cseq"] ?? "")\r\n\r\n")
        }
        defer { server.stop() }
        let stream = try input(server, isIsolated: false).openStream(preset: .high)
        defer { stream.close() }
        let error = #expect(throws: CaptureError.self) {
            while true { _ = try stream.nextFrame(timeout: .seconds(1)) }
        }
        #expect(error?.message.hasSuffix("it has ended the session") == true)
    }

    /// A camera that answers, and then sends nothing: after a while it counts as stalled.
    @Test func silenceEndsAStream() throws {
        var manners = RTSPCamera.Manners()
        manners.rounds = 0
        let server = Self.server(try RTSPCamera("h264", manners))
        defer { server.stop() }
        let error = refusal(try input(server, isIsolated: true, timeout: .milliseconds(300)))
        #expect(error?.code == .deviceStalled)
    }
}
