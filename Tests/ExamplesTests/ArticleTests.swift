import Foundation
import Testing

/// What the articles of the documentation show is compiled somewhere.
@Suite struct ArticleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The files below a folder with an ending, without links to folders.
    private static func texts(in folder: String, _ ending: String) throws -> [(path: String, text: String)] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        return try paths.filter { $0.hasSuffix(ending) }.sorted().map { path in
            (path, try String(contentsOf: root.appending(path: "\(folder)/\(path)"), encoding: .utf8))
        }
    }

    /// The lines without their indentation and empty ones.
    private static func bare(_ text: some StringProtocol) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    @Test func everyPieceOfSwiftIsOfAProgramThatIsBuilt() throws {
        let programs = try Self.texts(in: "Examples", ".swift").map { Self.bare($0.text) }
        let articles = try Self.texts(in: "Sources", ".md").filter { $0.path.contains(".docc/") }
        var count = 0
        // The page that is a link to docs shows how to import; the tests' ports do.
        for (path, text) in articles where !path.hasSuffix("/from-ios.md") {
            for piece in text.components(separatedBy: "```swift\n").dropFirst() {
                let code = Self.bare(piece.components(separatedBy: "```")[0])
                #expect(programs.contains { $0.contains(code) }, "\(path): \(code)")
                count += 1
            }
        }
        #expect(count >= 6)
    }
}
