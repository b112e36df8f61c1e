import Capture
import Foundation
import MetadataOutput
import Synchronization
import Testing

@Suite struct CapturePicturesInputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func input(limits: DecodingLimits = .standard) -> CapturePicturesInput {
        CapturePicturesInput(paths: [folder.path], recognizer: FakeDecoder(), limits: limits)
    }

    @Test func handsOutEveryPicturesBytes() async throws {
        try folder.add("a.fake", [1])
        try folder.add("b.fake", [])
        try folder.add("c.fake", [2, 3])
        var seen: [String] = []
        let input = input()
        for await picture in input {
            switch picture.payload {
            case .success(.encoded(let bytes, let limits)):
                seen.append("\(picture.index) \(bytes) \(limits == .standard)")
            case .success(.frame), .success(.cropped), .success(.masked): Issue.record("not encoded")
            case .failure(let error): seen.append("\(picture.index) \(error.code)")
            }
        }
        #expect(seen == ["0 [1] true", "1 empty", "2 [2, 3] true"])
        #expect(input.tally.pictures == 3)
    }

    @Test func countsAheadUntilNobodyWantsToKnow() throws {
        for name in ["a.fake", "below/b.fake", "below/c.fake"] { try folder.add(name, []) }
        let input = input()
        #expect(input.count { true } == 3)
        #expect(input.tally.pictures == 0, "a count is no search")
        var asked = 0
        let isGivenUp =
            input.count {
                asked += 1
                return asked < 2
            } == nil
        #expect(isGivenUp && asked == 2)
    }

    @Test(arguments: [1, 3])
    func updatesComeInOrder(count: Int) async throws {
        for index in 1...40 { try folder.add(String(format: "%02d.fake", index), [0x50, UInt8(index)]) }
        try folder.add("20a.fake", [0])
        let output = CaptureMetadataOutput(detectors: [], decoder: FakeDecoder())
        var widths: [Int?] = []
        for await picture in output.updates(from: input(), maximumConcurrentPictures: count) {
            #expect(picture.index == widths.count)
            widths.append(try? picture.result.get().width)
        }
        #expect(widths == Array(1...20) + [nil] + Array(21...40))
    }

    @Test func anErrorIsAnUpdateAndTheRunGoesOn() async throws {
        try folder.add("a.fake", [0])
        try folder.add("b.fake", Array(repeating: 0x50, count: 5))
        try folder.add("c.fake")
        let output = CaptureMetadataOutput(detectors: [], decoder: FakeDecoder())
        var codes: [PayloadError.Code?] = []
        for await picture in output.updates(from: input(limits: DecodingLimits(fileBytes: 4))) {
            switch picture.result {
            case .success: codes.append(nil)
            case .failure(let error): codes.append(error.code)
            }
        }
        #expect(codes == [.unknownFormat, .overLimit, nil])
    }
}
