import Foundation
import Testing

@testable import MetadataRecords

@Suite struct TruthTests {
    private let folder: TruthFolder

    init() throws {
        folder = try TruthFolder()
    }

    @Test func aFileSpeaksOfTheFolderItLiesIn() throws {
        try folder.add(
            "set/expected.jsonl",
            """
            {"file": "x/a.png", "width": 10, "height": 20, "objects": [{"type": "qr", "bytes_hex": "00ff"}], \
            "negative": true}

            {"file": "b.png", "width": 10, "height": 20, "faces": [{"x": 1, "y": 2, "width": 3, "height": 4, \
            "roll": -5}], "ignore": [{"x": 5, "y": 6, "width": 7, "height": 8}]}
            {"file": "c.mp4", "width": 10, "height": 20, "faces": [], "frame": 3}
            """)
        let pictures = try Truth(folder: folder.url).pictures
        #expect(pictures.map(\.path) == ["set/x/a.png", "set/b.png"])
        #expect(pictures.map(\.folder) == ["set/x", "set"])
        #expect(pictures[0].codes == [.init(type: "qr", bytes: [0, 255])])
        #expect(pictures[0].isNegative && pictures[0].faces == nil && pictures[1].codes == nil)
        #expect(
            pictures[1].faces == [.init(box: CGRect(x: 1, y: 2, width: 3, height: 4), rollAngle: -5)])
        #expect(pictures[1].ignoredBoxes == [CGRect(x: 5, y: 6, width: 7, height: 8)])
    }

    @Test func aRecordSpeaksOfThePictureBesideIt() throws {
        try folder.add(
            "a/b.expected.jsonl",
            """
            {"v":1,"source":"elsewhere/b.png","index":0,"width":100,"height":50,"objects":[{"type":"qr",\
            "text":"hi","corners":[{"x":0.1,"y":0.2},{"x":0.1,"y":0.4},{"x":0.2,"y":0.4},{"x":0.2,"y":0.2}]}]}
            """)
        try folder.add(
            "a/c.expected.jsonl", #"{"source":"c.png","width":1,"height":1,"objects":[]}"#)
        try folder.add(
            "a/d.expected.jsonl", #"{"source":"d.png","error":{"code":"empty","message":"no bytes"}}"#)
        let truth = try Truth(folder: folder.url)
        #expect(
            truth.doubts == ["a/d.expected.jsonl, line 1: the record does not say what is in the picture"])
        let pictures = truth.pictures
        #expect(pictures.map(\.path) == ["a/b.png", "a/c.png"])
        #expect(pictures[0].codes?.first?.corners?.first == CGPoint(x: 10, y: 10))
        #expect(pictures[0].faces == nil)
        // Nothing was found: that is known of both kinds.
        #expect(pictures[1].codes == [] && pictures[1].faces == [])
    }

    @Test func aPictureMayHaveBeenRenamedWithItsRecord() throws {
        let record = #"{"source":"-","width":1,"height":1,"objects":[]}"#
        for name in ["z.png", "z.y.png", "x.png", "two.png", "two.jpg"] { try folder.add("s/" + name, "") }
        try folder.add("s/z.expected.jsonl", record)
        #expect(try Truth(folder: folder.url).pictures.map(\.path) == ["s/z.png"])
        for name in ["two.png", "two.jpg"] {
            try folder.add(
                "s/two.expected.jsonl", #"{"source":"\#(name)","width":1,"height":1,"objects":[]}"#)
            #expect(try Truth(folder: folder.url).pictures.map(\.path) == ["s/\(name)", "s/z.png"])
        }
        try folder.add("s/two.expected.jsonl", record)
        let failure = #expect(throws: Truth.Failure.self) { try Truth(folder: folder.url) }
        #expect(failure?.description == "s/two.expected.jsonl: it may be of two.jpg or two.png")
    }

    @Test(arguments: [
        ("{}", "'file' is missing"), ("{", "this is not JSON"),
        (#"{"file":"a","width":"1","height":1}"#, "'width' has the wrong kind of value"),
        (
            #"{"file":"a","width":1,"height":1,"objects":[{"type":"qr","bytes_hex":"zz"}]}"#,
            "'objects.Index 0.bytes_hex' has the wrong kind of value"
        ),
        (
            #"{"file":"a","width":1,"height":1,"optional":[{"type":"qr","bytes_hex":"00f"}]}"#,
            "'optional.Index 0.bytes_hex' has the wrong kind of value"
        ),
    ])
    func saysWhatIsWrong(line: String, reason: String) throws {
        try folder.add("expected.jsonl", #"{"file":"a","width":1,"height":1}"# + "\n\n" + line)
        let failure = #expect(throws: Truth.Failure.self) { try Truth(folder: folder.url) }
        #expect(failure?.description == "expected.jsonl, line 3: \(reason)")
    }

    @Test func aPictureStandsInAFileOnce() throws {
        let line = #"{"file":"a","width":1,"height":1}"#
        try folder.add("expected.jsonl", line + "\n" + line)
        let failure = #expect(throws: Truth.Failure.self) { try Truth(folder: folder.url) }
        #expect(failure?.description == "expected.jsonl, line 2: a stands there twice")
        let record = #"{"source":"a.png","objects":[]}"#
        try folder.add("records.jsonl", record + "\n" + record)
        let file = folder.url.appending(path: "records.jsonl")
        let other = #expect(throws: Truth.Failure.self) { try WrittenRecords(file: file, folder: "") }
        #expect(other?.description == "\(file.path), line 2: a.png stands there twice")
    }

    /// `é` in one character and in two, and a name that begins with a mark: Swift's strings see other names.
    @Test func namesAreTheirBytes() throws {
        let names = ["\u{E9}.png", "e\u{301}.png", "\u{301}x.png"]
        try folder.add(
            "expected.jsonl",
            names.map { #"{"file":"\#($0)","width":1,"height":1}"# }.joined(separator: "\n"))
        try folder.add(
            "a/\u{301}y.expected.jsonl", #"{"source":"b/\#u{301}y.png","width":1,"height":1,"objects":[]}"#)
        try folder.add("a/\u{301}z.expected.jsonl", #"{"source":"-","width":1,"height":1,"objects":[]}"#)
        try folder.add("a/\u{301}z.png", "")
        let pictures = try Truth(folder: folder.url).pictures
        #expect(
            Set(pictures.map { Array($0.path.utf8) })
                == Set((names + ["a/\u{301}y.png", "a/\u{301}z.png"]).map { Array($0.utf8) }))
        #expect(Set(pictures.map(\.folder)) == [".", "a"])
        try folder.add(
            "records.jsonl",
            names.enumerated().map { #"{"source":"p/\#($1)","objects":[{"type":"qr","text":"\#($0)"}]}"# }
                .joined(separator: "\n"))
        let records = try WrittenRecords(file: folder.url.appending(path: "records.jsonl"), folder: "p")
        #expect(names.map { records.report(of: $0)?.codes.first?.text } == ["0", "1", "2"])
    }

    @Test func typesThatNothingIsReadAsAreDoubted() throws {
        try folder.add(
            "expected.jsonl",
            #"{"file":"a","width":1,"height":1,"objects":[{"type":"qr"},{"type":"QR"}],"optional":[{"type":"x"}]}"#
        )
        let truth = try Truth(folder: folder.url)
        #expect(truth.pictures.count == 1)
        #expect(
            truth.doubts.sorted()
                == ["QR", "x"].map { "expected.jsonl, line 1: '\($0)' is no type that can be read" })
    }

    @Test func recordsAreFoundByPathBelowTheFolderOrWithIt() throws {
        try folder.add(
            "records.jsonl",
            """
            {"source":"a.png","objects":[{"type":"qr","text":"a"}]}
            {"source":"pictures/b.png","error":{"code":"empty","message":"it is empty"}}
            """)
        let records = try WrittenRecords(
            file: folder.url.appending(path: "records.jsonl"), folder: "pictures")
        #expect(records.report(of: "a.png")?.codes.map(\.text) == ["a"])
        #expect(records.report(of: "b.png")?.error == "it is empty")
        #expect(records.report(of: "c.png") == nil)
    }
}

/// A folder for one test, removed with it.
private final class TruthFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "scanwatch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func add(_ name: String, _ text: String) throws {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
