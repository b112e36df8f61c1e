import ArgumentParser
import Foundation
import MetadataOutput
import MetadataRecords

/// How records are written, and how many pictures are searched at once.
struct OutputOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case jsonl, text
    }

    @Option(
        help: ArgumentHelp(
            "jsonl: one JSON object a picture; text: one line 'type<TAB>text' an object.",
            valueName: "jsonl|text"))
    var format = Format.jsonl

    @Flag(help: "Instead of a record, tell every reading of one picture and what became of it.")
    var explain = false

    @Option(
        name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
        help: ArgumentHelp("Pictures at once (default: the number of processors).", valueName: "count"))
    var parallel: Int?

    func validate() throws {
        guard jobs > 0 else { throw ValidationError("-j needs a number above 0.") }
    }

    /// Pictures at once.
    var jobs: Int { parallel ?? ProcessInfo.processInfo.activeProcessorCount }

    /// The format asked for.
    func recordFormat(preview: VideoPreview?, zones: [Zone]) -> any RecordFormat {
        if explain { return ExplanationFormat() }
        return switch format {
        case .jsonl: JSONLinesFormat(preview: preview, zones: zones)
        case .text: TextFormat()
        }
    }
}
