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
