import Foundation
import Testing

@testable import scanwatch

@Suite struct SettingsFileTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func file(_ text: String) throws -> SettingsFile {
        let file = scratch.url.appending(path: "f.yaml")
        try Data(text.utf8).write(to: file)
        return try SettingsFile(path: Array(file.path.utf8))
    }

    @Test func hasKeysValuesAndLines() throws {
        let entries = try file("# a\ntypes: [qr, 'a b']\n\nroi: 0,0,0.5,1\nexclude:\n- x\n- \"\"\n").entries
        #expect(entries.map(\.key) == ["types", "roi", "exclude"])
        #expect(entries.map(\.value) == [.list(["qr", "a b"]), .text("0,0,0.5,1"), .list(["x", ""])])
        #expect(entries.map(\.line) == [2, 4, 5])
        #expect(try file("").entries.isEmpty)
        #expect(try file("# nothing\n").entries.isEmpty)
    }

    /// Some editors put it before everything.
    @Test func aByteOrderMarkIsNoPartOfTheFirstKey() throws {
        let entries = try file("\u{FEFF}types: qr\neffort: fast\n").entries
        #expect(entries.map(\.key) == ["types", "effort"])
        #expect(entries.map(\.line) == [1, 2])
        #expect(try file("\u{FEFF}").entries.isEmpty)
    }

    @Test func thingsWithPropertiesAreAListOfThem() throws {
        let entries = try file(
            "cameras:\n  usb-1:\n    position: front\n    type: external\n  'a=b': {position: back}\n"
        ).entries
        #expect(entries.map(\.value) == [.list(["usb-1=position:front,type:external", "a=b=position:back"])])
    }

    @Test(arguments: [
        ("cameras: {a: {position: [front]}}", ":1: cameras: a: expected properties with texts"),
        ("cameras: {a: {position: }}", ":1: cameras: a: the value is missing"),
        ("cameras: {[a]: {position: front}}", ":1: cameras: expected names with properties"),
        ("types: [", ":2: "), ("types: {a: b}", ":1: types: expected a text or a list"),
        ("types: [[a]]", ":1: types: expected a list of texts"),
        ("types:", ":1: types: the value is missing"), ("a: ~", "the value is missing"),
        ("- a", "expected options with values"),
        ("a", "expected options with values"),
        ("a: 1\nb: 2\na: 3", "a: given twice"), ("? [a]\n: b", ":1: a key must be"),
        ("a: *b", "f.yaml"),
        ("\"a: b", "f.yaml"), ("a: b\n---\na: c", "f.yaml"), ("a: \u{0}", "f.yaml"),
    ])
    func wrongOnesAreRefusedWithTheirPlace(text: String, message: String) throws {
        do {
            _ = try file(text)
            Issue.record("\(text) was taken")
        } catch let error as SettingError {
            #expect(error.description.contains("f.yaml" + (message.hasPrefix(":") ? message : "")))
            #expect(error.description.contains(message) && !error.description.contains("\n"), "\(error)")
        }
    }

    @Test func whatIsNoFileOfTextIsRefused() throws {
        #expect(throws: SettingError.self) { try SettingsFile(path: Array("/nowhere/f.yaml".utf8)) }
        #expect(throws: SettingError.self) { try SettingsFile(path: Array(scratch.url.path.utf8)) }
        try Data([0xFF, 0xFE]).write(to: scratch.url.appending(path: "g.yaml"))
        let path = scratch.url.appending(path: "g.yaml").path
        #expect(throws: SettingError.self) { try SettingsFile(path: Array(path.utf8)) }
        #expect(throws: SettingError.self) { try file(String(repeating: "#", count: (1 << 20) + 1)) }
    }

    /// Aliases in aliases, which would be 10^9 words if they were written out.
    @Test func aBombDoesNotGoOff() throws {
        let lists = (1...9).map { level in
            "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
                + "]\n"
        }
        #expect(throws: SettingError.self) { try file("a0: &a0 x\n" + lists.joined()) }
    }

    /// A thousand things with a thousand properties each, in twenty thousand bytes.
    @Test func thingsThatRepeatEachOtherAreNotWrittenOut() throws {
        let properties = (1...1_000).map { "k\($0): v" }.joined(separator: ", ")
        func cameras(_ count: Int) -> String {
            "cameras: {a: &a {\(properties)}, \((1...count).map { "b\($0): *a" }.joined(separator: ", "))}"
        }
        #expect(throws: SettingError.self) { try file(cameras(1_000)) }
        #expect(try file(cameras(3)).entries.map(\.key) == ["cameras"])
    }
}
