import Foundation
import PreviewLink
import Testing

@testable import scanwatch

/// Zones that are drawn over the link.
@Suite(.timeLimit(.minutes(20))) struct LinkZoneTests {
    private let folder: ScratchFolder
    private let run: LinkRun

    init() throws {
        folder = try ScratchFolder()
        run = LinkRun(folder)
    }

    /// The names of zones in the next event of the code.
    private func zonesOfNextEvent(of reader: LinkReader) throws -> [String]? {
        reader.say(.events(after: nil, boot: nil))
        let message = try #require(try reader.next(.event)).message
        let json = try JSONSerialization.jsonObject(with: Data(message.header)) as? [String: Any]
        let record = json?["record"] as? [String: Any]
        return (record?["object"] as? [String: Any])?["zones"] as? [String]
    }

    @Test func zonesAreDrawnKeptAndGivenBack() throws {
        let state = folder.url.appending(path: "state").path
        let arguments = [
            "--device", "synthetic:code", "--types", "qr", "--update-interval", "0.01", "--zone",
            "all=0,0,1,0,1,1,0,1",
        ]
        try run.start(arguments)
        defer { run.process.terminate() }
        let reader = try run.connect()
        var camera = try reader.camera()
        #expect(camera.zones.map(\.name) == ["all"])
        #expect(try zonesOfNextEvent(of: reader) == ["all"])
        #expect(try reader.draw([LinkZone.left], version: "another")?.conflict == true)
        #expect(try reader.draw([LinkZone.left], version: camera.zonesVersion)?.error == nil)
        // Whoever has not seen that is told.
        #expect(try reader.draw([], version: camera.zonesVersion)?.conflict == true)
        while try zonesOfNextEvent(of: reader) != ["left"] {}
        run.process.terminate()
        run.process.waitUntilExit()
        // They are there again in the next run.
        let next = LinkRun(folder)
        try next.start(arguments)
        defer { next.process.terminate() }
        let second = try next.connect()
        camera = try second.camera()
        #expect(camera.zones == [LinkZone.left])
        #expect(try second.draw(nil, version: camera.zonesVersion)?.error == nil)
        while try zonesOfNextEvent(of: second) != ["all"] {}
        let text = try String(contentsOfFile: state + "/scanwatch/zones.json", encoding: .utf8)
        #expect(!text.contains("left"))
    }

    /// Nobody is there to mend them where a door is watched.
    @Test(arguments: ["", "{", #"{"v":2,"cameras":{}}"#])
    func zonesThatCannotBeReadAreNoneAndAreKept(contents: String) throws {
        let state = folder.url.appending(path: "state/scanwatch")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        let file = state.appending(path: "zones.json")
        try Data(contents.utf8).write(to: file)
        try run.start(["--device", "synthetic:code", "--types", "qr", "--zone", "all=0,0,1,0,1,1,0,1"])
        defer { run.process.terminate() }
        let reader = try run.connect()
        let camera = try reader.camera()
        #expect(camera.zones.map(\.name) == ["all"])
        #expect(try String(contentsOf: file, encoding: .utf8) == contents)
        #expect(try reader.draw([LinkZone.left], version: camera.zonesVersion)?.error == nil)
        #expect(try String(contentsOf: file, encoding: .utf8).contains("left"))
        let kept = try String(contentsOf: file.appendingPathExtension("damaged"), encoding: .utf8)
        #expect(kept == contents)
    }
}
