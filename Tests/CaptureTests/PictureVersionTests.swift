// Whichever of these is loaded first has `timespec` in the compiler's eyes.
import CVideo4Linux
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
        guard case .file(let size, let date) = now, case .file(let lateSize, let lateDate) = late else {
            Issue.record("\(now), \(late)")
            return
        }
        #expect(lateSize == size)
        #expect(lateDate != date)
    }

    /// A reason is a version, so that what still cannot be read is the same; what can give anything has none.
    @Test func whatIsNoFileIsTheSameAsLongAsTheReasonIs() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(PictureVersion(of: Array(pipe.utf8)) == nil)
        #expect(PictureVersion(of: Array(folder.path.utf8)) == nil)
        #expect(PictureVersion(of: Array((folder.path + "/nothing").utf8)) == .unreadable(errno: ENOENT))
        #expect(PictureVersion(of: Array((pipe + "/a").utf8)) == .unreadable(errno: ENOTDIR))
        #expect(PictureVersion(of: Array("a".utf8) + [0]) == .unreadable(errno: ENOENT))
    }
}
