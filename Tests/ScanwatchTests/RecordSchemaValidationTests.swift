import Foundation
import Testing

/// Records against the schema that the tool prints, judged by a JSON Schema validator that is not ours
/// (`Scripts/validate-records`; Debian's python3-jsonschema).
@Suite struct RecordSchemaValidationTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        let schema = try Tool.run("scanwatch schema > schema.json", in: scratch.url)
        try #require(schema.status == 0)
    }

    private func validate(_ files: [URL]) throws -> Tool.Outcome {
        let list = scratch.url.appending(path: "files")
        try files.map { $0.path + "\n" }.joined().write(to: list, atomically: true, encoding: .utf8)
        let script = Tool.package.appending(path: "Scripts/validate-records").path
        return try Tool.run("xargs -d '\\n' '\(script)' schema.json < files", in: scratch.url)
    }

    @Test func everyGoldenRecordAndExpectationIsValid() throws {
        let golden = GoldenCase.all.map { $0.folder.appending(path: "expected.txt") }.filter { file in
            let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
            // Lines about progress have a version too, and are no records.
            return !lines.isEmpty
                && lines.allSatisfy { $0.hasPrefix(#"{"v":"#) && !$0.contains(#","progress":"#) }
        }
        #expect(golden.count > 20)
        let samples = FileManager.default.enumerator(
            at: Tool.package.appending(path: "SampleImages"), includingPropertiesForKeys: nil)
        let expectations = (samples?.allObjects ?? []).compactMap { $0 as? URL }.filter {
            $0.lastPathComponent.hasSuffix(".expected.jsonl")
        }
        let outcome = try validate(golden + expectations)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.output)\(outcome.errors)")
    }

    @Test(arguments: [
        (#""v":1"#, #""v":2"#), (#""index":0"#, #""index":"0""#), (#""type":"qr""#, #""type":"QR""#),
        (#""id":1,"#, ""), (#""text":"hello","bytes":"aGVsbG8=""#, #""decoded":true"#),
        (#""text":"hello""#, #""decoded":false,"text":"hello""#), (#""engine":"#, #""motor":"#),
        (#""width":116"#, #""width":0"#), (#""confidence":0"#, #""confidence":1"#),
        (#""objects":["#, #""error":{"code":"empty","message":"-"},"objects":["#),
    ])
    func aWrongRecordIsNot(right: String, wrong: String) throws {
        let record = try Tool.run("scanwatch Tests/ScanwatchTests/Pictures/hello.png", in: Tool.package)
            .output
        try #require(record.contains(right))
        let file = scratch.url.appending(path: "wrong.jsonl")
        try record.replacingOccurrences(of: right, with: wrong).write(
            to: file, atomically: true, encoding: .utf8)
        #expect(try validate([file]).status == 123)
    }
}
