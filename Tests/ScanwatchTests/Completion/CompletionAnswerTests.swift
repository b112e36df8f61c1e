import Testing

@testable import scanwatch

@Suite struct CompletionAnswerTests {
    private let tool: CommandOutline

    init() throws {
        tool = try CommandOutline.ofTheTool.get()
    }

    private func answer(_ words: String...) -> CompletionAnswer { CompletionAnswer(words: words, tool: tool) }

    private func words(_ answer: CompletionAnswer) -> [String] { answer.candidates.map(\.word) }

    @Test func theFirstWordIsASubcommandOrAPath() {
        #expect(
            words(answer("")).starts(with: ["types", "engines"]) && answer("").names == .files(extensions: [])
        )
        #expect(words(answer("sch")) == ["schema"])
        #expect(
            words(answer("photos", "sch")).isEmpty && answer("photos", "").names == .files(extensions: []))
        #expect(words(answer("--", "-")).isEmpty && answer("--", "-").names == .files(extensions: []))
    }

    @Test func optionsAreOfferedOnce() {
        #expect(words(answer("--eff")) == ["--effort"])
        #expect(words(answer("photos", "--eff")) == ["--effort"])
        #expect(words(answer("--effort", "fast", "--eff")).isEmpty)
        #expect(words(answer("-j4", "--jo")).isEmpty && words(answer("--jo")) == ["--jobs"])
        #expect(!words(answer("--skip")).contains("--skip-step"))
    }

    @Test func valuesAreOffered() {
        #expect(words(answer("--effort", "")) == ["fast", "normal", "thorough"])
        #expect(words(answer("--effort=f")) == ["--effort=fast"])
        #expect(answer("--face-model", "").names == .files(extensions: ["onnx"]))
        #expect(answer("--roi", "") == CompletionAnswer(words: ["--max-pixels", "5"], tool: tool))
    }

    @Test func listsGoOnAfterCommas() {
        #expect(words(answer("--types", "qr,az")) == ["qr,aztec"])
        #expect(words(answer("--types=qr,az")) == ["--types=qr,aztec"])
        #expect(!words(answer("--types", "qr,")).contains("qr,qr"))
        #expect(words(answer("--effort", "fast,")).isEmpty)
    }

    @Test func whatBashSplitsIsJoined() {
        #expect(words(answer("--effort", "=", "f")) == ["fast"])
        #expect(words(answer("--effort", "=")) == ["fast", "normal", "thorough"])
    }

    @Test func subcommandsHaveOptionsOfTheirOwn() {
        #expect(words(answer("types", "--")) == ["--version", "--help"])
        #expect(words(answer("help", "exit")) == ["exit-status"])
        #expect(words(answer("config", "--eff")) == ["--effort"])
        #expect(words(answer("config", "--types", "qr,az")) == ["qr,aztec"])
    }
}
