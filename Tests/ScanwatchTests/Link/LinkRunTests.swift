import Decoders
import Foundation
import MetadataOutput
import PreviewLink
import Testing

@testable import scanwatch

/// The tool with a made camera, watched over its link: its pictures, and what is in them.
@Suite(.timeLimit(.minutes(20))) struct LinkRunTests {
    private let folder: ScratchFolder
    private let run: LinkRun

    init() throws {
        folder = try ScratchFolder()
        run = LinkRun(folder)
    }

    @Test func framesHaveTheirPictureAndWhatIsInIt() throws {
        try run.start(["--device", "synthetic:code=hello link", "--types", "qr"])
        defer { run.process.terminate() }
        let reader = try run.connect()
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
        run.process.terminate()
        run.process.waitUntilExit()
        #expect(!FileManager.default.fileExists(atPath: run.path))
    }

    @Test func pulsesSayHowFarApartFramesAre() throws {
        try run.start(["--device", "synthetic:code", "--fps", "2", "--types", "qr"])
        defer { run.process.terminate() }
        let reader = try run.connect()
        while let header = try reader.next(.pulse)?.header {
            guard let interval = header.interval else { continue }
            return #expect(interval >= 500)
        }
        Issue.record("no pulse says so")
    }

    /// Samples are shown in colour as JPEGs are.
    @Test(arguments: [("NV12", 3), ("MJPG", 3), ("GREY", 1)])
    func picturesHaveTheirColors(format: String, components: UInt8) throws {
        try run.start(["--device", "synthetic:code", "--types", "qr", "--pixel-format", format])
        defer { run.process.terminate() }
        let reader = try run.connect()
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

    /// What is under the mask is in no record, no event and no picture.
    @Test(arguments: ["NV12", "MJPG"]) func whatIsMaskedIsNowhere(format: String) throws {
        try run.start([
            "--device", "synthetic:code=under", "--types", "qr", "--pixel-format", format, "--mask",
            "all@synthetic:code=under=0,0,1,0,1,1,0,1",
        ])
        defer { run.process.terminate() }
        let reader = try run.connect()
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

    /// Whoever tells of them.
    @Test func eventsAreThoseOfTheRecordsWithTheirPicturesAndTheirClip() throws {
        let (output, files) = (Pipe(), folder.url.appending(path: "files").path)
        try run.start(
            [
                "--device", "synthetic:code", "--size", "320x240", "--types", "qr", "--events",
                "--event-pictures",
                files, "--event-clips", files,
            ], output: output)
        defer { run.process.terminate() }
        var text = ""
        while !text.contains(/"event":"appeared".*\n/) {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty)
            text += String(decoding: more, as: UTF8.self)
        }
        let line = try #require(text.split(separator: "\n").first { $0.contains("\"event\":\"appeared\"") })
        let told = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let reader = try run.connect()
        let boot = try #require(try reader.next(.hello)?.header.boot)
        reader.say(.events(after: 0, boot: boot))
        let record = try reader.record(.event) { $0["event"] as? String == "appeared" }
        for name in ["frame", "time", "date", "latency", "reads", "object"] {
            let theirs = try #require(told[name] as? NSObject)
            #expect(record[name] as? NSObject == theirs)
        }
        for name in ["pictures", "clip"] {
            let theirs = try #require(told[name] as? [String: String])
            #expect(record[name] as? [String: String] == theirs)
        }
    }
}
