import Foundation
import Testing

/// `scanwatch eval` of pictures whose names Swift's strings take for others.
@Suite struct EvaluationNameTests {
    /// `é` in one character and in two; a mark behind the folder's slash.
    private let names = ["\u{E9}.png", "e\u{301}.png", "x/\u{301}.png"]

    @Test(arguments: [false, true]) func eachPictureIsItself(hasRecords: Bool) throws {
        let scratch = try ScratchFolder()
        let folder = scratch.url.appending(path: "p").path
        try FileManager.default.createDirectory(atPath: folder + "/x", withIntermediateDirectories: true)
        let samples = ["qr/plain.png", "ean13/plain-food.png", "qr/plain.png"]
        var (truth, records) = ("", "")
        for (name, sample) in zip(names, samples) {
            try FileManager.default.copyItem(
                atPath: Tool.package.appending(path: "SampleImages/\(sample)").path,
                toPath: "\(folder)/\(name)")
            // What is in them does not matter, but of which something is said.
            truth += #"{"file":"\#(name)","width":256,"height":256,"objects":[],"negative":true}"# + "\n"
            records += #"{"source":"p/\#(name)","objects":[{"type":"qr","text":"\#(sample)"}]}"# + "\n"
        }
        try Data(truth.utf8).write(to: URL(filePath: "\(folder)/expected.jsonl"))
        try Data(records.utf8).write(to: scratch.url.appending(path: "records.jsonl"))
        let options = hasRecords ? "--records records.jsonl" : ""
        let outcome = try Tool.run("scanwatch eval --json \(options) p", in: scratch.url)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        let lines = try outcome.output.split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(
            lines.map { ($0?["picture"] as? String).map { Array($0.utf8) } } == names.map { Array($0.utf8) })
        #expect(lines.map { $0?["folder"] as? String } == [".", ".", "x"])
        let types = lines.map { ($0?["misread"] as? [[String: Any]])?.first?["type"] as? String }
        #expect(types == (hasRecords ? ["qr", "qr", "qr"] : ["qr", "ean13", "qr"]))
    }
}
