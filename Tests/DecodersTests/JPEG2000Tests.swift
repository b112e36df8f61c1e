import Decoders
import Foundation
import MetadataOutput
import Testing

/// What is read of JPEG 2000 before OpenJPEG is.
@Suite struct JPEG2000Tests {
    private static let streamStart: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]

    private func error(of bytes: [UInt8], memoryBytes: Int = 5_000_000) -> PayloadError? {
        decodingError(of: bytes, limits: DecodingLimits(memoryBytes: memoryBytes))
    }

    @Test func tilesThatAreManyAreCounted() throws {
        let bytes = try TestPicture.named("colour/lossless.j2k").bytes
        #expect(error(of: bytes) == nil)
        let one = UInt32(1).bigEndianBytes
        // A tile a pixel: 713 of them, of three components.
        let many = bytes.replacing(at: 24, with: one + one)
        #expect(error(of: many)?.code == .overLimit)
    }

    @Test func componentsThatAreManyAreCounted() throws {
        let bytes = try TestPicture.named("colour/lossless.j2k").bytes
        let components = [UInt8](repeating: 0, count: 3 * 16_000).enumerated().map { index, _ in
            UInt8(index % 3 == 0 ? 7 : 1)
        }
        let count = UInt16(16_000).bigEndianBytes
        let many = Array(bytes.prefix(40)) + count + components + bytes.dropFirst(42)
        #expect(error(of: many)?.code == .overLimit)
    }

    @Test func aCodeStreamIsFoundInBoxesOfAnyLength() throws {
        let bytes = try TestPicture.named("colour/lossless.jp2").bytes
        let stream = try #require(bytes.firstIndex(of: Self.streamStart))
        let length = UInt32(bytes.count - stream)
        let type = Array("jp2c".utf8)
        let head = Array(bytes.prefix(stream - 8))
        let long =
            head + UInt32(1).bigEndianBytes + type + UInt32(0).bigEndianBytes
            + (length + 16).bigEndianBytes + bytes.dropFirst(stream)
        let endless = head + UInt32(0).bigEndianBytes + type + bytes.dropFirst(stream)
        for file in [long, endless] { #expect(error(of: file) == nil) }
    }

    @Test func aFileWithoutASizeIsDamaged() throws {
        let bytes = try TestPicture.named("colour/lossless.jp2").bytes
        let stream = try #require(bytes.firstIndex(of: Self.streamStart))
        let none = PayloadError(.undecodable, "JPEG 2000: there is no size")
        #expect(error(of: Array(bytes.prefix(stream - 8))) == none)
        // Boxes that lead back, components of no place, tiles of no side, a picture of no side.
        let zero = UInt32(0).bigEndianBytes
        #expect(error(of: bytes.replacing(at: 12, with: UInt32(4).bigEndianBytes)) == none)
        #expect(error(of: bytes.replacing(at: stream + 43, with: [0])) == none)
        #expect(error(of: bytes.replacing(at: stream + 24, with: zero)) == none)
        #expect(error(of: bytes.replacing(at: stream + 8, with: zero)) == none)
    }
}
