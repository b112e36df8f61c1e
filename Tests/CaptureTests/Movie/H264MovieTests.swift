import Decoders
import Foundation
import MediaFiles
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

@Suite struct H264MovieTests {
    private static let picture: [UInt8] = [0, 0, 0, 1, 0x68, 0xce, 6]

    private static func sequence(_ level: UInt8) -> [UInt8] { [0, 0, 0, 1, 0x67, 66, 0xc0, level] }

    /// A frame as cameras send it: each tenth one needs no other and comes with its parameters.
    private static func frame(_ number: Int, level: UInt8 = 30) -> [UInt8] {
        let isKeyFrame = number.isMultiple(of: 10)
        let unit: [UInt8] = [isKeyFrame ? 0x65 : 0x41, 0x88, UInt8(1 + number % 200), 0x80]
        return (isKeyFrame ? sequence(level) + picture : []) + [0, 0, 0, 1] + unit
    }

    /// Of a frame in a movie, its number.
    private static func number(_ sample: [UInt8]) -> Int { Int(sample[6]) - 1 }

    private func bench(_ picture: @escaping @Sendable (Int) -> [UInt8]) throws -> MovieBench {
        let bench = try MovieBench(.init(code: "H264", width: 16, height: 16), picture: picture)
        try bench.session.inputs.compactMap { ($0 as? CaptureDeviceInput)?.device }.forEach { device in
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            var request = FormatRequest(pixelFormat: PixelFormat(name: "H264"))
            #expect(throws: CaptureError.self) { try device.setActiveFormat(fitting: request) }
            request.allowsVideoCodecs = true
            try device.setActiveFormat(fitting: request)
        }
        return bench
    }

    @Test func aMovieHasTheCamerasOwnFramesFromAKeyFrameOn() async throws {
        let bench = try bench { Self.frame($0) }
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        // Not with the first frame.
        try await bench.wait { bench.fedCount > 13 }
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedDuration > .seconds(1) }
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        #expect(bench.output.droppedFrameCount == 0)
        let movie = try ReadMovie([UInt8](Data(contentsOf: bench.movie)))
        bench.end()
        let numbers = movie.frames.map(Self.number)
        let first = try #require(numbers.first)
        #expect(first.isMultiple(of: 10) && numbers == (0..<numbers.count).map { (first + $0) % 200 })
        #expect(movie.frames[1] == [0, 0, 0, 4, 0x41, 0x88, UInt8(2 + first), 0x80])
    }

    /// The frame from which on parameters are others.
    private final class Change: Sendable {
        let number = Atomic(Int.max)
    }

    @Test func otherParametersAreAnotherFile() async throws {
        let change = Change()
        let bench = try bench { Self.frame($0, level: $0 < change.number.load(ordering: .relaxed) ? 30 : 31) }
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedDuration > .milliseconds(300) }
        change.number.store((bench.fedCount / 10 + 2) * 10, ordering: .relaxed)
        try await bench.wait { recorder.calls.contains("continue movie-2.mp4") }
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        let next = bench.folder.appending(path: "movie-2.mp4")
        let movies = try [bench.movie, next].map { try ReadMovie([UInt8](Data(contentsOf: $0))) }
        bench.end()
        let last = try #require(movies[0].frames.last.map(Self.number))
        #expect(movies[1].frames.first.map(Self.number) == (last + 1) % 200 && last % 10 == 9)
    }

    /// A pause leaves frames out that those after it need.
    @Test func itGoesOnWithAKeyFrame() async throws {
        let bench = try bench { Self.frame($0) }
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedDuration > .milliseconds(300) }
        bench.output.pauseRecording()
        let count = bench.fedCount
        try await bench.wait { bench.fedCount > count + 15 && recorder.calls.contains("pause") }
        let duration = bench.output.recordedDuration
        bench.output.resumeRecording()
        try await bench.wait { bench.output.recordedDuration > duration + .milliseconds(600) }
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        let numbers = try ReadMovie([UInt8](Data(contentsOf: bench.movie))).frames.map(Self.number)
        bench.end()
        let next = try #require(zip(numbers, numbers.dropFirst()).first { $1 != ($0 + 1) % 200 }?.1)
        #expect(next.isMultiple(of: 10))
    }

    @Test func framesAfterAGapWaitForAKeyFrame() {
        var reader = H264Reader()
        func frames(_ numbers: [Int]) -> [Int] {
            numbers.compactMap { number in
                guard case .frame(let frame) = reader.read(picture(Self.frame(number)), of: buffer(number))
                else {
                    return nil
                }
                #expect(frame.isKeyFrame == number.isMultiple(of: 10))
                return Self.number(frame.bytes)
            }
        }
        #expect(frames(Array(7...12)) == [10, 11, 12])
        #expect(frames(Array(14...22)) == [20, 21, 22])
        reader.startAnew()
        #expect(frames(Array(23...31)) == [30, 31])
        // Parameters may come in a buffer of their own.
        var other = H264Reader()
        let parameters = [Self.sequence(30), Self.picture].map { other.read(picture($0), of: buffer(1)) }
        #expect(parameters.allSatisfy { if case .nothing = $0 { true } else { false } })
        guard case .frame = other.read(picture([0, 0, 1, 0x65, 1]), of: buffer(2)) else {
            Issue.record("a key frame after its parameters is a frame")
            return
        }
    }

    @Test func nothingCanBeHiddenInIt() throws {
        var maker = MovieFrameMaker(StandardStillMaker(), quality: 90)
        var buffer = buffer(10)
        buffer.contents.shown = picture(Self.frame(10))
        #expect(try maker.frames(of: buffer).frames.first?.isKeyFrame == true)
        let left = [(0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)].map { CGPoint(x: $0, y: $1) }
        buffer.mask = PictureMask(areas: [try #require(Zone(name: "left", corners: left))])
        let error = #expect(throws: CaptureError.self) { try maker.frames(of: buffer) }
        #expect(error?.code == .unsupported)
    }

    private func picture(_ bytes: [UInt8]) -> CaptureBuffer.Picture {
        CaptureBuffer.Picture(
            bytes: bytes,
            format: V4L2Format(
                pixelFormat: PixelFormat(name: "H264") ?? PixelFormat(rawValue: 0), width: 16, height: 16,
                bytesPerRow: 0, byteCount: bytes.count))
    }

    private func buffer(_ number: Int) -> CaptureBuffer {
        CaptureBuffer(
            contents: .init(), time: .milliseconds(20 * number), sequenceNumber: number)
    }
}
