import Glibc
import Testing

@testable import Capture

@Suite struct PictureVersionTests {
    /// File systems know later dates than nanoseconds in 64 bits do.
    @Test func anyDateIsAVersion() throws {
        let folder = try TemporaryFolder()
        try folder.add("a.fake")
        let path = folder.path + "/a.fake"
        let now = try #require(PictureVersion(of: Array(path.utf8)))
        var times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: 10_413_792_000, tv_nsec: 5)]
        #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
        let late = try #require(PictureVersion(of: Array(path.utf8)))
        #expect(late.size == now.size)
        #expect(late.modificationTime != now.modificationTime)
    }
}
