import Dispatch
import Foundation
import PreviewLink
import Testing

@testable import scanwatch

@Suite struct ZoneFileTests {
    private let scratch: ScratchFolder
    private let file: ZoneFile

    init() throws {
        scratch = try ScratchFolder()
        file = ZoneFile(folder: scratch.url.path)
    }

    private func zone(_ name: String) -> LinkZone {
        LinkZone(name: name, corners: [.init(x: 0, y: 0), .init(x: 1, y: 0), .init(x: 1, y: 1)])
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).sorted() }
    }

    /// It may be whole, and readable in a moment.
    @Test func whatCannotBeReadIsLeftAlone() throws {
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        #expect(throws: ZoneFile.Failure.self) { try file.write([zone("mat")], of: "door") }
        #expect(try names == ["zones.json"])
    }

    /// As in a folder on a disk that is full, or that can only be read.
    @Test func whyTheyCannotBeKeptIsSaidOnce() throws {
        let folder = "/proc/self"
        let failure = #expect(throws: ZoneFile.Failure.self) {
            try ZoneFile(folder: folder).write([zone("mat")], of: "door")
        }
        #expect(
            failure?.message == "zones cannot be kept in \(folder)/zones.json: No such file or directory")
    }

    @Test func whatIsDamagedTwiceIsKeptTwice() throws {
        for contents in ["{", "}"] {
            try Data(contents.utf8).write(to: URL(filePath: file.path))
            try file.write([zone("mat")], of: "door")
            #expect(try file.read() == ["door": [zone("mat")]])
        }
        #expect(try names == ["zones.json", "zones.json.damaged", "zones.json.damaged-2"])
        #expect(try String(contentsOfFile: file.path + ".damaged", encoding: .utf8) == "{")
    }

    /// As processes that share a `STATE_DIRECTORY`.
    @Test func whoeverWritesAtTheSameTimeLosesNothingOfOthers() throws {
        let zone = zone("mat")
        DispatchQueue.concurrentPerform(iterations: 8) { [file] writer in
            for number in 0..<8 { try? file.write([zone], of: "camera \(writer).\(number)") }
        }
        #expect(try file.read().count == 64)
    }
}
