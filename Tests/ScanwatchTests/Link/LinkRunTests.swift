import Foundation
import Glibc
import PreviewLink
import Testing

@testable import scanwatch

/// The tool with a made camera, watched over its link.
@Suite(.timeLimit(.minutes(3))) struct LinkRunTests {
    private let folder: ScratchFolder
    private let process = Process()

    init() throws {
        folder = try ScratchFolder()
    }

    private var path: String { folder.url.appending(path: "link").path }

    private func start(_ arguments: [String], _ environment: [String: String] = [:]) throws {
        process.executableURL = URL(filePath: Tool.path)
        process.arguments = arguments + ["--link", path]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    private func connect() throws -> LinkReader {
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
}
