import MetadataOutput
import Synchronization
import Testing

@testable import Capture

@Suite struct PictureFilterTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The names that a walk finds in the folder, and its tally.
    private func walk(_ filter: PictureFilter, below: String = "") -> (names: [String], tally: PictureTally) {
        let last = Mutex(PictureTally())
        let root = folder.path + below
        var walk = PictureWalk(
            sources: [PictureSource.file(Array(root.utf8))].makeIterator(),
            rule: InputRule(recognizer: FakeDecoder(), filter: filter)
        ) { tally in last.withLock { $0 = tally } }
        var names: [String] = []
        while let next = walk.next() {
            names.append(String(next.source.description.dropFirst(root.count + 1)))
        }
        return (names, last.withLock { $0 })
    }

    @Test func depthOneIsTheFoldersOwnFiles() throws {
        for name in ["a.fake", "b/c.fake", "b/d/e.fake"] { try folder.add(name) }
        #expect(walk(PictureFilter(maximumDepth: 1)).names == ["a.fake"])
        #expect(walk(PictureFilter(maximumDepth: 2)).names == ["a.fake", "b/c.fake"])
        #expect(walk(PictureFilter(maximumDepth: 3)).names.count == 3)
    }

    @Test func anExtensionThatIsAskedForIsEnoughAndNothingElseIs() throws {
        try folder.add("picture.txt")
        try folder.add("none.BIN", [0])
        try folder.add("a.tar.gz", [0])
        try folder.add("b.gz", [0])
        try folder.add("c.fake")
        let extensions = [".bin", "tar.GZ"].compactMap { FileExtension(Array($0.utf8)) }
        let (names, tally) = walk(PictureFilter(fileExtensions: extensions))
        #expect(names == ["a.tar.gz", "none.BIN"])
        #expect(tally.passedOver == 3)
    }

    @Test func anExtensionIsNotEmpty() {
        #expect(FileExtension([]) == nil)
        #expect(FileExtension(Array(".".utf8)) == nil)
    }

    @Test func whatIsExcludedIsNotCounted() throws {
        for name in ["a.fake", "thumbs/b.fake", "c/thumbs/d.fake", "e.txt"] { try folder.add(name) }
        let (names, tally) = walk(PictureFilter(excluded: patterns("thumbs", "*.txt")))
        #expect(names == ["a.fake"])
        #expect(tally == PictureTally(pictures: 1))
    }

    @Test func patternsWithASlashBeginAtTheFolderThatIsSearched() throws {
        for name in ["raw/a.fake", "b/raw/c.fake", "b/d.fake"] { try folder.add(name) }
        #expect(walk(PictureFilter(excluded: patterns("/raw"))).names == ["b/d.fake", "b/raw/c.fake"])
        #expect(walk(PictureFilter(excluded: patterns("b/raw"))).names == ["b/d.fake", "raw/a.fake"])
        #expect(walk(PictureFilter(excluded: patterns("/raw")), below: "/b").names == ["d.fake"])
    }

    @Test func followsLinksToFoldersAndNeverBack() throws {
        try folder.add("sub/a.fake")
        try folder.addLink("also", to: "sub")
        try folder.addLink("sub/up", to: "..")
        try folder.addLink("self", to: ".")
        let (names, tally) = walk(PictureFilter(followsLinks: true))
        #expect(names == ["also/a.fake", "sub/a.fake"])
        #expect(tally.passedOver == 3)
    }

    @Test func documentsAreCounted() throws {
        try folder.add("a.PDF", Array("%PDF-1.4".utf8))
        try folder.add("b.txt", [0])
        #expect(walk(PictureFilter()).tally.documents == 1)
    }

    private func patterns(_ texts: String...) -> [PathPattern] {
        texts.compactMap { PathPattern(Array($0.utf8)) }
    }
}
