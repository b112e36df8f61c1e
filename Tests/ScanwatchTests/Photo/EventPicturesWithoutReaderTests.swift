import Foundation
import Glibc
import Testing

/// What a run keeps of events while nobody reads its records.
@Suite(.timeLimit(.minutes(5))) struct EventPicturesWithoutReaderTests {
    @Test(arguments: [("--event-pictures", ".jpg"), ("--event-clips", ".mp4")])
    func aReaderThatHangsCostsNone(option: String, suffix: String) async throws {
        let scratch = try ScratchFolder()
        let folder = scratch.url.appending(path: "e")
        let records = Pipe()
        // F_SETPIPE_SZ: as small as a pipe can be, so that it is full while the first code is in view.
        #expect(fcntl(records.fileHandleForWriting.fileDescriptor, 1031, 4096) >= 4096)
        let process = Process()
        process.executableURL = URL(filePath: Tool.path)
        // A code that comes every four seconds.
        process.arguments = [
            "--device", "synthetic:blinking", "--types", "qr", "--events", "--update-interval", "0.01",
            "--status-interval", "0", option, folder.path,
        ]
        process.standardOutput = records
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { kill(process.processIdentifier, SIGKILL) }
        func names() -> [String] {
            let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return all.filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") && !$0.contains("-object") }
        }
        while names().count < 3 { try await Task.sleep(for: .milliseconds(50)) }
        process.terminate()
        // Whoever reads late finds all that appeared, with its files.
        try? records.fileHandleForWriting.close()
        let lines = try #require(try records.fileHandleForReading.readToEnd()).split(separator: 10)
        process.waitUntilExit()
        let named = lines.filter { String(decoding: $0, as: UTF8.self).contains(#""event":"appeared""#) }
        #expect(named.count >= 3)
        for name in names() {
            #expect(named.contains { String(decoding: $0, as: UTF8.self).contains(name) }, "\(name)")
        }
    }
}
