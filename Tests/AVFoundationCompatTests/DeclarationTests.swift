import Foundation
import Testing

/// The table of docs/from-ios.md, held against the module that was built.
@Suite struct DeclarationTests {
    @Test func thePageSaysWhatTheModuleDeclares() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = root.appending(path: "Scripts/from-ios")
        // Where this program's own folder is, there is the module.
        let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
        process.arguments = ["--check", products]
        let output = Pipe()
        process.standardError = output
        try process.run()
        let complaint = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: complaint, as: UTF8.self))")
    }
}
