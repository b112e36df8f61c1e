import Foundation
import Testing

/// The programs under Examples do what they say.
@Suite struct ExampleProgramTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// What a program prints; it must end with status 0.
    private func lines(of name: String, _ arguments: String...) throws -> [String] {
        let process = Process()
        let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = products.appending(path: name)
        process.arguments = arguments
        process.currentDirectoryURL = Self.root
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test(.timeLimit(.minutes(10))) func aDetectorOfYourOwnIsToldOfLikeAnyOther() throws {
        #expect(
            try lines(of: "example-detector") == [
                "lamp 1 is on at 70.0 % from the left, 30.0 % from the top", "lamp 1 is off",
            ])
    }

    @Test(.timeLimit(.minutes(10))) func theTapSeesTheLightBeingTurnedUp() throws {
        // On a busy machine frames are lost.
        let lines = try lines(of: "example-frame-tap").map { $0.split(separator: " ") }
        #expect((2...30).contains(lines.count))
        for line in lines {
            let number = try #require(line.first.flatMap { Double($0.dropLast()) })
            let mean = try #require(line.last.flatMap { Double($0) })
            #expect(abs(mean - (20 + 180 * number / 29)) <= 1, "\(line)")
        }
    }

    @Test(.timeLimit(.minutes(10))) func theKioskGreetsAndReadsTheTicket() throws {
        let lines = try lines(
            of: "example-kiosk", "SampleImages/qr/level-L.png", "SampleImages/face/obama-turned+00.jpg")
        #expect(lines == ["Welcome!", "Ticket: Error correction", "Goodbye after 4.0 s"])
    }
}
