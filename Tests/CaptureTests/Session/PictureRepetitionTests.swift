import MetadataOutput
import Testing

@testable import Capture

@Suite struct PictureRepetitionTests {
    private let start = ContinuousClock.now
    private static let (width, height) = (64, 48)

    private static func luma(_ shade: UInt8, changing place: Int? = nil) -> Payload {
        var samples = [UInt8](repeating: shade, count: width * height)
        if let place { samples[place] ^= 1 }
        return .frame(Frame(luma: Plane(width: width, height: height, samples: samples), time: .zero))
    }

    /// For how many seconds pictures are the same that come a second apart.
    private func seconds(_ payloads: [Payload]) -> [Double] {
        var repetition = PictureRepetition()
        return payloads.enumerated().map { number, payload in
            repetition.note(payload, at: start + .seconds(number)) / .seconds(1)
        }
    }

    @Test func onePictureForEverIsCounted() {
        // Of the first two nothing is known but a few bytes.
        #expect(seconds(Array(repeating: Self.luma(7), count: 5)) == [0, 0, 1, 2, 3])
        let jpeg = Payload.encoded([UInt8](repeating: 9, count: 1003), limits: .standard)
        #expect(seconds(Array(repeating: jpeg, count: 4)) == [0, 0, 1, 2])
    }

    /// The last bit of any one sample, wherever it is.
    @Test(arguments: [0, 1, 63, 64, 1000, 64 * 48 - 1]) func anySampleIsAChange(place: Int) {
        let still = Array(repeating: Self.luma(7), count: 4)
        #expect(seconds(still + [Self.luma(7, changing: place)])[3...] == [2, 0])
    }

    @Test(arguments: [0, 5, 999, 1002]) func anyByteIsAChange(place: Int) {
        var bytes = [UInt8](repeating: 9, count: 1003)
        let still = Array(repeating: Payload.encoded(bytes, limits: .standard), count: 4)
        bytes[place] ^= 1
        #expect(seconds(still + [.encoded(bytes, limits: .standard)])[3...] == [2, 0])
        #expect(seconds(still + [.encoded(bytes + [9], limits: .standard)])[3...] == [2, 0])
    }

    /// Of a picture within a larger one what lies beside it does not count.
    @Test func onlyThePictureCounts() {
        let payloads = (0..<5).map { number in
            let plane = Plane(width: 100, height: 20) { samples in
                for index in samples.indices { samples[index] = index % 100 < 50 ? 7 : UInt8(number) }
            }
            return Payload.frame(Frame(luma: plane.crop(x: 0, y: 0, width: 50, height: 20), time: .zero))
        }
        #expect(seconds(payloads) == [0, 0, 1, 2, 3])
    }

    /// It is in what a session says of its sources.
    @Test(.timeLimit(.minutes(5))) func aSessionCountsIt() async throws {
        var policy = ReconnectPolicy.never
        policy.stallTimeout = .seconds(1_000)
        let session = CaptureSession(reconnectPolicy: policy)
        // Numbers are brightness, modulo 256.
        try session.addInput(ScriptedInput("hangs", [.delivers(Array(repeating: 256, count: 3), then: nil)]))
        try session.addInput(ScriptedInput("lives", [.delivers([1, 2, 3], then: nil)]))
        try session.addOutput(RecordingOutput())
        try await session.startRunning()
        func unchanged(_ name: String) -> Duration? {
            let statistics = session.statistics.first { $0.source == name }
            return statistics?.capturedFrames == 3 ? statistics?.unchangedDuration : nil
        }
        while unchanged("hangs") == nil || unchanged("lives") == nil {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(unchanged("hangs") != .zero && unchanged("lives") == .zero)
        await session.stopRunning()
    }
}
