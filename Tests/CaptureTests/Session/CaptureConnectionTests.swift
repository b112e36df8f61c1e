import AVFoundationVectors
import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// What a connection does to the pictures on it.
@Suite struct CaptureConnectionTests {
    private static let orientations = [0, 90, 180, 270].flatMap { [($0, false), ($0, true)] }

    /// Runs a session over one picture whose connection is set like this.
    private func frame(
        of picture: Plane, angle: Int, isMirrored: Bool
    ) async throws -> (frame: CaptureVideoFrameOutput.VideoFrame, session: CaptureSession) {
        let scene = try SceneSession(picture)
        let output = CaptureVideoFrameOutput(decoder: FakeDecoder())
        try scene.session.addOutput(output)
        let connection = try #require(output.connection(with: .video))
        try connection.setVideoRotationAngle(angle)
        connection.automaticallyAdjustsVideoMirroring = false
        try connection.setVideoMirrored(isMirrored)
        var frames = output.frames().makeAsyncIterator()
        #expect(output.outputRectConverted(fromMetadataOutputRect: .zero) == nil)
        try await scene.run()
        return (try #require(await frames.next()), scene.session)
    }

    /// Larger than a block of the copy in both directions.
    @Test(arguments: orientations)
    func picturesAreTurnedThenFlipped(angle: Int, isMirrored: Bool) async throws {
        let picture = Plane.numbered(width: 70, height: 41)
        let turned = try await frame(of: picture, angle: angle, isMirrored: isMirrored).frame.frame.luma
        let isOnItsSide = angle % 180 != 0
        #expect((turned.width, turned.height) == (isOnItsSide ? (41, 70) : (70, 41)))
        let (before, after) = (picture.samples, turned.samples)
        for y in 0..<41 {
            for x in 0..<70 {
                // Column and row after each step, as AVFoundation's model has them.
                let (right, v) =
                    switch angle {
                    case 90: (40 - y, x)
                    case 180: (69 - x, 40 - y)
                    case 270: (y, 69 - x)
                    default: (x, y)
                    }
                let u = isMirrored ? turned.width - 1 - right : right
                try #require(after[v * turned.width + u] == before[y * 70 + x], "\(x), \(y)")
            }
        }
    }

    /// A part of a larger plane, as zooming makes it, has gaps between its rows.
    @Test func partsAreTurnedToo() throws {
        let part = Plane.numbered(width: 16, height: 16).crop(x: 3, y: 5, width: 2, height: 3)
        let transform = try #require(
            PreviewTransform(
                videoSize: CGSize(width: 2, height: 3), previewSize: CGSize(width: 3, height: 2),
                videoGravity: .resize, videoRotationAngle: 90))
        #expect(PictureTurn(transform).turned(part).samples == [115, 99, 83, 116, 100, 84])
    }

    @Test func rectanglesOfTurnedBuffers() async throws {
        for vector in try Vectors.load().buffers {
            let (width, height) = (Int(vector.buffer_unrotated[0]), Int(vector.buffer_unrotated[1]))
            let session = try await frame(
                of: Plane(width: width, height: height) { _ in }, angle: vector.angle,
                isMirrored: vector.mirrored
            ).session
            let output = try #require(session.outputs.first)
            let rect = CGRect(vector.metadataRect)
            let converted = try #require(output.outputRectConverted(fromMetadataOutputRect: rect))
            #expect(converted.isClose(to: CGRect(vector.outputRectConverted)), "\(vector)")
            let back = try #require(output.metadataOutputRectConverted(fromOutputRect: converted))
            #expect(back.isClose(to: rect), "\(vector)")
            let face = MetadataFaceObject(
                time: .zero, timeInView: .zero, bounds: rect, objectID: 1, confidence: 1, engine: .yunet,
                step: "plain", rollAngle: 0)
            let connection = try #require(output.connections.first)
            let transformed = try #require(
                output.transformedMetadataObject(for: face, connection: connection))
            #expect(transformed.bounds == converted)
            #expect(
                transformed.rollAngle
                    == Double((vector.mirrored ? 360 - vector.angle : vector.angle) % 360))
        }
    }

    @Test func metadataStaysInTheSpaceOfTheUnrotatedPicture() throws {
        let scene = try SceneSession(.numbered(width: 8, height: 8))
        let output = CaptureMetadataOutput(detectors: [], decoder: FakeDecoder())
        try scene.session.addOutput(output)
        #expect(output.connection(with: .video) == nil)
        let connection = try #require(output.connection(with: .metadataObject))
        #expect(connection.isVideoRotationAngleSupported(0))
        #expect(!connection.isVideoRotationAngleSupported(90))
        #expect(!connection.isVideoMirroringSupported)
        #expect(throws: CaptureError.self) { try connection.setVideoRotationAngle(90) }
        connection.automaticallyAdjustsVideoMirroring = false
        #expect(throws: CaptureError.self) { try connection.setVideoMirrored(true) }
        let rect = CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)
        #expect(output.outputRectConverted(fromMetadataOutputRect: rect) == rect)
        #expect(output.metadataOutputRectConverted(fromOutputRect: rect) == rect)
    }

    @Test func onlyWholeQuartersAreSupported() throws {
        let connection = CaptureConnection(
            inputPorts: [], output: CaptureVideoFrameOutput(decoder: FakeDecoder()))
        for angle in [0, 90, 180, 270] { #expect(connection.isVideoRotationAngleSupported(angle)) }
        for angle in [-90, 45, 360] {
            #expect(!connection.isVideoRotationAngleSupported(angle))
            #expect(throws: CaptureError.self) { try connection.setVideoRotationAngle(angle) }
        }
        #expect(connection.videoRotationAngle == 0)
    }

    @Test func mirroringIsAutomaticUntilToldOtherwise() throws {
        let connection = CaptureConnection(
            inputPorts: [], output: CaptureVideoFrameOutput(decoder: FakeDecoder()))
        #expect(connection.automaticallyAdjustsVideoMirroring)
        #expect(!connection.isVideoMirrored)
        #expect {
            try connection.setVideoMirrored(true)
        } throws: {
            ($0 as? CaptureError)?.code == .invalidConfiguration
        }
        connection.automaticallyAdjustsVideoMirroring = false
        try connection.setVideoMirrored(true)
        #expect(connection.isVideoMirrored)
        connection.automaticallyAdjustsVideoMirroring = true
        #expect(!connection.isVideoMirrored)
    }

    @Test func isActiveWhileItsSourceIsThere() throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let (input, output) = (ScriptedInput("a", []), RecordingOutput())
        try session.addInput(input)
        #expect(output.connections.isEmpty)
        try session.addOutput(output)
        let connection = try #require(output.connections.first)
        #expect(connection.isActive)
        connection.isEnabled = false
        #expect(!connection.isActive)
        connection.isEnabled = true
        input.isConnected = false
        #expect(!connection.isActive)
        input.isConnected = true
        try session.removeConnection(connection)
        #expect(!connection.isActive)
        #expect(output.connections.isEmpty)
    }

    // MARK: Rate

    /// Times of frames that go through, in milliseconds.
    private func times(_ times: [Int], every interval: Duration?) -> [Int] {
        var pace = ConnectionPace()
        return times.filter { time in
            let frame = CaptureFrame(
                payload: .encoded([], limits: .standard), time: .milliseconds(time), sequenceNumber: time)
            return pace.admit(frame, every: interval) != nil
        }
    }

    @Test func framesThatComeTooSoonAreLeftOut() {
        let all = Array(stride(from: 0, through: 400, by: 33))
        #expect(times(all, every: nil) == all)
        #expect(times(all, every: .milliseconds(66)) == [0, 66, 132, 198, 264, 330, 396])
        // A camera's clock is not exact, and the rate stays the one that was asked for.
        #expect(times([0, 34, 65, 101, 131, 167, 197], every: .milliseconds(66)) == [0, 65, 131, 197])
        #expect(times(all, every: .milliseconds(100)) == [0, 99, 198, 297, 396])
        // After a pause, and after a clock that was set back, the next frame counts anew.
        #expect(times([0, 500, 533, 600], every: .milliseconds(100)) == [0, 500, 600])
        #expect(times([5000, 1000, 1050, 1100], every: .milliseconds(100)) == [5000, 1000, 1100])
    }

    @Test func whatWasLostBeforeAFrameThatIsLeftOutIsToldWithTheNext() async throws {
        let numbers = Array(0..<40)
        let input = ScriptedInput(
            "a", [.delivers(numbers, then: CaptureError(.inputEnded, "end"))])
        let output = RecordingOutput()
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(input)
        try session.addOutput(output)
        output.connections[0].videoMinFrameDuration = .milliseconds(10)
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        while let event = await events.next(), event != .sourceDidEnd(source: "a") {}
        await session.stopRunning()
        #expect(output.frames == ["a 0", "a 9", "a 19", "a 29", "a 39"])
        var pace = ConnectionPace()
        func admitted(_ time: Int, _ drops: [CaptureDropReason: Int]) -> [CaptureDropReason: Int]? {
            pace.admit(
                CaptureFrame(
                    payload: .encoded([], limits: .standard), time: .milliseconds(time), sequenceNumber: time,
                    drops: drops), every: .milliseconds(10))?.drops
        }
        #expect(admitted(0, [:]) == [:])
        #expect(admitted(2, [.late: 1]) == nil)
        #expect(admitted(10, [.corrupted: 1]) == [.late: 1, .corrupted: 1])
        #expect(admitted(20, [:]) == [:])
    }
}
