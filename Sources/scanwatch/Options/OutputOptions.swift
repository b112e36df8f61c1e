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
            jsonl: one JSON object per picture; text: one line 'type<TAB>text' per object; csv: a table with \
            one row per object (RFC 4180); zbar-xml: the XML that 'zbarimg --xml' prints.
            """, valueName: "jsonl|text|csv|zbar-xml"))
    var format = Format.jsonl

    @Option(
        help: ArgumentHelp(
            """
            Write records to this file. It is called FILE.part until it is complete; what is done is saved to \
            disk every second.
            """, valueName: "file"), completion: .file())
    var output: String?

    @Flag(
        help: """
            Continue where an earlier run with the same options and --output stopped; start anew if there is none. With \
            --movie, a movie that was not finished is read again from its beginning.
            """)
    var resume = false

    @Flag(help: "Instead of a record, list every reading of one picture and why it was accepted or refused.")
    var explain = false

    @Option(
        help: ArgumentHelp(
            "Print only these fields (jsonl and csv), such as source,type,bounds.x",
            valueName: "list"))
    var fields: String?

    @Flag(help: "Print each JSON object over several lines, for people to read.")
    var pretty = false

    @Option(
        help: ArgumentHelp(
            "Use colours with --format text and --pretty; auto: in a terminal, unless NO_COLOR is set.",
            valueName: "auto|always|never"))
    var color = ColourChoice.auto

    @Option(
        name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
        help: ArgumentHelp(
            "Number of pictures to search at once (default: the number of processors).", valueName: "count"))
    var parallel: Int?

    /// Whether records look the same.
    func isSameFormat(as other: Self) -> Bool {
        format == other.format && fields == other.fields && pretty == other.pretty && explain == other.explain
    }

    func validate() throws {
        guard output != "", output != "-", output?.utf8.last != UInt8(ascii: "/") else {
            throw ValidationError(
                "--output needs the name of a file; without --output, records go to standard output.")
        }
        guard !resume || output != nil else {
            throw ValidationError("--resume needs --output: the file to continue.")
        }
        guard !explain || (format == .jsonl && fields == nil && !pretty) else {
            throw ValidationError(
                "--explain cannot be combined with --format, --fields or --pretty.")
        }
        // Each is a thread, and where pictures are slow a worker.
        guard (1...1024).contains(jobs) else { throw ValidationError("-j must be between 1 and 1024.") }
        guard !pretty || format == .jsonl else {
            throw ValidationError("--pretty works with JSON only, not with --format \(format.rawValue).")
        }
        guard fields == nil || format == .jsonl || format == .csv else {
            throw ValidationError(
                "--fields works with jsonl and csv only, not with --format \(format.rawValue).")
        }
    }

    /// Pictures at once.
    var jobs: Int { parallel ?? ProcessInfo.processInfo.activeProcessorCount }

    /// The format asked for.
    ///
    /// - Throws: `ValidationError` if a field is not there or the format cannot say what is searched for.
    func recordFormat(
        search: SearchOptions, preview: VideoPreview?, zones: ZoneSet, isSequence: Bool, isLive: Bool,
        tellsEvents: Bool
    ) throws -> any RecordFormat {
        if explain { return ExplanationFormat() }
        let hasLandmarks = search.landmarks || search.landmarksMesh
        let available =
            tellsEvents
            ? RecordFields.ofEvents(
                preview: preview, landmarks: hasLandmarks, isLive: isLive, zones: zones, hints: search.hints)
            : RecordFields.all(
                preview: preview, landmarks: hasLandmarks, isSequence: isSequence, isLive: isLive,
                zones: zones, hints: search.hints)
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
            guard !search.types.types.contains(.face), !search.undecoded else {
                throw ValidationError(
                    "--format zbar-xml cannot show faces, and cannot be combined with --undecoded.")
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
                "With these options, records have no field '\(error.name)'. Valid fields: \(error.valid.joined(separator: ", "))."
            )
        }
    }
}
