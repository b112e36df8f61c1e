import Foundation
import Testing

/// The page in Chromium, with the tool and made cameras behind it, judged by a script (`Browser/examine`; Debian's chromium
/// and chromium-driver). The tool is the debug build of the package around this one, which `Scripts/test services` makes.
@Suite(.timeLimit(.minutes(10))) struct BrowserTests {
    @Test func chromiumShowsWhatTheCameraSees() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let own = URL(
            filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        ).deletingLastPathComponent()
        let errors = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID().uuidString)")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-B", tests.appending(path: "Browser/examine").path,
            root.appending(path: ".build/debug/scanwatch").path, own.appending(path: "scanwatch-web").path,
            root.appending(path: "Tests/MetadataOutputTests/Vectors/avfoundation.json").path,
            root.appending(path: "Tests/ScanwatchTests/Looks").path,
        ]
        let output = Pipe()
        try Data().write(to: errors)
        defer { try? FileManager.default.removeItem(at: errors) }
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let problems = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let complaints = try String(contentsOf: errors, encoding: .utf8)
        #expect(process.terminationStatus == 0 && problems.isEmpty, "\(problems)\(complaints)")
    }
}
