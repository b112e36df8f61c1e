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
}
