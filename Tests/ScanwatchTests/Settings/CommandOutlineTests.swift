import Foundation
import Testing

@testable import scanwatch

/// What the tool makes of ArgumentParser's description of it, which is not documented and may be another one day.
@Suite struct CommandOutlineTests {
    private let dump: String

    init() throws {
        dump = try Tool.run("scanwatch --experimental-dump-help", in: Tool.package).output
    }

    /// The dump with something replaced.
    private func dump(_ old: String, by new: String) throws -> String {
        let changed = dump.replacing(old, with: new)
        try #require(changed != dump, "\(old) is not in it")
        return changed
    }

    @Test func theDumpOfTodayIsRead() throws {
        let outline = try CommandOutline(dump: dump)
        #expect(outline.commandName == "scanwatch" && outline.settings.count > 15)
        #expect(outline.subcommand("types") != nil)
    }

    @Test(arguments: [
        "command", "arguments", "subcommands", "commandName", "shouldDisplay", "isRepeating", "kind", "names",
        "name",
        "serializationVersion",
    ])
    func aKeyThatIsGoneOrIsSomethingElseIsRefused(key: String) throws {
        for changed in [
            try dump("\"\(key)\" :", by: "\"other\" :"),
            try dump("\"\(key)\" :", by: "\"\(key)\" : 7.5, \"other\" :"),
        ] {
            #expect(throws: SettingError.self) { try CommandOutline(dump: changed) }
        }
    }

    @Test func valuesThatAreNewAreRefused() throws {
        for (old, new) in [
            ("\"kind\" : \"flag\"", "\"kind\" : \"switch\""),
            ("\"kind\" : \"long\"", "\"kind\" : \"longest\""),
            ("\"serializationVersion\" : 0", "\"serializationVersion\" : 1"),
            ("\"name\" : \"config\"", "\"name\" : \"--config\""),
        ] {
            let changed = try dump(old, by: new)
            #expect(throws: SettingError.self) { try CommandOutline(dump: changed) }
        }
    }

    /// Wherever it ends, and whatever a byte of it is.
    @Test func whatIsTornOrNoDumpIsRefused() throws {
        for text in ["", "null", "[]", "{}", "usage: scanwatch", "{\"command\":{}}"] {
            #expect(throws: SettingError.self) { try CommandOutline(dump: text) }
        }
        for length in stride(from: 0, to: dump.count - 1, by: dump.count / 50) {
            #expect(throws: SettingError.self) { try CommandOutline(dump: String(dump.prefix(length))) }
        }
    }

    /// A version that says more, and completes in a way that is new, is no reason to do without.
    @Test func whatIsAddedIsPassedOver() throws {
        let outline = try CommandOutline(
            dump: try dump("\"kind\" : \"option\"", by: "\"kind\" : \"option\", \"isNew\" : {\"a\" : [1]}")
                .replacing("\"file\" :", with: "\"planet\" :"))
        #expect(outline.settings.count == (try CommandOutline(dump: dump)).settings.count)
        let answer = CompletionAnswer(words: ["--face-model", ""], tool: outline)
        #expect(answer.names == .none && answer.candidates.isEmpty)
    }

    @Test func withoutItNoFileIsSkippedSilently() throws {
        let unknown = Result { () throws(SettingError) in try CommandOutline(dump: "{}") }
        let line = ["--config", "/nowhere.yaml", "--types", "qr", "a.png"]
        #expect(throws: SettingError.self) { try Settings.merged(with: line, outline: unknown) }
        #expect(try Settings.merged(with: ["--types", "qr"], outline: unknown) == ["--types", "qr"])
        let answer = CompletionAnswer(words: ["--ty"], outline: unknown)
        #expect(answer.candidates.isEmpty && answer.names == .files(extensions: []))
    }

    /// It takes half of a start.
    @Test func itIsNotAskedForInVain() throws {
        var isAskedFor = false
        func outline() -> Result<CommandOutline, SettingError> {
            isAskedFor = true
            return CommandOutline.ofTheTool
        }
        #expect(try Settings.merged(with: ["--types", "qr", "a.png"], outline: outline()).count == 3)
        #expect(!isAskedFor)
        #expect(throws: SettingError.self) {
            try Settings.merged(with: ["--config", "/nowhere.yaml", "a.png"], outline: outline())
        }
        #expect(isAskedFor)
    }

    /// A file of records is begun all the same, and continued by the same words.
    @Test func withoutItOnlyTheSameCommandLineGoesOn() throws {
        let unknown = Result { () throws(SettingError) in try CommandOutline(dump: "{}") }
        func settings(_ line: String...) throws -> [String] {
            try Settings.ofRecords(commandLine: line, outline: unknown)
        }
        #expect(try settings("--output", "o", "a") == (try settings("--output", "o", "--resume", "a")))
        #expect(try settings("--output", "o", "a") != (try settings("--output", "o", "--types", "qr", "a")))
        #expect(try settings("a", "b") != (try settings("b", "a")))
    }
}
