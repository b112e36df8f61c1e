import Capture
import Foundation
import Testing

@testable import scanwatch

@Suite struct OutputFolderTests {
    /// In each folder that is written to, and not what another run writes there.
    @Test func whatRunsThatWereKilledLeftIsRemoved() throws {
        let scratch = try ScratchFolder()
        let inner = scratch.url.appending(path: "a/b").path
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
        let names = ["killed", "alive"].map { SyncedFile.partialPrefix + $0 }
        for name in names + ["drawing.svg"] {
            #expect(FileManager.default.createFile(atPath: "\(inner)/\(name)", contents: Data([1])))
        }
        let writer = SyncedFile.openPartial("\(inner)/\(names[1])", mode: 0o644)
        defer { close(writer) }
        let folder = try OutputFolder(path: Array(scratch.url.path.utf8))
        try folder.write([2], to: ["a", "b", "new.svg"].map { Array($0.utf8) })
        let left = try FileManager.default.contentsOfDirectory(atPath: inner).sorted()
        #expect(left == [names[1], "drawing.svg", "new.svg"])
    }

    /// One that has been removed or renamed meanwhile is another's.
    @Test func twoWritersOfANameFollowEachOther() async throws {
        let scratch = try ScratchFolder()
        let (partial, whole) = ("\(scratch.url.path)/partial", "\(scratch.url.path)/whole")
        let first = SyncedFile.openPartial(partial, mode: 0o644)
        #expect(write(first, "first", 5) == 5)
        let second = Task.detached { SyncedFile.openPartial(partial, mode: 0o644) }
        try FileManager.default.moveItem(atPath: partial, toPath: whole)
        close(first)
        #expect(write(await second.value, "2", 1) == 1)
        close(await second.value)
        #expect(try String(contentsOfFile: whole, encoding: .utf8) == "first")
        #expect(try String(contentsOfFile: partial, encoding: .utf8) == "2")
    }
}
