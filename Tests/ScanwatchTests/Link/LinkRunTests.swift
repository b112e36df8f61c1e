import Decoders
import Foundation
import Glibc
import MetadataOutput
import PreviewLink
import Testing

@testable import scanwatch

/// The tool with a made camera, watched over its link.
@Suite(.timeLimit(.minutes(20))) struct LinkRunTests {
    private let folder: ScratchFolder
    private let run: Run

    init() throws {
        folder = try ScratchFolder()
        run = Run(folder)
    }

    private var process: Process { run.process }
    private var path: String { run.path }

    private func start(_ arguments: [String], _ environment: [String: String] = [:]) throws {
        try run.start(arguments, environment)
    }

    private func connect() throws -> LinkReader { try run.connect() }

    /// A program in the place of scanwatch-web.
    private func page(_ script: String) throws -> String {
        let url = folder.url.appending(path: "web")
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: url)
        chmod(url.path, 0o700)
        return url.path
    }

    @Test(arguments: [78, 69]) func aPageThatCannotBeginEndsTheRun(status: Int32) throws {
        let web = try page("echo 'scanwatch-web: no tokens' >&2; exit \(status)")
        let outcome = try Tool.run(
            "SCANWATCH_WEB=\(web) scanwatch --device synthetic:code --preview-http 127.0.0.1:0 --link link",
            in: folder.url)
        #expect(outcome.status == status)
        #expect(outcome.errors == "scanwatch-web: no tokens\n")
        #expect(outcome.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aPageThatCrashesEndsNothing() throws {
        let web = try page("kill -9 $$")
        try start(
            ["--device", "synthetic:code", "--types", "qr", "--preview-http", "127.0.0.1:0"],
            ["SCANWATCH_WEB": web])
        defer { process.terminate() }
        let reader = try connect()
        reader.say(.credit(camera: 0, count: 1))
        #expect(try reader.next(.frame) != nil)
    }

    /// The child may not remove its socket; the tool does.
    @Test func aPageAtAUnixSocketLeavesNothing() throws {
        let socket = folder.url.appending(path: "page").path
        // It listens, says something over the link, and stays.
        let web = try page(
            """
            exec python3 -c '
            import socket, sys, time
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(sys.argv[1].removeprefix("unix:"))
            listener.listen()
            link = socket.socket(fileno=3)
            header = b"{\\"kind\\":\\"events\\"}"
            link.sendall((4 + len(header)).to_bytes(4, "little") + len(header).to_bytes(4, "little") + header)
            time.sleep(600)
            ' "$3"
            """)
        try start(
            ["--device", "synthetic:code", "--types", "qr", "--preview-http", "unix:\(socket)"],
            ["SCANWATCH_WEB": web])
        let reader = try connect()
        // From the first frame on a signal ends the run as it should.
        reader.say(.credit(camera: 0, count: 1))
        #expect(try reader.next(.frame) != nil)
        #expect(access(socket, F_OK) == 0)
        process.terminate()
        process.waitUntilExit()
        #expect(access(socket, F_OK) != 0)
    }

    @Test func framesHaveTheirPictureAndWhatIsInIt() throws {
        try start(["--device", "synthetic:code=hello link", "--types", "qr"])
        defer { process.terminate() }
        let reader = try connect()
        #expect(try reader.next()?.header.kind == .hello)
        reader.say(.events(after: nil, boot: nil))
        var seen = 0
        while seen < 3 {
            reader.say(.credit(camera: 0, count: 1))
            let (header, message) = try #require(try reader.next(.frame))
            let json = try #require(
                try JSONSerialization.jsonObject(with: Data(message.header)) as? [String: Any])
            let record = try #require(json["record"] as? [String: Any])
            #expect(record["source"] as? String == "synthetic:code=hello link")
            #expect(record["width"] as? Int == 640)
            #expect(header.picture == ServerHeader.Picture(mediaType: "image/jpeg", width: 640, height: 480))
            #expect(message.body.starts(with: [0xff, 0xd8]) && message.body.suffix(2) == [0xff, 0xd9])
            let objects = try #require(record["objects"] as? [[String: Any]])
            if objects.first?["text"] as? String == "hello link" { seen += 1 }
        }
        process.terminate()
        process.waitUntilExit()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func pulsesSayHowFarApartFramesAre() throws {
        try start(["--device", "synthetic:code", "--fps", "2", "--types", "qr"])
        defer { process.terminate() }
        let reader = try connect()
        while let header = try reader.next(.pulse)?.header {
            guard let interval = header.interval else { continue }
            return #expect(interval >= 500)
        }
        Issue.record("no pulse says so")
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
        defer { kill(process.processIdentifier, SIGKILL) }
        let reader = try connect()
        // The pipe is full long before.
        for _ in 0..<6 { _ = try #require(try reader.next(.pulse)) }
        for _ in 0..<3 {
            reader.say(.credit(camera: 0, count: 1))
            _ = try #require(try reader.next(.frame))
        }
        // Zones are drawn meanwhile.
        let camera = try self.camera(over: try connect())
        #expect(try draw([Self.left], version: camera.zonesVersion, over: reader)?.error == nil)
    }

    /// The record of the next event or status that is looked for.
    private func record(
        _ kind: ServerHeader.Kind, over reader: LinkReader, where isIt: ([String: Any]) -> Bool
    ) throws -> [String: Any] {
        while let message = try reader.next(kind)?.message {
            let json = try JSONSerialization.jsonObject(with: Data(message.header)) as? [String: Any]
            if let record = json?["record"] as? [String: Any], isIt(record) { return record }
        }
        throw LinkError("there is no such \(kind)")
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
        defer { kill(process.processIdentifier, SIGKILL) }
        let reader = try connect()
        reader.say(.events(after: 0, boot: try reader.next(.hello)?.header.boot))
        func change(_ settings: String) throws {
            try Data("types: qr\nevents: true\n\(settings)\n".utf8).write(to: config)
            kill(process.processIdentifier, SIGHUP)
        }
        func text(_ record: [String: Any]) -> String? {
            (record["object"] as? [String: Any])?["text"] as? String
        }
        _ = try record(.event, over: reader) { $0["event"] as? String == "appeared" && text($0) == "one" }
        // The scene of a camera that goes is over for everybody.
        try change("device: \"synthetic:code=two\"\nstatus-interval: 0.1")
        _ = try record(.event, over: reader) { $0["event"] as? String == "disappeared" && text($0) == "one" }
        _ = try record(.event, over: reader) { $0["event"] as? String == "appeared" && text($0) == "two" }
        // Counts came every minute before.
        _ = try record(.status, over: reader) { $0["status"] as? String == "running" }
    }

    /// A camera that is opened in another way is away for a moment.
    @Test func aCodeBeforeACameraThatIsOpenedAnewStays() throws {
        let config = folder.url.appending(path: "config.yaml")
        let settings =
            "device: \"synthetic:code\"\ntypes: qr\nevents: true\ngrace: 600\nupdate-interval: 0.1\n"
        try Data(settings.utf8).write(to: config)
        try start(["--config", config.path])
        defer { process.terminate() }
        let reader = try connect()
        reader.say(.events(after: 0, boot: try reader.next(.hello)?.header.boot))
        _ = try record(.event, over: reader) { $0["event"] as? String == "appeared" }
        try Data((settings + "fps: 20\n").utf8).write(to: config)
        kill(process.processIdentifier, SIGHUP)
        _ = try record(.status, over: reader) { $0["status"] as? String == "returned" }
        var told: [String] = []
        for _ in 0..<3 {
            let event = try record(.event, over: reader) { _ in true }
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
        try start(["--config", config.path])
        defer { kill(process.processIdentifier, SIGKILL) }
        let reader = try connect()
        reader.say(.events(after: 0, boot: try reader.next(.hello)?.header.boot))
        func status(ofTwo status: String) throws -> [String: Any] {
            try record(.status, over: reader) { record in
                guard record["source"] as? String == "synthetic:code=two" else { return false }
                #expect(record["status"] as? String == status)
                return true
            }
        }
        _ = try status(ofTwo: "started")
        try configure("one")
        kill(process.processIdentifier, SIGHUP)
        #expect(try status(ofTwo: "stopped")["captured"] as? Int != nil)
        _ = try record(.status, over: reader) { $0["status"] as? String == "configured" }
        try configure("one", "two")
        kill(process.processIdentifier, SIGHUP)
        #expect(try status(ofTwo: "started")["index"] as? Int == 1)
    }

    /// Samples are shown in colour as JPEGs are.
    @Test(arguments: [("NV12", 3), ("MJPG", 3), ("GREY", 1)])
    func picturesHaveTheirColors(format: String, components: UInt8) throws {
        try start(["--device", "synthetic:code", "--types", "qr", "--pixel-format", format])
        defer { process.terminate() }
        let reader = try connect()
        // The first frames can be older than the wish for colours.
        var found: UInt8?
        for _ in 0..<30 where found != components {
            reader.say(.credit(camera: 0, count: 1))
            let picture = try #require(try reader.next(.frame)).message.body
            #expect(try StandardPictureDecoder().frame(from: picture, limits: .standard).luma.width == 640)
            // Baseline's frame header (T.81, B.2.2): marker, length, precision, height, width, components.
            let start = try #require(picture.indices.first { picture[$0...].starts(with: [0xff, 0xc0]) })
            found = picture[start + 9]
        }
        #expect(found == components)
    }

    // MARK: - Zones and masks

    private static let left = LinkZone(
        name: "left",
        corners: [.init(x: 0, y: 0), .init(x: 0.99, y: 0), .init(x: 0.99, y: 1), .init(x: 0, y: 1)])

    /// The one camera, which the greeting need not know yet.
    private func camera(over reader: LinkReader) throws -> LinkCamera {
        while let header = try reader.next()?.header {
            if let camera = header.cameras?.first { return camera }
        }
        throw LinkError("there is no camera")
    }

    /// Draws zones of the one camera.
    ///
    /// - Returns: The answer.
    private func draw(_ zones: [LinkZone]?, version: String, over reader: LinkReader) throws -> ServerHeader?
    {
        reader.say(
            .control(LinkControl(id: 1, camera: 0, role: .control, action: .zones(zones, version: version))))
        return try reader.next(.answer)?.header
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
        try start(arguments)
        defer { process.terminate() }
        let reader = try connect()
        var camera = try self.camera(over: reader)
        #expect(camera.zones.map(\.name) == ["all"])
        #expect(try zonesOfNextEvent(of: reader) == ["all"])
        #expect(try draw([Self.left], version: "another", over: reader)?.conflict == true)
        #expect(try draw([Self.left], version: camera.zonesVersion, over: reader)?.error == nil)
        // Whoever has not seen that is told.
        #expect(try draw([], version: camera.zonesVersion, over: reader)?.conflict == true)
        while try zonesOfNextEvent(of: reader) != ["left"] {}
        process.terminate()
        process.waitUntilExit()
        // They are there again in the next run.
        let next = LinkRunTests.Run(folder)
        try next.start(arguments)
        defer { next.process.terminate() }
        let second = try next.connect()
        camera = try self.camera(over: second)
        #expect(camera.zones == [Self.left])
        #expect(try draw(nil, version: camera.zonesVersion, over: second)?.error == nil)
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
        try start(["--device", "synthetic:code", "--types", "qr", "--zone", "all=0,0,1,0,1,1,0,1"])
        defer { process.terminate() }
        let reader = try connect()
        let camera = try self.camera(over: reader)
        #expect(camera.zones.map(\.name) == ["all"])
        #expect(try String(contentsOf: file, encoding: .utf8) == contents)
        #expect(try draw([Self.left], version: camera.zonesVersion, over: reader)?.error == nil)
        #expect(try String(contentsOf: file, encoding: .utf8).contains("left"))
        let kept = try String(contentsOf: file.appendingPathExtension("damaged"), encoding: .utf8)
        #expect(kept == contents)
    }

    /// What is under the mask is in no record, no event and no picture.
    @Test(arguments: ["NV12", "MJPG"]) func whatIsMaskedIsNowhere(format: String) throws {
        try start([
            "--device", "synthetic:code=under", "--types", "qr", "--pixel-format", format, "--mask",
            "all@synthetic:code=under=0,0,1,0,1,1,0,1",
        ])
        defer { process.terminate() }
        let reader = try connect()
        reader.say(.events(after: nil, boot: nil))
        for _ in 0..<10 {
            reader.say(.credit(camera: 0, count: 1))
            let message = try #require(try reader.next(.frame)).message
            let json = try JSONSerialization.jsonObject(with: Data(message.header)) as? [String: Any]
            #expect(((json?["record"] as? [String: Any])?["objects"] as? [Any])?.count == 0)
            let luma = try StandardPictureDecoder().frame(from: message.body, limits: .standard).luma
            // Emptied blocks are grey, samples that are left out black.
            let isEven = luma.withBytes { span in
                let value = Int(span[0]) < 64 ? 0 : 128
                return span.indices.allSatisfy { abs(Int(span[$0]) - value) <= 2 }
            }
            #expect(isEven)
        }
    }

    /// The tool with a link.
    private struct Run {
        let process = Process()
        let path: String
        /// Where zones are kept, so that none of the user's are met.
        private let state: String

        init(_ folder: ScratchFolder) {
            path = folder.url.appending(path: "link").path
            state = folder.url.appending(path: "state").path
        }

        func start(
            _ arguments: [String], _ environment: [String: String] = [:], output: Pipe? = nil
        ) throws {
            process.executableURL = URL(filePath: Tool.path)
            process.arguments = arguments + ["--link", path]
            process.environment = ProcessInfo.processInfo.environment
                .merging(["XDG_STATE_HOME": state]) { $1 }.merging(environment) { $1 }
            process.standardOutput = output ?? FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        func connect() throws -> LinkReader {
            let address = try #require(sockaddr_un(path: path))
            let end = ContinuousClock.now + .seconds(60)
            while true {
                let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                if address.with({ Glibc.connect(descriptor, $0, $1) }) == 0 {
                    return LinkReader(descriptor: descriptor)
                }
                close(descriptor)
                try #require(.now < end)
                usleep(20_000)
            }
        }
    }
}
