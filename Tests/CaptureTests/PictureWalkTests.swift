import Foundation
import Glibc
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

@Suite struct PictureWalkTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// What a walk from the folder finds, without the folder's own path, and its tally.
    private func walk(_ sources: [PictureSource]? = nil, filter: PictureFilter = PictureFilter()) -> (
        found: [FoundPicture], names: [String], PictureTally
    ) {
        let last = Mutex(PictureTally())
        var walk = PictureWalk(
            sources: (sources ?? [.file(Array(folder.path.utf8))]).makeIterator(),
            rule: InputRule(recognizer: FakeDecoder(), filter: filter)
        ) { tally in last.withLock { $0 = tally } }
        var found: [FoundPicture] = []
        while let next = walk.next() { found.append(next) }
        let names = found.map { $0.source.description.replacingOccurrences(of: folder.path + "/", with: "") }
        return (found, names, last.withLock { $0 })
    }

    @Test func goesDepthFirstInTheOrderOfBytes() throws {
        for name in ["b.fake", "a/z.fake", "a/B/1.fake", "Z.fake", "a.fake", "é.fake", "~.fake"] {
            try folder.add(name)
        }
        #expect(walk().names == ["Z.fake", "a/B/1.fake", "a/z.fake", "a.fake", "b.fake", "~.fake", "é.fake"])
    }

    @Test func takesASignatureOrAnExtension() throws {
        try folder.add("signature.txt")
        try folder.add("extension.FAKE", [0])
        try folder.add("empty.fake", [])
        try folder.add("neither.txt", [0])
        try folder.add("fake", [0])
        let (_, names, tally) = walk()
        #expect(names == ["empty.fake", "extension.FAKE", "signature.txt"])
        #expect(tally == PictureTally(pictures: 3, passedOver: 2))
    }

    @Test func leavesHiddenNamesOut() throws {
        try folder.add(".hidden.fake")
        try folder.add(".git/a.fake")
        let (_, names, tally) = walk()
        #expect(names.isEmpty)
        #expect(tally.passedOver == 0)
    }

    @Test func followsLinksToFilesAndNotToFolders() throws {
        try folder.add("sub/a.fake")
        try folder.addLink("link.fake", to: "sub/a.fake")
        try folder.addLink("loop", to: ".")
        try folder.addLink("sub/up", to: "..")
        try folder.addLink("broken.fake", to: "nowhere")
        try folder.addLink("itself.fake", to: "itself.fake")
        let (found, names, tally) = walk()
        #expect(names == ["broken.fake", "itself.fake", "link.fake", "sub/a.fake"])
        #expect(tally == PictureTally(pictures: 4, passedOver: 2))
        #expect(found[0].contents(limit: 10).error?.code == .notFound)
        #expect(found[1].contents(limit: 10).error?.code == .unreadable)
    }

    @Test func aLinkNamedByItselfIsFollowed() throws {
        try folder.add("sub/a.fake")
        try folder.addLink("link", to: "sub")
        #expect(walk([.file(Array("\(folder.path)/link/".utf8))]).names == ["link/a.fake"])
    }

    @Test func pipesInFoldersArePassedOver() throws {
        #expect(mkfifo(folder.path + "/pipe.fake", 0o600) == 0)
        let (_, names, tally) = walk()
        #expect(names.isEmpty)
        #expect(tally.passedOver == 1)
    }

    @Test func aFileNamedByItselfIsAlwaysAnInput() throws {
        try folder.add("neither.txt", [0])
        #expect(
            walk([.file(Array("\(folder.path)/neither.txt".utf8)), .standardInput]).names == [
                "neither.txt", "-",
            ])
    }

    @Test func namesAreBytes() throws {
        let name: [UInt8] = [0x61, 0xFF, 0xFE] + Array(".fake".utf8)
        let path = Array((folder.path + "/").utf8) + name
        let file = path.withCString { fopen($0, "w") }
        try #require(file != nil)
        #expect(fputs("P", file) >= 0 && fclose(file) == 0)
        let (found, _, _) = walk()
        #expect(found.map(\.source) == [.file(path)])
        #expect(found.first?.contents(limit: 10).bytes == [UInt8(ascii: "P")])
    }

    @Test func foldersWithoutPicturesAreNamed() throws {
        try folder.add("none/a.txt", [0])
        try folder.add("none/deeper/b.txt", [0])
        try folder.add("some/a.fake")
        try folder.add("some/b.txt", [0])
        let sources = ["none", "some"].map { PictureSource.file(Array("\(folder.path)/\($0)".utf8)) }
        let (_, _, tally) = walk(sources)
        #expect(tally.emptyFolders == [.init(source: sources[0], passedOver: 2)])
        #expect(tally.passedOver == 3)
    }
}

extension Result<[UInt8], PayloadError> {
    var error: PayloadError? {
        if case .failure(let error) = self { error } else { nil }
    }

    var bytes: [UInt8]? { try? get() }
}
