import Decoders
import MetadataOutput
import Testing

@Suite("Damaged pictures are errors and nothing worse")
struct DamagedPictureTests {
    private let decoder = StandardPictureDecoder()
    /// Small enough that a damaged header costs nothing.
    private let limits = DecodingLimits(pixels: 1_000_000, memoryBytes: 64_000_000)

    @Test("Cut off anywhere", arguments: TestPicture.all)
    func truncated(picture: TestPicture) throws {
        let bytes = try picture.bytes
        // 64 places in the header, then 30 up to four fifths; bytes behind the samples may be missing.
        let end = bytes.count * 4 / 5
        let places =
            Array(0..<min(128, end)) + Array(stride(from: 128, to: end, by: max(1, bytes.count / 75)))
        for length in stride(from: 0, to: places.count, by: picture.isDecodedByAChild ? 4 : 2).map({
            places[$0]
        }) {
            let error = decodingError(of: Array(bytes.prefix(length)), limits: limits)
            if picture.goesOnAfterPicture { continue }
            #expect(error != nil, "the first \(length) of \(bytes.count) bytes were decoded")
        }
    }

    @Test("Changed bits and bytes, thousands of times", .timeLimit(.minutes(30)))
    func changed() throws {
        var random = RepeatableRandom(seed: 20_260_801)
        var failures: [PayloadError.Code: Int] = [:]
        var decoded = 0
        for picture in TestPicture.all {
            let bytes = try picture.bytes
            for _ in 0..<(picture.isDecodedByAChild ? 10 : 40) {
                let damaged = random.damaged(bytes)
                if let error = decodingError(of: damaged, limits: limits) {
                    failures[error.code, default: 0] += 1
                    #expect(!error.message.isEmpty && !error.message.contains { $0.isNewline })
                } else {
                    decoded += 1
                }
            }
        }
        #expect(Set(failures.keys) == [.undecodable, .overLimit, .unknownFormat])
        #expect(decoded > 0)
    }

    @Test("A wrong checksum of a PNG's samples")
    func checksum() throws {
        var bytes = try TestPicture.named("colour/rgb-8.png").bytes
        let end = try #require(bytes.lastRange(of: "IEND"))
        // The checksum of the samples stands before the last chunk's length.
        bytes[end.lowerBound - 5] ^= 1
        let error = decodingError(of: bytes, limits: limits)
        #expect(error?.code == .undecodable)
        #expect(error?.message.contains("CRC") == true)
    }

    @Test("A JPEG of 12 bits a sample is refused in libjpeg's words")
    func twelveBits() throws {
        var bytes = try TestPicture.named("grey/baseline.jpg").bytes
        let frame = try #require(bytes.firstIndex(of: [0xFF, 0xC0]))
        bytes[frame + 4] = 12
        let error = decodingError(of: bytes, limits: limits)
        #expect(error == PayloadError(.undecodable, "JPEG: Unsupported JPEG data precision 12"))
    }
}

/// Numbers that are the same in every run (SplitMix64).
struct RepeatableRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ value >> 31) % UInt64(bound))
    }

    /// A copy with one to eight bits or bytes changed, often in the header, sometimes cut off or with a part doubled.
    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for _ in 0...next(below: 8) {
            let place = next(below: next(below: 2) == 0 ? min(160, bytes.count) : bytes.count)
            if next(below: 3) == 0 {
                result[place] = [0, 1, 0x7F, 0x80, 0xFF][next(below: 5)]
            } else {
                result[place] ^= 1 << next(below: 8)
            }
        }
        switch next(below: 8) {
        case 0: result.removeLast(next(below: result.count))
        case 1:
            result.insert(contentsOf: result.prefix(next(below: result.count)), at: next(below: result.count))
        default: break
        }
        return result
    }
}
