import Foundation
import Testing

/// The programs under Examples do what they say.
@Suite struct ExampleProgramTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// What a program prints, to one of its outputs, and with which status it ends.
    private func run(
        _ name: String, _ arguments: [String], reading output: ReferenceWritableKeyPath<Process, Any?>
    ) throws -> (lines: [String], status: Int32) {
        let process = Process()
        let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = products.appending(path: name)
        process.arguments = arguments
        process.currentDirectoryURL = Self.root
        let pipe = Pipe()
        process[keyPath: output] = pipe
        try process.run()
        let printed = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init)
        return (lines, process.terminationStatus)
    }

    /// What a program prints; it must end with status 0.
    private func lines(of name: String, _ arguments: String...) throws -> [String] {
        let (lines, status) = try run(name, arguments, reading: \.standardOutput)
        #expect(status == 0)
        return lines
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

    /// And does not crash, which is what an error at the top level does.
    @Test(.timeLimit(.minutes(10))) func aPictureThatIsNotThereIsSaidInOneLine() throws {
        let arguments = ["nowhere.png", "SampleImages/face/obama-turned+00.jpg"]
        let (lines, status) = try run("example-kiosk", arguments, reading: \.standardError)
        #expect(status == 66 && lines.count == 1, "\(lines)")
        // The face is read first.
        #expect(lines.first?.hasPrefix("example-kiosk: nowhere.png: ") == true)
        let unknown = try run(
            "example-kiosk", ["Package.swift"] + arguments.suffix(1), reading: \.standardError)
        #expect(unknown.status == 66 && unknown.lines.count == 1, "\(unknown.lines)")
    }

    @Test(.timeLimit(.minutes(10))) func theKioskGreetsAndReadsTheTicket() throws {
        let lines = try lines(
            of: "example-kiosk", "SampleImages/qr/level-L.png", "SampleImages/face/obama-turned+00.jpg")
        #expect(lines == ["Welcome!", "Ticket: Error correction", "Goodbye after 4.0 s"])
    }
}
