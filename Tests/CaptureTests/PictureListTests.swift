import Foundation
import Glibc
import MetadataOutput
import Testing

@testable import Capture

@Suite struct PictureListTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func names(_ bytes: [UInt8], _ separator: PictureList.Separator = .lineFeed) throws -> [[UInt8]] {
        try folder.add("list", bytes)
        return try PictureList(.file(Array("\(folder.path)/list".utf8)), separator: separator).map(\.bytes)
    }

    @Test func aLineIsANameAsItIs() throws {
        #expect(
            try names(Array("a\n\n b \r\n-\nlast".utf8))
                == ["a", " b \r", "-", "last"].map { Array($0.utf8) })
        #expect(try names([0x61, 0xFF, 0x0A]) == [[0x61, 0xFF]])
        #expect(try names([]).isEmpty)
        #expect(try PictureList(.file(Array("\(folder.path)/list".utf8))).error == nil)
    }

    @Test func aZeroByteEndsANameThatHoldsALineFeed() throws {
        #expect(try names([0, 0x61, 0x0A, 0x62, 0, 0, 0x63], .zero) == [[0x61, 0x0A, 0x62], [0x63]])
    }

    /// Pieces of the list end within names.
    @Test func aLongListIsWhole() throws {
        let expected = (0..<20_000).map { Array("folder/\($0).png".utf8) }
        #expect(try names(Array(expected.joined(separator: [0x0A]))) == expected)
    }

    @Test func aNameWithoutEndCostsNoMemory() throws {
        let names = try names(Array(repeating: 0x61, count: 1_000_000) + [0x0A, 0x62])
        #expect(names.map(\.count) == [4097, 1])
    }

    @Test func saysWhatIsWrong() {
        #expect(throws: PayloadError(.unreadable, "it is a folder")) {
            try PictureList(.file(Array(folder.path.utf8)))
        }
        #expect(throws: PayloadError.self) { try PictureList(.file(Array("\(folder.path)/none".utf8))) }
    }

    /// The first name is handed out, and its picture read, while the writer still has the list open.
    @Test func isReadAsItIsWritten() async throws {
        try folder.add("a.fake")
        try folder.add("b.fake")
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        // A reader and writer of its own keeps both sides from waiting for each other.
        let writer = open(path, O_RDWR)
        func add(_ name: String) {
            let line = Array("\(folder.path)/\(name)\n".utf8)
            #expect(write(writer, line, line.count) == line.count)
        }
        let list = try PictureList(.file(Array(path.utf8)))
        var pictures = CapturePicturesInput(sources: list, recognizer: FakeDecoder()).makeAsyncIterator()
        add("a.fake")
        #expect(await pictures.next()?.source.description == "\(folder.path)/a.fake")
        add("b.fake")
        close(writer)
        #expect(await pictures.next()?.source.description == "\(folder.path)/b.fake")
        #expect(await pictures.next() == nil)
    }
}
