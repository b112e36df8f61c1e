import Foundation
import Testing

/// The tool as its users see it, one folder of Golden a case; `Scripts/record` records them anew.
@Suite struct GoldenTests {
    private static let isRecording = ProcessInfo.processInfo.environment["SCANWATCH_RECORD"] != nil

    @Test(.enabled(if: SamplePicture.isRecordedEngine), arguments: GoldenCase.all)
    func isAsRecorded(golden: GoldenCase) throws {
        let outcome = try golden.run()
        let expected = golden.expected()
        let isSame =
            NumberTolerantText(outcome.output) == NumberTolerantText(expected.output)
            && outcome.errors == expected.errors && outcome.status == expected.status
        if Self.isRecording {
            if !isSame { try golden.record(outcome) }
        } else {
            #expect(NumberTolerantText(outcome.output) == NumberTolerantText(expected.output))
            #expect(outcome.errors == expected.errors)
            #expect(outcome.status == expected.status)
        }
    }

    @Test func thereAreCases() {
        #expect(GoldenCase.all.count > 30)
    }

    /// A flag that `--help-hidden` shows and no case uses is a flag that nobody tests.
    @Test func everyFlagHasACase() throws {
        let lines = try GoldenCase.all.map { try $0.flags() }
        let help = try ["", "eval "].map {
            try Tool.run("scanwatch \($0)--help-hidden", in: Tool.package).output
        }.joined()
        let names = help.matches(of: /(?m)^  (?:-h, )?(?:(-\w), )?(--?[a-z][a-z-]*)/)
        let flags = Set(names.flatMap { [$0.output.1, $0.output.2].compactMap(\.self).map(String.init) })
        #expect(flags.count > 15)
        for flag in flags {
            let isUsed = lines.contains { line in line.split(separator: /\s/).contains { $0 == flag } }
            #expect(isUsed, "\(flag) has no golden case")
        }
    }
}
