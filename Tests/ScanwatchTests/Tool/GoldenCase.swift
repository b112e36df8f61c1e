import Foundation
import Testing

/// A folder of Golden: what the tool is called with, and what must come of it.
///
/// - `flags.txt`: the rest of a bash command line after `scanwatch`. It is run in a folder of its own that holds
///   `SampleImages` and `Pictures` (of these tests).
/// - `setup.sh`, if there is one, is run there before: files that cannot be committed.
/// - `expected.txt`, `expected-errors.txt`, `expected-status.txt`: standard output, standard error, exit status;
///   a file that is missing stands for nothing, nothing, 0.
struct GoldenCase: CustomTestStringConvertible {
    let folder: URL
    var testDescription: String { folder.lastPathComponent }

    static let all: [GoldenCase] = {
        let golden = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Golden")
        let folders = try? FileManager.default.contentsOfDirectory(
            at: golden, includingPropertiesForKeys: nil)
        return (folders ?? []).map(GoldenCase.init).sorted { $0.testDescription < $1.testDescription }
    }()

    /// The command line after the tool's name.
    func flags() throws -> String {
        try String(contentsOf: folder.appending(path: "flags.txt"), encoding: .utf8)
    }

    /// Runs the tool.
    func run() throws -> Tool.Outcome {
        let scratch = try ScratchFolder()
        for (name, target) in [
            ("SampleImages", "SampleImages"), ("Pictures", "Tests/ScanwatchTests/Pictures"),
        ] {
            try FileManager.default.createSymbolicLink(
                at: scratch.url.appending(path: name),
                withDestinationURL: Tool.package.appending(path: target))
        }
        let setup = folder.appending(path: "setup.sh").path
        if FileManager.default.fileExists(atPath: setup) {
            let outcome = try Tool.run("set -eu; . '\(setup)'", in: scratch.url)
            try #require(outcome.status == 0, "\(outcome.errors)")
        }
        return try Tool.run("scanwatch " + flags(), in: scratch.url)
    }

    /// What must come of it.
    func expected() -> Tool.Outcome {
        Tool.Outcome(
            output: text("expected.txt") ?? "", errors: text("expected-errors.txt") ?? "",
            status: text("expected-status.txt").flatMap { Int32($0.trimmingCharacters(in: .newlines)) } ?? 0)
    }

    /// Makes what came of it what must come of it.
    func record(_ outcome: Tool.Outcome) throws {
        try set("expected.txt", outcome.output)
        try set("expected-errors.txt", outcome.errors)
        try set("expected-status.txt", outcome.status == 0 ? "" : "\(outcome.status)\n")
    }

    private func text(_ name: String) -> String? {
        try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    private func set(_ name: String, _ text: String) throws {
        let file = folder.appending(path: name)
        if text.isEmpty {
            try? FileManager.default.removeItem(at: file)
        } else {
            try Data(text.utf8).write(to: file)
        }
    }
}
