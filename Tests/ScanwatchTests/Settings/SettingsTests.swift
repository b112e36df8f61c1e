import Foundation
import Testing

@testable import scanwatch

@Suite struct SettingsTests {
    private let tool: CommandOutline

    init() throws {
        tool = try CommandOutline.ofTheTool.get()
    }

    /// An option without a long name, or one whose variable means something else, could not be given a default.
    @Test func everyOptionHasAKeyAndAVariable() {
        #expect(tool.settings.count > 15)
        for option in tool.settings {
            #expect(!option.key.isEmpty, "\(option.spellings) needs a long name, for files and variables")
            let variable = option.key.uppercased().replacing("-", with: "_")
            #expect(tool.setting(SettingsVariables.key(of: variable))?.key == option.key)
            #expect(!SettingsVariables.others.contains(variable), "\(variable) means something else")
        }
        #expect(Set(tool.settings.map(\.key)).count == tool.settings.count)
    }

    /// A variable that steers a build must not be taken for an option that is not known.
    @Test func variablesOfTheBuildAreNoOptions() throws {
        for file in ["Package.swift", "Scripts/bootstrap", "Scripts/make-zxing"] {
            let text = try String(contentsOf: Tool.package.appending(path: file), encoding: .utf8)
            let names = text.matches(of: /SCANWATCH_([A-Z_]+)/).map { String($0.output.1) }
            #expect(!names.isEmpty && SettingsVariables.others.isSuperset(of: names), "\(file): \(names)")
        }
    }

    /// Nor one that the tool itself looks at.
    @Test func variablesOfTheToolsOwnAreNoOptions() throws {
        let sources = Tool.package.appending(path: "Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        let names = try paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
            try String(contentsOf: sources.appending(path: path), encoding: .utf8)
                .matches(of: /"SCANWATCH_([A-Z_]+)"/).map { String($0.output.1) }
        }
        #expect(names.contains("WORKER") && SettingsVariables.others.isSuperset(of: names), "\(names)")
    }

    @Test func everySpellingIsFoundOnACommandLine() {
        for option in tool.settings {
            for spelling in option.spellings {
                let value = option.kind == .flag ? nil : "4"
                let words = [spelling] + (value.map { [$0] } ?? [])
                #expect(GivenOptions(words, among: tool.options).values(option.key) == [value], "\(spelling)")
            }
        }
    }

    @Test func aCommandLineIsReadAsArgumentParserDoes() {
        let given = GivenOptions(
            ["a", "--types=qr", "-j4", "--roi", "--effort", "--", "--effort=fast"], among: tool.options)
        #expect(given.options.map(\.key) == ["types", "jobs", "roi"])
        #expect(given.options.map(\.value) == ["qr", "4", "--effort"])
        #expect(given.others == ["a", "--effort=fast"])
        #expect(GivenOptions(["--types"], among: tool.options).open?.key == "types")
        #expect(GivenOptions(["--nothing", "-", "-Z"], among: tool.options).others == ["-"])
    }

    @Test func valuesBecomeArguments() throws {
        func arguments(_ key: String, _ value: Setting.Value) throws -> [String] {
            let option = try #require(tool.setting(key))
            return try Setting(option, to: value, origin: .variable("-")).arguments
        }
        #expect(try arguments("types", .list(["qr", "face"])) == ["--types=qr,face"])
        #expect(try arguments("types", .text("qr,face")) == ["--types=qr,face"])
        #expect(try arguments("skip-step", .text("a,b")) == ["--skip-step=a", "--skip-step=b"])
        #expect(try arguments("skip-step", .list(["a,b"])) == ["--skip-step=a,b"])
        // Values with commas of their own stay whole.
        #expect(try arguments("zone", .text("a=0,0,1,0,1,1")) == ["--zone=a=0,0,1,0,1,1"])
        #expect(try arguments("mask", .text("a=0,0,1,0,1,1")) == ["--mask=a=0,0,1,0,1,1"])
        #expect(
            try arguments("cameras", .text("x=position:front,type:external"))
                == ["--cameras=x=position:front,type:external"])
        // What ArgumentParser would take the next argument for.
        #expect(throws: SettingError.self) { try arguments("face-model", .text("")) }
        #expect(throws: SettingError.self) { try arguments("skip-step", .text("")) }
        #expect(throws: SettingError.self) { try arguments("skip-step", .text(",")) }
        #expect(throws: SettingError.self) { try arguments("types", .list([])) }
        #expect(throws: SettingError.self) { try arguments("zone", .list([""])) }
        #expect(try arguments("undecoded", .text("true")) == ["--undecoded"])
        #expect(try arguments("undecoded", .text("false")) == [])
        #expect(throws: SettingError.self) { try arguments("undecoded", .text("yes")) }
        #expect(throws: SettingError.self) { try arguments("undecoded", .list(["true"])) }
    }
}
