import Foundation
import Testing

@testable import Capture

@Suite struct ReplaceableFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("file")
        try folder.addLink("link", to: "file")
        try folder.addLink("link-to-nothing", to: "nowhere")
        mkfifo(folder.path + "/pipe", 0o600)
        try folder.addLink("link-to-a-pipe", to: "pipe")
        try folder.addLink("link-to-a-device", to: "/dev/null")
        // What /dev/stdout is.
        try folder.addLink("link-to-an-output", to: "/proc/self/fd/1")
    }

    @Test(arguments: ["nothing", "file", "link", "link-to-nothing"])
    func filesAreReplaced(name: String) throws {
        try SyncedFile.write([1, 2], to: "\(folder.path)/\(name)")
        #expect(FileManager.default.contents(atPath: "\(folder.path)/\(name)") == Data([1, 2]))
    }

    @Test(arguments: ["pipe", "link-to-a-pipe", "link-to-a-device", "link-to-an-output", "."])
    func allElseStays(name: String) throws {
        let path = "\(folder.path)/\(name)"
        var (before, after) = (stat(), stat())
        #expect(lstat(path, &before) == 0)
        #expect(throws: CaptureError(.fileFailed, "\(path): it exists and is not a regular file")) {
            try SyncedFile.write([1, 2], to: path)
        }
        #expect(lstat(path, &after) == 0)
        #expect(before.st_ino == after.st_ino && before.st_mode == after.st_mode)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 7)
    }
}
