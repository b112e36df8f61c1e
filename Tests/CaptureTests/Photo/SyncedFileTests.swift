import Foundation
import Testing

@testable import Capture

@Suite struct SyncedFileTests {
    /// To Swift's strings the slash and the mark behind it are one character.
    @Test func aNameMayBeginWithAMark() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/\u{301}.jpg"
        try SyncedFile.write([1], to: path)
        #expect(FileManager.default.contents(atPath: path) == Data([1]))
        #expect(Array(NumberedFile.path("a.b/\u{301}c", 2).utf8) == Array("a.b/\u{301}c-2".utf8))
        #expect(
            NumberedFile.path("a.b/c.d.jpg", 2) == "a.b/c.d-2.jpg" && NumberedFile.path(".c", 2) == ".c-2")
    }

    /// A writer may have finished its file, and another one begun under the name, before it is looked at.
    @Test func aNameThatIsAnothersByNowStays() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/\(SyncedFile.partialPrefix)a"
        try Data([1]).write(to: URL(filePath: path))
        let leftover = open(path, O_WRONLY | O_CLOEXEC)
        defer { close(leftover) }
        try FileManager.default.moveItem(atPath: path, toPath: "\(folder.path)/whole")
        try Data([2]).write(to: URL(filePath: path))
        SyncedFile.removeLeftover(path, of: leftover, in: AT_FDCWD)
        #expect(FileManager.default.contents(atPath: path) == Data([2]))
        try FileManager.default.moveItem(atPath: "\(folder.path)/whole", toPath: path + "b")
        SyncedFile.removeLeftover(path + "b", of: leftover, in: AT_FDCWD)
        #expect(!FileManager.default.fileExists(atPath: path + "b"))
    }

    @Test func aProgramAsALampHasASlashInItsName() {
        #expect(TorchSource(named: "a/\u{301}") == .command(path: "a/\u{301}"))
        #expect(TorchSource(named: "/dev/\u{301}") == .flash(path: "/dev/\u{301}"))
        #expect(TorchSource(named: "white:flash") == .lamp(name: "white:flash"))
    }
}
