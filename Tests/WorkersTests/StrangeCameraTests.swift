import CameraServer
import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// What is said of cameras that answer in no way known.
@Suite(.timeLimit(.minutes(5))) struct StrangeCameraTests {
    private let bench: NetworkCameraBench

    init() throws { bench = try NetworkCameraBench() }

    @Test(arguments: [true, false]) func theMessageIsPlain(isIsolated: Bool) throws {
        let server = CameraServer { request, connection in
            switch request.target {
            case "/line":
                connection.send("HTTP/1.1 200 OK\r\nX-Field: ")
                while connection.send([UInt8](repeating: 0x61, count: 1 << 16)) {}
            case "/moved":
                connection.answer(
                    "302 Found", type: "a/b", [],
                    fields: ["Location: http://admin:tops3cret@10.0.0.9/a?user=b&password=tops3cret"])
            default:
                connection.send([UInt8](repeating: 0x7E, count: 1000))
            }
            return false
        }
        defer { server.stop() }
        for (address, words) in [
            (server.address("/line"), "the head of its answer does not end"),
            (server.address("/junk"), "what it sends is not HTTP"),
            ("rtsp://127.0.0.1:\(server.port)/junk", "what it sends is not RTSP"),
            (server.address("/moved"), "used instead: http://10.0.0.9/a?user=b&password=***"),
        ] {
            let error = bench.refusal(try bench.input(address, isIsolated: isIsolated))
            #expect(error?.message.hasSuffix(words) == true, "\(String(describing: error))")
        }
    }

    /// A camera that is not silent, and of which no picture can be had.
    @Test(arguments: ["parts", "frames", "packets"], [true, false])
    func whatComesInsteadOfPicturesIsSaid(kind: String, isIsolated: Bool) throws {
        var manners = RTSPCamera.Manners()
        (manners.rounds, manners.babbles) = (.max, true)
        let isAll = kind == "packets"
        // The key frame and its parameters.
        manners.leavesOut = { isAll || $0.isOfKeyFrame }
        let camera = try RTSPCamera("h264", manners)
        let server = CameraServer { request, connection in
            guard kind == "parts" else { return camera.answer(request, connection) }
            MotionSpelling().send([Array("<html>".utf8), [0x89, 0x50, 0x4E, 0x47]], to: connection)
            return false
        }
        defer { server.stop() }
        let address = kind == "parts" ? server.address() : "rtsp://127.0.0.1:\(server.port)/live"
        var error: CaptureError?
        // On a busy machine it may have come to send nothing at all, and is asked again.
        for _ in 0..<30 where error?.code ?? .deviceStalled == .deviceStalled {
            error = bench.refusal(
                try bench.input(address, isIsolated: isIsolated) { $0.timeout = .seconds(2) })
        }
        let words = [
            "parts": /what it sends are no whole JPEGs \(parts: [1-9][0-9]*\)/,
            "frames": /there is no key frame in its video \(frames: [1-9][0-9]*\)/,
            "packets": /what it sends is not its video \(packets: [1-9][0-9]*\)/,
        ]
        #expect(error?.code == .deviceFailed)
        #expect(try error?.message.contains(#require(words[kind])) == true, "\(String(describing: error))")
        #expect(error?.message.contains("has sent no picture for 2 s: ") == true)
    }

    /// One that has sent something else and then nothing is silent.
    @Test func silenceIsSaidToo() throws {
        let server = CameraServer { _, connection in
            MotionSpelling().send([Array("<html>".utf8)], to: connection, count: 3, every: 0.01)
            while connection.send([]) { Thread.sleep(forTimeInterval: 0.05) }
            return false
        }
        defer { server.stop() }
        let error = bench.refusal(
            try bench.input(server.address(), isIsolated: false) { $0.timeout = .seconds(1) })
        #expect(error?.code == .deviceStalled)
        #expect(error?.message.hasSuffix("has sent no picture for 1 s") == true)
    }

    /// What is no picture among those that are.
    @Test(arguments: [true, false]) func badPartsAreCounted(isIsolated: Bool) throws {
        let server = CameraServer { _, connection in
            let pictures = [NetworkCameraTests.pictures[0], Array("<html>".utf8)]
            MotionSpelling().send(pictures, to: connection)
            return false
        }
        defer { server.stop() }
        let stream = try bench.input(server.address(), isIsolated: isIsolated).openStream(preset: .high)
        defer { stream.close() }
        let frames = try bench.next(6, of: stream)
        let damaged = frames.reduce(0) { $0 + ($1.drops[.corrupted] ?? 0) }
        #expect(damaged >= 4)
        for (frame, next) in zip(frames, frames.dropFirst()) {
            #expect(next.sequenceNumber - frame.sequenceNumber == 1 + next.drops.values.reduce(0, +))
        }
    }

    /// Packets that the network loses.
    @Test(arguments: [true, false]) func framesThatDoNotComeAreCounted(isIsolated: Bool) throws {
        var manners = RTSPCamera.Manners()
        manners.rounds = .max
        manners.leavesOut = { $0[7] % 5 == 3 && !$0.isOfKeyFrame }
        let camera = try RTSPCamera("h264", manners)
        let server = CameraServer { camera.answer($0, $1) }
        defer { server.stop() }
        let address = "rtsp://127.0.0.1:\(server.port)/live"
        let stream = try bench.input(address, isIsolated: isIsolated).openStream(preset: .high)
        defer { stream.close() }
        let frames = try bench.next(30, of: stream)
        let missing = frames.reduce(0) { $0 + ($1.drops[.discontinuity] ?? 0) }
        #expect((3...12).contains(missing))
        for (frame, next) in zip(frames, frames.dropFirst()) {
            #expect(next.sequenceNumber - frame.sequenceNumber == 1 + next.drops.values.reduce(0, +))
        }
    }

    /// What comes faster than it is wanted is passed over, and was not lost.
    @Test(arguments: [nil, 0.001], [true, false]) func noMoreAreTakenThanWanted(
        rate: Double?, isIsolated: Bool
    ) throws {
        let server = CameraServer { _, connection in
            MotionSpelling().send(NetworkCameraTests.pictures, to: connection, count: 20, every: 0.02)
            return false
        }
        defer { server.stop() }
        let stream = try bench.input(server.address(), isIsolated: isIsolated) { $0.maximumFrameRate = rate }
            .openStream(preset: .high)
        defer { stream.close() }
        var frames: [CaptureFrame] = []
        let error = #expect(throws: CaptureError.self) {
            while true {
                if let frame = try stream.nextFrame(timeout: .seconds(1)) { frames.append(frame) }
            }
        }
        #expect(error?.message.hasSuffix("it has ended its stream") == true)
        #expect(rate == nil ? frames.count > 1 : frames.count == 1)
    }
}

extension [UInt8] {
    /// Whether a packet, behind a dollar sign and a channel, has parameters or a key frame of H.264, or a part of it (RFC 6184).
    fileprivate var isOfKeyFrame: Bool {
        guard count > 17 else { return false }
        let kind = self[16] & 31
        return [5, 7, 8, 24].contains(kind) || (kind == 28 && self[17] & 31 == 5)
    }
}
