import Decoders
import Foundation
import MetadataOutput
import Testing

@testable import Workers

/// H.264 in a worker; libopenh264 is there, as Scripts/bootstrap has seen to.
@Suite struct IsolatedVideoEncoderTests {
    private static func picture(_ number: Int, width: Int = 64, height: Int = 48) -> StillRequest {
        let samples = (0..<width * height).map { UInt8(truncatingIfNeeded: ($0 % width + number) * 3) }
        var request = StillRequest(
            .samples(
                StillSamples(layout: .grey, width: width, height: height, bytesPerRow: width, bytes: samples)),
            views: [])
        request.hidden = [HiddenRegion(CGRect(x: 0, y: 0, width: 0.25, height: 0.5), style: .blanked)]
        return request
    }

    private func pool(_ executable: String = Executables.worker) throws -> WorkerPool {
        var settings = WorkerSettings(executable: executable)
        settings.detectors = []
        settings.landmarkModel = nil
        return try WorkerPool(settings: settings)
    }

    @Test func aWorkerEncodesTheSame() throws {
        let pool = try pool()
        defer { pool.close() }
        let own = try #require(H264Encoder())
        let encoder = try #require(IsolatedStillMaker(pool: pool).makeVideoEncoder())
        for number in 0..<6 {
            let request = VideoRequest(Self.picture(number), isKeyFrame: number == 4)
            let frame = try encoder.frame(request)
            #expect(try frame == own.frame(request))
            #expect((frame.width, frame.height, frame.isKeyFrame) == (64, 48, number % 4 == 0))
        }
        // Another movie by the same worker has nothing of this one.
        let other = try #require(IsolatedStillMaker(pool: pool).makeVideoEncoder())
        #expect(try other.frame(VideoRequest(Self.picture(9))).isKeyFrame)
        #expect(try !encoder.frame(VideoRequest(Self.picture(6))).isKeyFrame)
        // What follows a picture that cannot be encoded is encoded all the same; another size begins anew.
        let damaged = VideoRequest(StillRequest(.jpeg([0xff, 0xd8, 1, 2, 3]), views: []))
        #expect(throws: PayloadError.self) { try encoder.frame(damaged) }
        let tiny = VideoRequest(Self.picture(0, width: 8, height: 8))
        #expect(throws: PayloadError(.overLimit, "openh264 encodes no pictures of 8x8 pixels")) {
            try encoder.frame(tiny)
        }
        #expect(try encoder.frame(VideoRequest(Self.picture(0, width: 33, height: 32))).isKeyFrame)
    }

    @Test func aWorkerThatDiesCostsOneFrame() throws {
        let name = "encoder-\(UInt32.random(in: 0...(.max)))".prefix(15)
        let link = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createSymbolicLink(
            atPath: link.path, withDestinationPath: Executables.worker)
        defer { try? FileManager.default.removeItem(at: link) }
        let pool = try pool(link.path)
        defer { pool.close() }
        let encoder = try #require(IsolatedStillMaker(pool: pool).makeVideoEncoder())
        let first = try encoder.frame(VideoRequest(Self.picture(0)))
        #expect(try !encoder.frame(VideoRequest(Self.picture(1))).isKeyFrame)
        for child in IsolatedDetectorTests.children(named: name) { kill(child, SIGKILL) }
        #expect(throws: PayloadError(.engineFailure, "killed")) {
            try encoder.frame(VideoRequest(Self.picture(2)))
        }
        // By another worker, with the same parameters, so that the movie goes on in its file. A spare may have been
        // killed too.
        var next: EncodedVideoFrame?
        for _ in 0..<3 where next == nil { next = try? encoder.frame(VideoRequest(Self.picture(0))) }
        #expect(next == first)
    }

    @Test func whatAWorkerSaysIsCheckedAgainstTheQuestion() throws {
        func read(_ frame: EncodedVideoFrame, isKeyFrame: Bool) throws -> Answer {
            var writer = WireWriter()
            Answer.video(frame).write(to: &writer) { _ in }
            var reader = WireReader(writer.bytes)
            let question = Question.video(VideoRequest(Self.picture(0), isKeyFrame: isKeyFrame))
            return try Answer(from: &reader, to: question) { Plane(width: $0, height: $1) { _ in } }
        }
        var frame = EncodedVideoFrame(bytes: [1, 2], width: 64, height: 48, isKeyFrame: false)
        guard case .video(let same) = try read(frame, isKeyFrame: false) else { return #expect(Bool(false)) }
        #expect(same == frame)
        #expect(throws: MalformedMessage.self) { try read(frame, isKeyFrame: true) }
        frame.height = 0
        #expect(throws: MalformedMessage.self) { try read(frame, isKeyFrame: false) }
    }
}
