import Foundation
import MetadataOutput
import Testing

@testable import Capture

@Suite struct TarArchiveTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// What an input of an archive hands out: names below the archive's, and bytes or what is wrong.
    private func read(
        _ bytes: [UInt8], filter: PictureFilter = PictureFilter(),
        subset: PictureSubset = PictureSubset(), limits: DecodingLimits = .standard
    ) async throws -> (lines: [String], tally: PictureTally) {
        try folder.add("a.tar", bytes)
        let path = folder.path + "/a.tar"
        let input = CapturePicturesInput(
            archive: try TarArchive(.file(Array(path.utf8))), recognizer: FakeDecoder(), filter: filter,
            subset: subset, limits: limits)
        var lines: [String] = []
        for await picture in input {
            let name = picture.source.description.dropFirst(path.count)
            switch picture.payload {
            case .success(.encoded(let bytes, _)): lines.append("\(picture.index) \(name) \(bytes.count)")
            case .success: Issue.record("not encoded")
            case .failure(let error): lines.append("\(picture.index) \(name) \(error.message)")
            }
        }
        return (lines, input.tally)
    }

    /// What an archive is refused for.
    private func refusal(of bytes: [UInt8]) throws -> String? {
        try folder.add("a.tar", bytes)
        do {
            _ = try TarArchive(.file(Array((folder.path + "/a.tar").utf8)))
            return nil
        } catch {
            return error.message
        }
    }

    /// Debian's own tar writes them, with a name that no old header holds and one that is not UTF-8.
    @Test(arguments: ["v7", "oldgnu", "gnu", "ustar", "posix"]) func formats(format: String) async throws {
        let long =
            format == "v7"
            ? "short" : String(repeating: "d", count: 90) + "/" + String(repeating: "n", count: 60)
        try folder.add("in/\(long).fake", Array(repeating: 80, count: 1_300))
        try folder.add("in/b.txt", [0, 1])
        try folder.add("in/empty.fake", [])
        let tar = Process()
        tar.executableURL = URL(filePath: "/bin/tar")
        tar.arguments = [
            "--format", format, "--sort=name", "-cf", "\(folder.path)/made.tar", "-C", folder.path + "/in",
            ".",
        ]
        try tar.run()
        tar.waitUntilExit()
        let bytes = Array(try Data(contentsOf: URL(filePath: folder.path + "/made.tar")))
        let (lines, tally) = try await read(bytes)
        let found = ["/\(long).fake 1300", "/empty.fake it is empty"]
        let order = long < "empty" ? found : found.reversed()
        #expect(lines == order.enumerated().map { "\($0) \($1)" })
        #expect(tally == PictureTally(pictures: 2, passedOver: 1))
    }

    @Test func whatStandsBeforeAHeaderGoesBeforeIt() async throws {
        var tar = TarBlocks()
        tar.add("global", TarBlocks.record("comment", Array("x".utf8)), type: "g")
        tar.add(
            "pax",
            TarBlocks.record("path", Array("dir/p\u{e9}.fake".utf8))
                + TarBlocks.record("mtime", Array("12.5".utf8)), type: "x")
        tar.add("short.fake")
        tar.add("././@LongLink", Array("long/name.fake\u{0}".utf8), type: "L")
        tar.add("short.fake")
        tar.add("plain.fake")
        tar.end()
        #expect(
            try await read(tar.bytes).lines == [
                "0 /dir/p\u{e9}.fake 2", "1 /long/name.fake 2", "2 /plain.fake 2",
            ])
    }

    @Test func versionsAreTheHeaders() async throws {
        var tar = TarBlocks()
        tar.add("pax", TarBlocks.record("mtime", Array("12.25".utf8)), type: "x")
        tar.add("a.fake")
        tar.add("b.fake")
        tar.end()
        let seen = Seen()
        let subset = PictureSubset { source, index, version in
            seen.add("\(index) \(source.description.suffix(6)) \(version, default: "none")")
            return true
        }
        #expect(try await read(tar.bytes, subset: subset).lines.isEmpty)
        #expect(seen.all == ["0 a.fake 2@12250000000", "1 b.fake 2@1700000000000000000"])
    }

    @Test func binarySizes() async throws {
        var tar = TarBlocks()
        tar.add(Array("a.fake".utf8), size: [0x80] + Array(repeating: 0, count: 10) + [2])
        tar.add("b.fake")
        tar.end()
        #expect(try await read(tar.bytes).lines == ["0 /a.fake 2", "1 /b.fake 2"])
        for size: [UInt8] in [Array(repeating: 0xFF, count: 12), [0x80, 1] + Array(repeating: 0, count: 10)] {
            var wrong = TarBlocks()
            wrong.add("a.fake")
            wrong.add(Array("b.fake".utf8), size: size)
            #expect(
                try await read(wrong.bytes).lines == [
                    "0 /a.fake 2", "1  the archive is damaged: no header at byte 1024",
                ])
        }
    }

    @Test func filtersAreThoseOfFolders() async throws {
        var tar = TarBlocks()
        tar.add("./", [], type: "5")
        for name in [
            "./a.fake", "./sub/b.FAKE", "sub/deep/c.fake", "thumbs/d.fake", ".git/e.fake", "._f.fake",
            "g.txt",
        ] {
            tar.add(name)
        }
        tar.add("h.pdf", [0])
        tar.end()
        let all = try await read(tar.bytes)
        #expect(
            all.lines.map { String($0.dropFirst(2)) } == [
                "/a.fake 2", "/sub/b.FAKE 2", "/sub/deep/c.fake 2", "/thumbs/d.fake 2", "/g.txt 2",
            ])
        #expect(all.tally == PictureTally(pictures: 5, passedOver: 1, documents: 1))
        let filter = PictureFilter(
            maximumDepth: 2, fileExtensions: [try #require(FileExtension(Array("fake".utf8)))],
            excluded: [try #require(PathPattern(Array("thumbs/".utf8)))])
        #expect(try await read(tar.bytes, filter: filter).lines == ["0 /a.fake 2", "1 /sub/b.FAKE 2"])
    }

    /// Its contents are not there, or not in one piece: no input is lost without a word.
    @Test func aPictureThatIsNoFileIsAnError() async throws {
        var tar = TarBlocks()
        tar.add("a.fake")
        tar.add("link.fake", [], type: "2")
        // Some writers give a hard link the size of what it links to, and no data.
        tar.add(Array("hard.fake".utf8), [], type: "1", size: TarBlocks.octal(2_000))
        tar.add("link.txt", [], type: "2")
        tar.add("pax", TarBlocks.record("GNU.sparse.major", Array("1".utf8)), type: "x")
        tar.add("sparse.fake")
        tar.add(Array("old.fake".utf8), type: "S") { $0[482] = 0 }
        tar.add("b.fake")
        tar.end()
        let (lines, tally) = try await read(tar.bytes)
        let link = "it is a link in the archive; tar --hard-dereference -h puts files in place of links"
        let sparse = "it is a sparse file in the archive; tar without --sparse puts it in as a whole"
        #expect(
            lines == [
                "0 /a.fake 2", "1 /link.fake \(link)", "2 /hard.fake \(link)", "3 /sparse.fake \(sparse)",
                "4 /old.fake \(sparse)", "5 /b.fake 2",
            ])
        #expect(tally == PictureTally(pictures: 6, passedOver: 1))
    }

    /// The header has room for the path's first hundred bytes, and these may end in a slash.
    @Test(arguments: ["gnu", "pax"]) func aFileWhosePathIsCutAtAFolderIsAFile(format: String) async throws {
        let path = String(repeating: "d", count: 99) + "/a.fake"
        var tar = TarBlocks()
        if format == "gnu" {
            tar.add("././@LongLink", Array("\(path)\u{0}".utf8), type: "L")
        } else {
            tar.add("pax", TarBlocks.record("path", Array(path.utf8)), type: "x")
        }
        tar.add(String(path.prefix(100)))
        // Before POSIX a folder was a file of such a name.
        tar.add("folder/", [])
        tar.end()
        let (lines, tally) = try await read(tar.bytes)
        #expect(lines == ["0 /\(path) 2"])
        #expect(tally == PictureTally(pictures: 1))
    }

    /// Each folder of a path may be left out by a pattern, so that one of half a million would be looked at for an hour.
    @Test func aPathThatNoFileCanHaveIsAnError() async throws {
        var tar = TarBlocks()
        let path = String(repeating: "a/", count: 400_000) + "b.fake"
        tar.add("pax", TarBlocks.record("path", Array(path.utf8)), type: "x")
        tar.add("short.fake")
        tar.add("c.fake")
        tar.end()
        let filter = PictureFilter(excluded: [try #require(PathPattern(Array("thumbs/".utf8)))])
        let lines = try await read(tar.bytes, filter: filter).lines
        #expect(lines.count == 2 && lines.last == "1 /c.fake 2")
        #expect(lines.first?.hasSuffix("/a/b.fake its path is longer than that of a file can be") == true)
    }

    @Test func anOldSparseFilesMapIsPassedOver() async throws {
        var tar = TarBlocks()
        let map = Array(repeating: UInt8(0), count: 504) + [1] + Array(repeating: 0, count: 7)
        let lastMap = Array(repeating: UInt8(0), count: 512)
        tar.add(Array("old.fake".utf8), map + lastMap + [1, 2, 3], type: "S", size: TarBlocks.octal(3)) {
            $0[482] = 1
        }
        tar.add("b.fake")
        tar.end()
        #expect(try await read(tar.bytes).lines.last == "1 /b.fake 2")
    }

    @Test func limitsAreTheHeaders() async throws {
        var tar = TarBlocks()
        tar.add("large.fake", Array(repeating: 80, count: 200_000))
        tar.add("small.fake")
        tar.end()
        let limits = DecodingLimits(pixels: 1, fileBytes: 100, memoryBytes: 1)
        #expect(
            try await read(tar.bytes, limits: limits).lines == [
                "0 /large.fake 200000 bytes exceed the limit of 100 bytes", "1 /small.fake 2",
            ])
    }

    @Test func sizesBeyondEverythingAreTheArchivesEnd() async throws {
        var tar = TarBlocks()
        tar.add("pax", TarBlocks.record("size", Array("\(Int.max)".utf8)), type: "x")
        tar.add("large.fake")
        tar.add("b.fake")
        tar.end()
        let lines = try await read(tar.bytes).lines
        #expect(lines.count == 2)
        #expect(lines.first?.contains("exceed the limit") == true)
        #expect(lines.last?.contains("the archive ends") == true)
    }

    @Test func anArchiveWithoutPicturesIsToldOf() async throws {
        var tar = TarBlocks()
        tar.add("a.txt", [0])
        tar.end()
        #expect(try await read(tar.bytes).tally.emptyFolders.map(\.passedOver) == [1])
        #expect(try await read(Array(repeating: 0, count: 10_240)).tally.emptyFolders.count == 1)
    }

    /// Its first block is an archive's end, and after it comes no end.
    @Test func aDeviceWithoutEndEnds() async throws {
        let input = CapturePicturesInput(
            archive: try TarArchive(.file(Array("/dev/zero".utf8))), recognizer: FakeDecoder(),
            filter: PictureFilter(), subset: PictureSubset(), limits: .standard)
        for await picture in input { Issue.record("found \(picture.source)") }
        #expect(input.tally.emptyFolders.count == 1)
    }

    /// Cut anywhere it hands out what is whole and one error; no length of it makes it stop without a word.
    @Test func cutAnywhere() async throws {
        var tar = TarBlocks()
        tar.add("pax", TarBlocks.record("path", Array("first.fake".utf8)), type: "x")
        tar.add("a.fake", Array(repeating: 80, count: 700))
        tar.add("b.fake")
        tar.end()
        let end = tar.bytes.count - 1_024
        for count in stride(from: 512, through: end + 511, by: 73) {
            let lines = try await read(Array(tar.bytes.prefix(count))).lines
            let last = try #require(lines.last)
            #expect(last.contains("the archive ends"), "\(count): \(lines)")
            #expect(lines.count <= 3)
            // None is counted that nothing is said of.
            #expect(lines.enumerated().allSatisfy { $1.hasPrefix("\($0) ") }, "\(count): \(lines)")
        }
        #expect(
            try await read(Array(tar.bytes.prefix(end))).lines.last
                == "2  the archive is cut off: it has no end mark")
    }

    /// Whatever one byte is changed to, it ends, and without a crash.
    @Test func bentAnywhere() async throws {
        var tar = TarBlocks()
        tar.add("pax", TarBlocks.record("size", Array("2".utf8)), type: "x")
        tar.add("a.fake")
        tar.add("././@LongLink", Array("b.fake".utf8), type: "L")
        tar.add("b.fake")
        tar.end()
        for place in stride(from: 512, to: tar.bytes.count - 1_024, by: 7) {
            var bytes = tar.bytes
            bytes[place] ^= 0x81
            #expect(try await read(bytes).lines.count <= 3, "\(place)")
        }
    }

    @Test func everyShardSaysThatTheArchiveIsDamaged() async throws {
        var tar = TarBlocks()
        for number in 0..<20 { tar.add("\(number).fake") }
        var both: [[String]] = []
        for number in [1, 2] {
            let subset = PictureSubset(shard: PictureShard(number, of: 2))
            both.append(try await read(tar.bytes, subset: subset).lines)
        }
        #expect(both.allSatisfy { $0.last == "20  the archive is cut off: it has no end mark" })
        #expect(Set(both.flatMap { $0.dropLast() }).count == 20 && both.flatMap(\.self).count == 22)
    }

    @Test func whatIsNoArchiveIsRefused() throws {
        #expect(try refusal(of: []) == "it is empty")
        #expect(try refusal(of: Array("PK\u{3}\u{4}".utf8)) == "it is a zip archive, not a tar archive")
        #expect(try refusal(of: Array(repeating: 65, count: 2_000)) == "it is not a tar archive")
        #expect(try refusal(of: [0x28, 0xB5, 0x2F, 0xFD])?.hasSuffix("zstd -dc FILE") == true)
        #expect(throws: PayloadError.self) { try TarArchive(.file(Array(folder.path.utf8))) }
    }
}
