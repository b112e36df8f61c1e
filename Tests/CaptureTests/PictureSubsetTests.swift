import MetadataOutput
import Synchronization
import Testing

@testable import Capture

@Suite struct PictureSubsetTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a", "b", "c", "d"] { try folder.add(name + ".fake") }
    }

    private func input(_ subset: PictureSubset) -> CapturePicturesInput {
        CapturePicturesInput(
            sources: [.file(Array(folder.path.utf8))], recognizer: FakeDecoder(), subset: subset)
    }

    private func read(_ subset: PictureSubset) async -> [String] {
        var lines: [String] = []
        for await picture in input(subset) {
            lines.append("\(picture.index) \(picture.source.description.suffix(6))")
        }
        return lines
    }

    @Test func whatIsDoneIsLeftOutAndKeepsItsPlace() async throws {
        let seen = Seen()
        let subset = PictureSubset { source, index, version in
            seen.add("\(index) \(source.description.suffix(6)) \("\(version, default: "none")".prefix(2))")
            return source.description.hasSuffix("a.fake") || source.description.hasSuffix("c.fake")
        }
        #expect(await read(subset) == ["1 b.fake", "3 d.fake"])
        #expect(seen.all == ["0 a.fake 2@", "1 b.fake 2@", "2 c.fake 2@", "3 d.fake 2@"])
    }

    @Test func sharesMakeUpTheWholeAndKeepTheirPlaces() async throws {
        var all: [String] = []
        for number in 1...3 { all += await read(PictureSubset(shard: PictureShard(number, of: 3))) }
        #expect(all.sorted() == ["0 a.fake", "1 b.fake", "2 c.fake", "3 d.fake"])
    }

    /// A count is made beside the search and must not ask what is done.
    @Test func countsItsShareAndWhatIsDone() throws {
        let counts = (1...3).compactMap { number in
            input(PictureSubset(shard: PictureShard(number, of: 3)) { _, _, _ in true }).count { true }
        }
        #expect(counts.reduce(0, +) == 4)
    }
}

/// What somebody was told, from any thread.
final class Seen: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    var all: [String] { lines.withLock { $0 } }
}
