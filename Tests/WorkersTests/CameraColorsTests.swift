import CameraServer
import Decoders
import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// Colours of cameras whose pictures are decoded where they are spoken with.
@Suite(.timeLimit(.minutes(5))) struct CameraColorsTests {
    /// Those of make-recordings: four quarters, from the top left, row by row.
    private static let colours: [SIMD3<Double>] = [
        [200, 40, 30], [30, 160, 60], [40, 60, 210], [235, 200, 40],
    ]
    private let bench: NetworkCameraBench

    init() throws { bench = try NetworkCameraBench() }

    /// What is seen in the middle of each quarter of a JPEG that is made of a picture.
    private func quarters(of picture: SourcePicture) throws -> [SIMD3<Double>] {
        let source = try #require(picture.bufferPicture.stillSource)
        let request = StillRequest(source, views: [StillView(quality: 100)])
        let jpeg = try #require(try StandardStillMaker().stills(request).stills.first).bytes
        let file = FileManager.default.temporaryDirectory.appending(path: "colours-\(UUID().uuidString).jpg")
        try Data(jpeg).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // By somebody else's reading of JPEGs.
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["ffmpeg", "-v", "error", "-i", file.path]
            + ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let pixels = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let (width, height) = (picture.width, picture.height)
        try #require(pixels.count == 3 * width * height)
        return [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
            let place = 3 * (height * y / 4 * width + width * x / 4)
            return SIMD3(
                Double(pixels[place]), Double(pixels[place + 1]), Double(pixels[place + 2]))
        }
    }

    private func stream(
        of recording: String, _ server: CameraServer, isIsolated: Bool
    ) throws -> any CaptureStream {
        try bench.input("rtsp://127.0.0.1:\(server.port)/live", isIsolated: isIsolated)
            .openStream(preset: .high)
    }

    private static func server(_ recording: String) throws -> CameraServer {
        var manners = RTSPCamera.Manners()
        manners.rounds = 20
        let camera = try RTSPCamera("colour-" + recording, manners)
        return CameraServer { camera.answer($0, $1) }
    }

    @Test(
        arguments: [
            ("plain", 96, 64), ("hd", 1280, 16), ("709", 96, 64), ("full", 96, 64), ("422", 96, 64),
            ("odd", 97, 65), ("rgb", 96, 64), ("10-bit", 96, 64), ("mpeg4", 96, 64), ("mjpeg", 96, 64),
        ], [true, false])
    func videoHasItsColours(
        recording: (name: String, width: Int, height: Int), isIsolated: Bool
    ) throws {
        let server = try Self.server(recording.name)
        defer { server.stop() }
        let stream = try stream(of: recording.name, server, isIsolated: isIsolated)
        defer { stream.close() }
        stream.carriesPictures = true
        // The first one came before anybody could say that it is wanted.
        for frame in try bench.next(3, of: stream) {
            let picture = try #require(frame.picture)
            #expect((picture.width, picture.height) == (recording.width, recording.height))
            for (found, colour) in zip(try quarters(of: picture), Self.colours) {
                let difference = found - colour
                #expect(max(difference.max(), -difference.min()) <= 8, "\(found) for \(colour)")
            }
        }
    }

    @Test(arguments: [true, false]) func coloursAreMadeForWhoWantsThem(isIsolated: Bool) throws {
        let server = try Self.server("plain")
        defer { server.stop() }
        let stream = try stream(of: "plain", server, isIsolated: isIsolated)
        defer { stream.close() }
        _ = try bench.next(1, of: stream)
        let grey = try bench.next(1, of: stream)[0]
        #expect(grey.picture == nil && grey.missingPicture == .notAsked)
        stream.carriesPictures = true
        #expect(try bench.next(1, of: stream)[0].picture != nil)
        stream.carriesPictures = false
        #expect(try bench.next(1, of: stream)[0].picture == nil)
    }

    @Test(arguments: [true, false]) func picturesThatAreNoJPEGsHaveTheirColours(isIsolated: Bool) throws {
        let (width, height) = (31, 17)
        var pixels = Array("P6 \(width) \(height) 255\n".utf8)
        for y in 0..<height {
            for x in 0..<width {
                let colour = Self.colours[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)]
                pixels += [UInt8(colour.x), UInt8(colour.y), UInt8(colour.z)]
            }
        }
        let file = pixels
        let server = CameraServer { _, connection in
            connection.answer(type: "image/x-portable-pixmap", file)
            return true
        }
        defer { server.stop() }
        let stream = try bench.input(server.address(), isIsolated: isIsolated).openStream(preset: .high)
        defer { stream.close() }
        stream.carriesPictures = true
        for frame in try bench.next(2, of: stream) {
            for (found, colour) in zip(try quarters(of: try #require(frame.picture)), Self.colours) {
                let difference = found - colour
                #expect(max(difference.max(), -difference.min()) <= 8, "\(found) for \(colour)")
            }
        }
        stream.carriesPictures = false
        #expect(try bench.next(1, of: stream)[0].missingPicture == .notAsked)
    }
}
