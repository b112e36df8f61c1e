import Foundation
import Testing

@testable import Capture

/// Pictures of cameras that leave the Huffman tables out.
@Suite struct MotionJPEGTests {
    /// A picture whose tables are those of the standard, from another encoder.
    private static let whole: [UInt8] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path = root.appending(path: "SampleImages/face/obama-turned+00.jpg")
        return (try? Data(contentsOf: path)).map(Array.init) ?? []
    }()

    /// The segments before the picture's data.
    private func segments(of bytes: [UInt8]) -> [(marker: UInt8, content: ArraySlice<UInt8>)] {
        var found: [(UInt8, ArraySlice<UInt8>)] = []
        var place = 2
        while place + 4 <= bytes.count, bytes[place + 1] != 0xda {
            let end = place + 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
            found.append((bytes[place + 1], bytes[place + 4..<end]))
            place = end
        }
        return found
    }

    /// Each table by its class and number.
    private func tables(of bytes: [UInt8]) -> [UInt8: [UInt8]] {
        var tables: [UInt8: [UInt8]] = [:]
        for segment in segments(of: bytes) where segment.marker == 0xc4 {
            var rest = segment.content
            while let name = rest.popFirst() {
                let count = 16 + rest.prefix(16).reduce(0) { $0 + Int($1) }
                tables[name] = Array(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
        }
        return tables
    }

    private var stripped: [UInt8] {
        var bytes: [UInt8] = [0xff, 0xd8]
        var length = 2
        for segment in segments(of: Self.whole) {
            let count = segment.content.count + 2
            length += count + 2
            guard segment.marker != 0xc4 else { continue }
            bytes += [0xff, segment.marker, UInt8(count >> 8), UInt8(count & 0xff)] + segment.content
        }
        return bytes + Self.whole[length...]
    }

    @Test func theTablesOfTheStandardAreAdded() throws {
        #expect(tables(of: stripped).isEmpty)
        let mended = try #require(MotionJPEG.selfContained(stripped))
        #expect(tables(of: mended).count == 4)
        #expect(tables(of: mended) == tables(of: Self.whole))
        #expect(mended.count == stripped.count + 420)
    }

    @Test func aPictureThatHasTablesStaysAsItIs() {
        #expect(MotionJPEG.selfContained(Self.whole) == Self.whole)
    }

    @Test(
        arguments: [
            [], [0xff], [0xff, 0xd8], [0xff, 0xd8, 0xff, 0xd9], [0xff, 0xd8, 0xff, 0xe0, 0, 1, 0, 0],
            [0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 1], [0xff, 0xd8, 0xff, 0xff, 0xff, 0xff],
            [1, 2, 3, 4, 5, 6],
        ] as [[UInt8]])
    func whatIsNoPictureIsNone(bytes: [UInt8]) {
        #expect(MotionJPEG.selfContained(bytes) == nil)
    }
}
