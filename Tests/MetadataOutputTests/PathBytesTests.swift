import Testing

@testable import MetadataOutput

/// The mark U+0301 makes one character with what stands before it, U+0600 with what follows.
@Suite struct PathBytesTests {
    @Test(arguments: [
        ("a.png", 0), ("b/a.png", 2), ("/a.png", 1), ("b/", 2), ("", 0), ("b/\u{301}.png", 2),
        ("b\u{600}/a", 4), ("a/b/../\u{301}", 7),
    ])
    func aNameBeginsBehindTheLastSlash(path: String, start: Int) {
        #expect(Array(path.utf8).nameStart == start)
        #expect(path.utf8.distance(from: path.startIndex, to: path.utf8.nameStart) == start)
    }

    @Test(arguments: [
        ("a.png", "a"), ("b.c/a", "b.c/a"), ("b/.a", "b/.a"), ("a.b.c", "a.b"), ("a.\u{301}png", "a"),
        ("b.c/\u{301}a", "b.c/\u{301}a"), ("b/\u{301}.png", "b/\u{301}"), ("a\u{600}.png", "a\u{600}"),
    ])
    func anExtensionBeginsWithTheLastDotOfTheName(path: String, rest: String) {
        #expect(Array(path[..<path.utf8.extensionStart].utf8) == Array(rest.utf8))
    }

    @Test func beginningsAndEndsAreThoseOfTheBytes() {
        #expect("/\u{301}".isAbsolutePath && !"a/".isAbsolutePath)
        #expect("unix:\u{301}a".rest(behind: "unix:") == "\u{301}a" && "unix".rest(behind: "unix:") == nil)
        #expect("\u{600}a.jpg".utf8.ends(with: "a.jpg".utf8) && !"a.jpg".utf8.ends(with: "ba.jpg".utf8))
        #expect("a".folderPath == "a/" && "a\u{600}/".folderPath.utf8.count == 4)
        // The same character otherwise written.
        #expect(!"e\u{301}".begins(with: "\u{E9}"))
    }
}
