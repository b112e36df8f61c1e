import Foundation
import Glibc
import PreviewLink
import Testing

@testable import scanwatch

/// A run that is watched over its link while nobody reads its records, or its configuration changes.
@Suite(.timeLimit(.minutes(20))) struct LinkReloadTests {
    private let folder: ScratchFolder
    private let run: LinkRun

    init() throws {
        folder = try ScratchFolder()
        run = LinkRun(folder)
    }

    /// Who does not read the records holds up nobody at the link.
    @Test func recordsThatNobodyReadsHoldUpNobodyElse() throws {
        let records = Pipe()
        // F_SETPIPE_SZ: as small as a pipe can be, so that it is full after a few records.
        #expect(fcntl(records.fileHandleForWriting.fileDescriptor, 1031, 4096) >= 4096)
        try run.start(
            [
                "--device", "synthetic:code", "--types", "qr", "--update-interval", "0.01",
                "--status-interval", "0.1",
            ], output: records)
        defer { kill(run.process.processIdentifier, SIGKILL) }
        let reader = try run.connect()
        // The pipe is full long before.
        for _ in 0..<6 { _ = try #require(try reader.next(.pulse)) }
        for _ in 0..<3 {
            reader.say(.credit(camera: 0, count: 1))
            _ = try #require(try reader.next(.frame))
        }
        // Zones are drawn meanwhile.
        let camera = try run.connect().camera()
        #expect(try reader.draw([LinkZone.left], version: camera.zonesVersion)?.error == nil)
    }

    /// Nor are changes of the configuration, and what comes of them.
    @Test func whoDoesNotReadTheRecordsHoldsUpNoChange() throws {
        let config = folder.url.appending(path: "config.yaml")
        try Data("device: \"synthetic:code=one\"\ntypes: qr\nevents: true\n".utf8).write(to: config)
        let records = Pipe()
        #expect(fcntl(records.fileHandleForWriting.fileDescriptor, 1031, 4096) >= 4096)
        // Nothing can be written from the start.
        records.fileHandleForWriting.write(Data(count: 4096))
        try run.start(["--config", config.path], output: records)
        defer { kill(run.process.processIdentifier, SIGKILL) }
        let reader = try run.connect()
        reader.say(.events(after: 0, boot: try reader.next(.hello)?.header.boot))
        func change(_ settings: String) throws {
            try Data("types: qr\nevents: true\n\(settings)\n".utf8).write(to: config)
            kill(run.process.processIdentifier, SIGHUP)
        }
        func text(_ record: [String: Any]) -> String? {
            (record["object"] as? [String: Any])?["text"] as? String
        }
        _ = try reader.record(.event) { $0["event"] as? String == "appeared" && text($0) == "one" }
        // The scene of a camera that goes is over for everybody.
        try change("device: \"synthetic:code=two\"\nstatus-interval: 0.1")
        _ = try reader.record(.event) { $0["event"] as? String == "disappeared" && text($0) == "one" }
        _ = try reader.record(.event) { $0["event"] as? String == "appeared" && text($0) == "two" }
        // Counts came every minute before.
        _ = try reader.record(.status) { $0["status"] as? String == "running" }
    }

    /// A camera that is opened in another way is away for a moment.
    @Test func aCodeBeforeACameraThatIsOpenedAnewStays() throws {
        let config = folder.url.appending(path: "config.yaml")
        let settings =
            "device: \"synthetic:code\"\ntypes: qr\nevents: true\ngrace: 600\nupdate-interval: 0.1\n"
        try Data(settings.utf8).write(to: config)
        try run.start(["--config", config.path])
        defer { run.process.terminate() }
        let reader = try run.connect()
        reader.say(.events(after: 0, boot: try reader.next(.hello)?.header.boot))
        _ = try reader.record(.event) { $0["event"] as? String == "appeared" }
        try Data((settings + "fps: 20\n").utf8).write(to: config)
        kill(run.process.processIdentifier, SIGHUP)
        _ = try reader.record(.status) { $0["status"] as? String == "changed" }
        var told: [String] = []
        for _ in 0..<3 {
            let event = try reader.record(.event) { _ in true }
            told.append("\(event["event"] ?? "")")
        }
        #expect(told == ["updated", "updated", "updated"])
    }

    /// What a reload takes out has stopped, and starts when it is put in again: nothing of it was lost.
    @Test func whatAReloadTakesOutStops() throws {
        let config = folder.url.appending(path: "config.yaml")
        func configure(_ codes: String...) throws {
            let devices = codes.map { "\"synthetic:code=\($0)\"" }.joined(separator: ", ")
            try Data("device: [\(devices)]\ntypes: qr\n".utf8).write(to: config)
        }
        try configure("one", "two")
        try run.start(["--config", config.path])
        defer { kill(run.process.processIdentifier, SIGKILL) }
        let reader = try run.connect()
        reader.say(.events(after: 0, boot: try reader.next(.hello)?.header.boot))
        func status(ofTwo status: String) throws -> [String: Any] {
            try reader.record(.status) { record in
                guard record["source"] as? String == "synthetic:code=two" else { return false }
                #expect(record["status"] as? String == status)
                return true
            }
        }
        _ = try status(ofTwo: "started")
        try configure("one")
        kill(run.process.processIdentifier, SIGHUP)
        #expect(try status(ofTwo: "stopped")["captured"] as? Int != nil)
        _ = try reader.record(.status) { $0["status"] as? String == "configured" }
        try configure("one", "two")
        kill(run.process.processIdentifier, SIGHUP)
        #expect(try status(ofTwo: "started")["index"] as? Int == 1)
    }
}
