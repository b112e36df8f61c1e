import Foundation
import Testing

/// Pictures that are made to cost more than they are: a record each, little time, little memory.
@Suite struct BombTests {
    /// Seconds of processor time of the tool and its workers together. A release build stays below one; this one is
    /// for the slowest machine, and still finds what goes on without end.
    private static let mostSeconds = 10.0
    /// Megabytes of any process.
    private static let mostMemory = 256.0

    @Test func eachCostsLittle() throws {
        let scratch = try ScratchFolder()
        let scripts = Tool.package.appending(path: "Tests/ScanwatchTests/Bombs").path
        let outcome = try Tool.run(
            """
            /usr/bin/python3 '\(scripts)/make-bombs' bombs &&
            /usr/bin/python3 '\(scripts)/measure-bombs' "$SCANWATCH" bombs
            """, in: scratch.url)
        try #require(outcome.status == 0, "\(outcome)")
        var lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 3) }
        let truncated = try #require(lines.last)
        lines.removeLast()
        #expect(truncated[2] == "1536" && !truncated[3].contains("read"), "\(truncated)")
        #expect(lines.count >= 30)
        for line in lines {
            let (code, name) = (line[2], line[3])
            #expect(name.split(separator: ".")[1] == code, "\(line)")
            let (seconds, megabytes) = (try #require(Double(line[0])), try #require(Double(line[1])))
            #expect(seconds < Self.mostSeconds, "\(line)")
            #expect(megabytes < Self.mostMemory, "\(line)")
        }
    }
}
