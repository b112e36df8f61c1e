import ArgumentParser
import Foundation
import MetadataOutput
import MetadataRecords

/// How records are written, and how many pictures are searched at once.
struct OutputOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case jsonl, text, csv
        case zbarXML = "zbar-xml"
    }

    @Option(
        help: ArgumentHelp(
            """
            jsonl: one JSON object a picture; text: one line 'type<TAB>text' an object; csv: a table with a row \
            an object (RFC 4180); zbar-xml: as 'zbarimg --xml' writes.
            """, valueName: "jsonl|text|csv|zbar-xml"))
    var format = Format.jsonl

    @Option(
        help: ArgumentHelp(
            """
            Write into this file: FILE.part, brought to the disk every second, and FILE when the last record is \
            there.
            """, valueName: "file"), completion: .file())
    var output: String?

    @Flag(
        help: """
            Go on where an earlier run with the same options and --output stopped, and begin anew if none did.
            """)
    var resume = false

    @Flag(help: "Instead of a record, tell every reading of one picture and what became of it.")
    var explain = false

    @Option(
        help: ArgumentHelp(
            "Only these fields of jsonl and csv, by their names in a record: source,type,bounds.x",
            valueName: "list"))
    var fields: String?

    @Flag(help: "Lay each JSON object out over several lines, for people.")
    var pretty = false

    @Option(
        help: ArgumentHelp(
            "Colours of text and --pretty; auto: in a terminal, unless NO_COLOR is set.",
            valueName: "auto|always|never"))
    var color = ColourChoice.auto

    @Option(
        name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
        help: ArgumentHelp("Pictures at once (default: the number of processors).", valueName: "count"))
    var parallel: Int?

    func validate() throws {
        guard output != "", output != "-", output?.last != "/" else {
            throw ValidationError(
                "--output needs the name of a file; without it records go to standard output.")
        }
        guard !resume || output != nil else {
            throw ValidationError("--resume goes on with a file of records; give --output too.")
        }
        guard !explain || (format == .jsonl && fields == nil && !pretty) else {
            throw ValidationError(
                "--explain has a layout of its own: no --format, --fields or --pretty then.")
        }
        guard jobs > 0 else { throw ValidationError("-j needs a number above 0.") }
        guard !pretty || format == .jsonl else {
            throw ValidationError("--pretty lays out JSON; it does not go with --format \(format.rawValue).")
        }
        guard fields == nil || format == .jsonl || format == .csv else {
            throw ValidationError(
                "--fields chooses for jsonl and csv; --format \(format.rawValue) is as it is.")
        }
    }

    /// Pictures at once.
    var jobs: Int { parallel ?? ProcessInfo.processInfo.activeProcessorCount }

    /// The format asked for.
    ///
    /// - Throws: `ValidationError` if a field is not there or the format cannot say what is searched for.
    func recordFormat(
        search: SearchOptions, preview: VideoPreview?, zones: [Zone], isSequence: Bool, isLive: Bool
    ) throws -> any RecordFormat {
        if explain { return ExplanationFormat() }
        let available = RecordFields.all(
            preview: preview, landmarks: search.landmarks, isSequence: isSequence, isLive: isLive,
            zones: zones)
        switch format {
        case .jsonl:
            return JSONLinesFormat(
                preview: preview, layout: pretty ? .indented(inColour: color.isOn) : .line,
                fields: try chosenFields(of: available), zones: zones)
        case .csv:
            return CSVFormat(
                fields: try chosenFields(of: available) ?? available.withoutRepetition, preview: preview,
                zones: zones, showsControls: StandardStreams.outputIsTerminal)
        case .text: return TextFormat(isInColour: color.isOn)
        case .zbarXML:
            guard !search.types.types.contains(.face), !search.undecoded, preview == nil else {
                throw ValidationError(
                    "zbar's XML has no place for faces, --undecoded and --preview; take another format for them."
                )
            }
            return ZBarXMLFormat()
        }
    }

    private func chosenFields(of available: RecordFields) throws -> RecordFields? {
        do throws(UnknownRecordField) {
            return try fields.map { list throws(UnknownRecordField) in
                try available.chosen(
                    list.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
            }
        } catch {
            throw ValidationError(
                "With these flags no record has a field '\(error.name)'; valid are: \(error.valid.joined(separator: ", "))."
            )
        }
    }
}
