import Testing

@testable import Capture

@Suite struct PathPatternTests {
    private func matches(_ pattern: String, _ path: String, isFolder: Bool = false) throws -> Bool {
        try #require(PathPattern(Array(pattern.utf8))).matches(Array(path.utf8)[...], isFolder: isFolder)
    }

    @Test(arguments: [
        ("*.tif", "a/b/c.tif"), ("thumb?", "a/thumbs"), ("[ab].png", "b.png"), (#"\*"#, "x/*"),
        ("/a", "a"), ("a/*.png", "a/b.png"), ("**/b", "a/c/b"), ("**/b", "b"), ("a/**", "a/b/c"),
        ("a/**/b", "a/b"), ("a/**/b", "a/c/d/b"), ("a/**/**/b", "a/b"), ("2019/*/small", "2019/x/small"),
    ])
    func matches(pattern: String, path: String) throws {
        #expect(try matches(pattern, path))
    }

    @Test(arguments: [
        ("*.tif", "a.tiff"), ("/a", "b/a"), ("a/*.png", "a/b/c.png"), ("a/*.png", "x/a/b.png"), ("a/**", "a"),
        ("a/**/b", "a/bb"), ("**/b", "a/b/c"), ("A", "a"), (#"\*"#, "a"),
    ])
    func doesNotMatch(pattern: String, path: String) throws {
        #expect(try !matches(pattern, path))
    }

    @Test func aSlashAtTheEndIsForFolders() throws {
        #expect(try matches("cache/", "a/cache", isFolder: true))
        #expect(try !matches("cache/", "a/cache"))
        #expect(try !matches("/cache/", "a/cache", isFolder: true))
    }

    @Test func aNameIsBytes() throws {
        let pattern = try #require(PathPattern([0x61, 0xFF, UInt8(ascii: "*")]))
        #expect(pattern.matches([0x61, 0xFF, 0xFE], isFolder: false))
        #expect(!pattern.matches([0x61, 0xFE, 0xFE], isFolder: false))
    }

    @Test(arguments: ["", "/", "//", "a\0b"])
    func isNone(pattern: String) {
        #expect(PathPattern(Array(pattern.utf8)) == nil)
    }

    @Test func aFolderOnTheWayCountsInAnArchive() throws {
        func isLeftOut(_ pattern: String, _ path: String) throws -> Bool {
            let names = Array(path.utf8).split(separator: UInt8(ascii: "/"))
            return try #require(PathPattern(Array(pattern.utf8))).matchesPart(of: names, isFolder: false)
        }
        for pattern in ["b", "b/", "a/b", "a/**", "**/b/", "c.tif", "a/b/c.*"] {
            #expect(try isLeftOut(pattern, "a/b/c.tif"), "\(pattern)")
        }
        for pattern in ["c.tif/", "/b", "b/c.tif", "a/b/c.tif/**"] {
            #expect(try !isLeftOut(pattern, "a/b/c.tif"), "\(pattern)")
        }
    }

    /// Some 10¹⁶ ways to divide such a path among the folders that `**` stands for.
    @Test(.timeLimit(.minutes(1))) func aPathThatMatchesInManyWaysTakesNoTime() throws {
        let path = String(repeating: "a/", count: 2_000)
        #expect(try !matches("**/a/**/a/**/a/**/a/**/a/**/b", path + "c"))
        #expect(try matches("**/a/**/a/**/a/**/a/**/a/**/b", path + "b"))
    }
}
