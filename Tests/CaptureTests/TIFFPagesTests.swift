import MetadataOutput
import Testing

@testable import Capture

@Suite struct TIFFPagesTests {
    /// A file of directories, one after the other, of which the last leads to `end`.
    ///
    /// - Parameter kinds: The NewSubfileType of each; nil for none.
    private func file(_ kinds: [UInt32?], isBig: Bool, isLittleEndian: Bool, end: Int = 0) -> [UInt8] {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittleEndian ? bytes : bytes.reversed()
        }
        let offset = isBig ? 8 : 4
        var bytes: [UInt8] = isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
        bytes += number(isBig ? 43 : 42, 2) + (isBig ? number(8, 2) + number(0, 2) : [])
        bytes += number(bytes.count + offset, offset)
        for (index, kind) in kinds.enumerated() {
            // The type, LONG, how many, and the value, which may be followed by what fills its room.
            func entry(_ tag: Int, _ value: Int) -> [UInt8] {
                number(tag, 2) + number(4, 2) + number(1, offset) + number(value, 4)
                    + (isBig ? number(0, 4) : [])
            }
            let entries = (kind.map { [entry(254, Int($0))] } ?? []) + [entry(256, 17)]
            bytes += number(entries.count, isBig ? 8 : 2) + entries.joined()
            bytes += number(index == kinds.count - 1 ? end : bytes.count + offset, offset)
        }
        return bytes
    }

    @Test(arguments: [false, true], [false, true]) func pagesAreCounted(isBig: Bool, isLittleEndian: Bool) {
        func count(_ kinds: [UInt32?]) -> Int {
            TIFFPages.count(in: file(kinds, isBig: isBig, isLittleEndian: isLittleEndian))
        }
        #expect(count([nil]) == 1)
        #expect(count([nil, nil, 0]) == 3)
        #expect(count([0, 1, 2, 4]) == 2, "a small copy and a mask are no pages")
    }

    @Test func chainsEnd() {
        let circle = file([nil, nil], isBig: false, isLittleEndian: true, end: 8)
        #expect(TIFFPages.count(in: circle) == 2)
        #expect(TIFFPages.count(in: file([nil], isBig: false, isLittleEndian: true, end: 1_000_000)) == 1)
        let whole = file([nil, nil], isBig: true, isLittleEndian: false, end: -1)
        for length in whole.indices { #expect(TIFFPages.count(in: Array(whole[..<length])) <= 2) }
        #expect(TIFFPages.count(in: [0x49, 0x49, 42, 0]) == 0)
        #expect(TIFFPages.count(in: Array("no TIFF file".utf8)) == 0)
    }

    /// Two thousand directories that all reach to the file's end: together they have more entries than a file of gigabytes.
    @Test func directoriesThatLieInOneAnotherAreNotCounted() {
        let (directories, entry) = (2_000, 20)
        var bytes = [UInt8](repeating: 0, count: 4_000_000)
        func put(_ number: Int, at place: Int) {
            for digit in 0..<8 { bytes[place + digit] = UInt8(truncatingIfNeeded: number >> (8 * digit)) }
        }
        bytes.replaceSubrange(0..<8, with: [0x49, 0x49, 43, 0, 8, 0, 0, 0])
        put(16, at: 8)
        for index in 0..<directories {
            let start = 16 + index * entry
            let count = (bytes.count - start - 8) / entry - directories + index
            put(count, at: start)
            put(start + entry, at: start + 8 + count * entry)
        }
        #expect(TIFFPages.count(in: bytes) == 1)
    }

    @Test func theTallySaysWhatNobodyLooksAt() async throws {
        let folder = try TemporaryFolder()
        for name in ["a.fake", "b.fake"] {
            try folder.add(name, file([nil, nil, nil], isBig: false, isLittleEndian: true))
        }
        let input = CapturePicturesInput(paths: [folder.path], recognizer: FakeDecoder())
        for _ in 0..<2 {
            for await _ in input {}
            #expect(input.tally.furtherPages == 4)
        }
    }
}
