import Foundation
import Testing

/// The completion scripts in their shells: each completes the same command lines to the same ones.
@Suite struct ShellCompletionTests {
    private let scratch: ScratchFolder

    /// What is typed, and what stands there after the tab key.
    private static let lines = [
        ("scanwatch --eff", "scanwatch --effort "),
        ("scanwatch sche", "scanwatch schema "),
        ("scanwatch pict", "scanwatch pictures/"),
        ("scanwatch pictures/a", "scanwatch pictures/a.png "),
        ("scanwatch pictures --effort f", "scanwatch pictures --effort fast "),
        ("scanwatch --types qr,az", "scanwatch --types qr,aztec "),
        ("scanwatch --effort=f", "scanwatch --effort=fast "),
        ("scanwatch --config sc", "scanwatch --config scan.yaml "),
        ("scanwatch --config=sc", "scanwatch --config=scan.yaml "),
        ("scanwatch record --output=pi", "scanwatch record --output=pictures/"),
        ("scanwatch help exi", "scanwatch help exit-status "),
        ("scanwatch config --pri", "scanwatch config --print "),
    ]

    init() throws {
        scratch = try ScratchFolder()
        let setup = try Tool.run(
            """
            set -e; mkdir pictures tools; touch pictures/a.png pictures/b.png scan.yaml scan.json
            ln -s "$SCANWATCH" tools/scanwatch
            for shell in bash zsh fish; do scanwatch --generate-completion-script "$shell" > "script.$shell"; done
            """, in: scratch.url)
        try #require(setup.status == 0, "\(setup.errors)")
    }

    /// Runs a driver of Completion/Drivers with the lines to complete.
    private func complete(in shell: String, _ command: String) throws -> [String] {
        let drivers = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Drivers")
        let lines = Self.lines.map { "'\($0.0)'" }.joined(separator: " ")
        let outcome = try Tool.run(
            "PATH=$PWD/tools:$PATH HOME=$PWD \(command) '\(drivers.appending(path: shell).path)' \(lines)",
            in: scratch.url)
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [("bash", "bash"), ("zsh", "timeout 60 zsh -f"), ("fish", "fish --no-config")])
    func completes(shell: String, command: String) throws {
        #expect(try complete(in: shell, command) == Self.lines.map(\.1))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func isAScriptWithoutMistakes(shell: String) throws {
        let outcome = try Tool.run("\(shell) -n script.\(shell)", in: scratch.url)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
}
