import Foundation
import Testing

@testable import Decoders

@Suite struct MotionJPEGSplitterTests {
    private static func bytes(of name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pictures")
        return Array(try Data(contentsOf: folder.appending(path: name)))
    }

    private static let names = [
        "grey/baseline.jpg", "grey/progressive.jpg", "colour/cmyk-progressive.jpg",
        "colour/orientation-4-big.jpg", "colour/baseline-444.jpg",
    ]

    /// What came out, in its order, of bytes that come so many at a time.
    private func pictures(
        in bytes: [UInt8], _ size: Int, mostBytes: Int = 1 << 20
    ) -> (pictures: [[UInt8]], damaged: Int) {
        var splitter = MotionJPEGSplitter(mostBytes: mostBytes)
        var pictures: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            splitter.append(Array(bytes[start..<min(start + size, bytes.count)]), at: .seconds(1))
            if let picture = splitter.newest { pictures.append(picture.bytes) }
            splitter.newest = nil
        }
        return (pictures, splitter.damaged)
    }

    @Test(arguments: [1, 2, 3, 7, 100, 65_536]) func picturesAreFoundAmongAnything(size: Int) throws {
        let pictures = try Self.names.map(Self.bytes)
        // Large reads would pass over what nobody took.
        for picture in pictures {
            let between: [UInt8] = Array("--frame\r\nContent-Length: 7\r\n\r\n".utf8) + [0xFF, 0xD8, 0x00]
            let (found, damaged) = self.pictures(in: between + picture + [0, 0] + between, size)
            #expect(found == [picture])
            #expect(damaged == 0)
        }
    }

    /// A part that is no JPEG is known by the head of the next one; what a picture is damaged by counts once.
    @Test(arguments: [1, 5, 100, 65_536]) func partsWithoutAPictureAreCounted(size: Int) throws {
        let picture = try Self.bytes(of: "grey/baseline.jpg")
        func part(_ bytes: [UInt8]) -> [UInt8] {
            Array("--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 7\r\n\r\n".utf8) + bytes
                + Array("\r\n".utf8)
        }
        let (text, broken) = (Array("<html>content-</html>\r\n".utf8), [0xFF, 0xD8, 0xFF, 0x00] as [UInt8])
        let parts = [
            picture, text, picture, text, text, [], broken, picture, Array(picture.prefix(picture.count / 2)),
            picture,
        ]
        let (found, damaged) = self.pictures(in: Array(parts.map(part).joined()), size)
        #expect(found.last == picture && damaged == 6)
        // What has begun may yet become one.
        #expect(self.pictures(in: part(text), size).damaged == 0)
    }

    @Test func theNewestStays() throws {
        let pictures = try Self.names.map(Self.bytes)
        var splitter = MotionJPEGSplitter(mostBytes: 1 << 20)
        splitter.append(Array(pictures.joined()), at: .seconds(3))
        #expect(splitter.newest?.bytes == pictures.last)
        #expect(splitter.newest?.time == .seconds(3))
        #expect(splitter.passedOver == pictures.count - 1)
        splitter.beginCounting()
        #expect(splitter.passedOver == 0)
    }

    /// Its time is that of its beginning.
    @Test func aPictureBeginsWithItsFirstBytes() throws {
        let picture = try Self.bytes(of: "grey/baseline.jpg")
        var splitter = MotionJPEGSplitter(mostBytes: 1 << 20)
        splitter.append(Array(picture[..<100]), at: .seconds(1))
        splitter.append(Array(picture[100...]), at: .seconds(2))
        #expect(splitter.newest?.time == .seconds(1))
    }

    /// One that is cut anywhere costs itself, and at most 64 KB behind it: so long can a segment be said to be.
    @Test func afterACutPictureTheNextAreFound() throws {
        let whole = try Self.bytes(of: "grey/baseline.jpg")
        let count = 65_536 / whole.count + 3
        let next = Array(repeatElement(whole, count: count).joined())
        for cut in stride(from: 3, to: whole.count - 1, by: 7) {
            let bytes = Array(whole[..<cut]) + Array("\r\n--frame\r\n\r\n".utf8) + next
            let (found, _) = pictures(in: bytes, 199)
            #expect(found.count >= 2, "cut after \(cut) bytes")
            #expect(found.last == whole)
        }
    }

    @Test func whatIsTooLargeIsLeft() throws {
        let whole = try Self.bytes(of: "grey/baseline.jpg")
        let endless = Array(whole.dropLast(2)) + [UInt8](repeating: 1, count: 100_000)
        let (found, damaged) = pictures(in: endless + whole, 100, mostBytes: 50_000)
        #expect(found == [whole])
        #expect(damaged >= 1)
    }

    /// However many beginnings come at once: a byte costs the same in a large read as in a small one.
    @Test func whatIsNoPictureCostsNoMoreInOnePiece() {
        let bytes = Array(repeatElement([0xFF, 0xD8] as [UInt8], count: 1 << 19).joined())
        func cost(inPiecesOf size: Int) -> Double {
            let start = clock()
            #expect(pictures(in: bytes, size, mostBytes: 1 << 22).damaged > 1 << 18)
            return Double(clock() - start)
        }
        #expect(cost(inPiecesOf: bytes.count) < 5 * cost(inPiecesOf: 1 << 10))
    }

    @Test func anyBytesAreTaken() {
        var generator = Sequence(state: 1)
        var splitter = MotionJPEGSplitter(mostBytes: 1 << 12)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                [0xFF, 0xD8, 0xD9, 0xDA, 0xE0, 0x00, 0x02, UInt8.random(in: 0...255, using: &generator)]
                    .randomElement(using: &generator) ?? 0
            }
            splitter.append(bytes, at: .zero)
            if let picture = splitter.newest {
                #expect(picture.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
                #expect(picture.bytes.suffix(2) == [0xFF, 0xD9])
            }
        }
    }

    /// The same numbers each time.
    private struct Sequence: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }
}
