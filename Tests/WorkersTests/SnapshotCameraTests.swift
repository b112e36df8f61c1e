import CameraServer
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// Cameras that give one picture each time they are asked, and not always.
@Suite(.timeLimit(.minutes(5))) struct SnapshotCameraTests {
    private static let picture = NetworkCameraTests.pictures[0]
    private let bench: NetworkCameraBench

    init() throws { bench = try NetworkCameraBench() }

    /// Busy for many times what connections it is given, then a picture again.
    @Test(
        arguments: [
            "503 Busy", "429 Too Many Requests", "500 Error", "nothing", "cut", "silence", "damaged",
        ], [true, false])
    func oneThatIsBusyIsAskedAgain(how: String, isIsolated: Bool) throws {
        let count = Atomic(0)
        let server = CameraServer { _, connection in
            let number = count.add(1, ordering: .relaxed).oldValue
            guard number % 10 != 0 else {
                connection.answer(type: "image/jpeg", Self.picture)
                return true
            }
            switch how {
            case "nothing": connection.answer(type: "image/jpeg", [])
            case "damaged":
                connection.answer(type: "image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            case "cut":
                connection.send("HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: 9\r\n\r\n1")
            case "silence": break
            default:
                connection.answer(how, type: "text/plain", Array("busy".utf8), fields: ["Connection: close"])
            }
            return how == "nothing" || how == "damaged"
        }
        defer { server.stop() }
        let stream = try bench.input(server.address(), isIsolated: isIsolated).openStream(preset: .high)
        defer { stream.close() }
        let frames = try bench.next(4, of: stream)
        #expect(frames.allSatisfy { if case .encoded(Self.picture, _) = $0.payload { true } else { false } })
        #expect(count.load(ordering: .relaxed) >= 31)
        if how == "damaged" { #expect(frames.dropFirst().map { $0.drops[.corrupted] } == [9, 9, 9]) }
    }

    /// Who has never given a picture is told of, and so is a camera that wants to know who asks.
    @Test func whatIsNoPauseIsToldOf() throws {
        let count = Atomic(0)
        let server = CameraServer { request, connection in
            switch request.target {
            case "/busy": connection.answer("503 Busy", type: "text/plain", [])
            case "/empty": connection.answer(type: "image/jpeg", [])
            default:
                let isFirst = count.add(1, ordering: .relaxed).oldValue == 0
                if isFirst { connection.answer(type: "image/jpeg", Self.picture) }
                if !isFirst { connection.answer("404 Not Found", type: "text/plain", []) }
            }
            return true
        }
        defer { server.stop() }
        let busy = bench.refusal(try bench.input(server.address("/busy"), isIsolated: true))
        #expect(busy?.message.hasSuffix("it answers with HTTP 503") == true)
        let empty = bench.refusal(try bench.input(server.address("/empty"), isIsolated: true))
        #expect(empty?.message.hasSuffix("its answer has no picture") == true)
        let stream = try bench.input(server.address("/gone"), isIsolated: true).openStream(preset: .high)
        defer { stream.close() }
        #expect(throws: CaptureError.self) { try bench.next(2, of: stream) }
    }

    /// What cameras give beside JPEGs is decoded where they are spoken with.
    @Test(arguments: [true, false]) func otherPicturesAreGrey(isIsolated: Bool) throws {
        let header = Array("P5 3 2 255\n".utf8)
        let server = CameraServer { request, connection in
            switch request.target {
            case "/pgm":
                connection.answer(type: "image/x-portable-graymap", header + [0, 50, 100, 150, 200, 250])
            case "/avif":
                connection.answer(type: "image/avif", [0, 0, 0, 20] + Array("ftypavif\0\0\0\0avif".utf8))
            case "/svg": connection.answer(type: "image/svg+xml", Array("<svg></svg>".utf8))
            default: connection.answer(type: "image/jpeg", [1, 2, 3])
            }
            return true
        }
        defer { server.stop() }
        let stream = try bench.input(server.address("/pgm"), isIsolated: isIsolated).openStream(preset: .high)
        defer { stream.close() }
        guard case .frame(let frame) = try bench.next(1, of: stream)[0].payload else {
            return #expect(Bool(false))
        }
        #expect(frame.luma.width == 3)
        #expect(
            frame.luma.withUnsafeSamples { Array(UnsafeBufferPointer(start: $0, count: 3)) } == [0, 50, 100])
        #expect(stream.formatDescription == "picture 3x2")
        for (target, words) in [
            ("/avif", "it gives pictures in HEIF"), ("/svg", "what it gives as image/svg+xml is "),
            ("/jpeg", "what it gives as image/jpeg is not a picture"),
        ] {
            let error = bench.refusal(try bench.input(server.address(target), isIsolated: isIsolated))
            #expect(error?.code == .unsupported)
            #expect(error?.message.contains(words) == true, "\(String(describing: error))")
        }
    }
}
