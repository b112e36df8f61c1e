import ArgumentParser
import Capture
import Foundation
import MetadataOutput
import MetadataRecords
import Workers

/// Holds what is read in pictures against what is known to be in them.
struct Evaluate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Compare what is found in pictures with what is known to be in them.",
        discussion: """
            Reads expected.jsonl (one line per picture) and <name>.expected.jsonl (a record beside a picture) in \
            FOLDER and its subfolders, and searches those pictures for what the files list: codes, faces or both. \
            Prints what was read, misread, found and falsely found, by folder and engine, and the processor time \
            in milliseconds. 'scanwatch help evaluation' describes the files and the rules.

            Exit status: 0 all pictures were searched, 2 a picture could not be searched or has no record, 64 wrong \
            usage, 69 no worker can be started.
            """)

    @Argument(help: "The folder of pictures.")
    var folder: String

    @Option(
        help: ArgumentHelp(
            "Judge these records (JSON lines, from any program) instead of searching; - is standard input.",
            valueName: "file|-"))
    var records: String?

    @Flag(help: "Accept different ways to write the same code: brackets, add-ons, character sets.")
    var lenient = false

    @Flag(help: "List the pictures with errors, and what is wrong in each.")
    var list = false

    @Flag(help: "Print one JSON line per picture instead of the table.")
    var json = false

    @OptionGroup(title: "What to look for")
    var search: SearchOptions

    @OptionGroup(title: "Isolation")
    var isolation: IsolationOptions

    func validate() throws {
        guard records == nil || !(search.isRefined || isolation.deadline != nil) else {
            throw ValidationError("With --records nothing is searched: only --types has a meaning then.")
        }
        guard !search.hints, !search.landmarks, !search.landmarksMesh else {
            throw ValidationError("--hints and --landmarks are for records, which eval does not print.")
        }
    }

    func run() async throws {
        let pictures = try truth()
        do {
            // Before anything is searched, for libraries print to standard output too.
            let sink = try RecordSink()
            let reports = try await reports(of: pictures)
            let unreported = pictures.filter { reports[$0.pathBytes] == nil }
            if let first = unreported.first {
                StandardStreams.complain(
                    "\(unreported.count) of \(pictures.count) pictures have no record, the first of them \(first.path)"
                )
            }
            var table = EvaluationTable()
            for picture in pictures {
                let verdict = PictureVerdict(
                    on: reports[picture.pathBytes], of: picture, isLenient: lenient)
                table.add(verdict)
                if json { try sink.write(verdict.line) }
                if list || verdict.error != nil {
                    verdict.complaints.forEach { StandardStreams.complain("\(picture.path): \($0)") }
                }
            }
            let lines = TextTable.lines(table.rows).map { $0 + "\n" }
            if !json { try sink.write(Array(lines.joined().utf8)) }
            if table.total.failed + unreported.count > 0 { throw ExitStatus.someInputFailed.code }
        } catch let failure as OutputFailure {
            PictureRun().end(because: failure)
        } catch let error as WorkerError {
            StandardStreams.complain(error.message)
            throw ExitStatus.unavailable.code
        } catch  where !(error is ExitCode) {
            // What ArgumentParser prints goes nowhere any more.
            StandardStreams.complain(Self.message(for: error))
            throw Self.exitCode(for: error)
        }
    }

    /// What was said of the pictures, by anybody or now; by the bytes of their paths.
    private func reports(of pictures: [TruePicture]) async throws -> [[UInt8]: ReportedPicture] {
        guard let records else { return try await searched(pictures) }
        let file = URL(filePath: records == "-" ? "/dev/stdin" : records)
        let written = try usable { () throws(Truth.Failure) in
            try WrittenRecords(file: file, folder: folder)
        }
        return pictures.reduce(into: [:]) { $0[$1.pathBytes] = written.report(of: $1.path) }
    }

    /// What is known, as far as it is asked for.
    private func truth() throws -> [TruePicture] {
        let truth = try usable { () throws(Truth.Failure) in try Truth(folder: URL(filePath: folder)) }
        truth.doubts.forEach(StandardStreams.complain)
        guard !truth.pictures.isEmpty else {
            throw ValidationError(
                "There is neither expected.jsonl nor <name>.expected.jsonl in '\(folder)' or its subfolders.")
        }
        guard search.types.isGiven else { return truth.pictures }
        let types = Set(search.types.types.map(\.name))
        let pictures = truth.pictures.compactMap { $0.limited(to: types) }
        guard !pictures.isEmpty else {
            throw ValidationError("The expected.jsonl files in '\(folder)' list nothing of these types.")
        }
        return pictures
    }

    private func usable<Value>(_ body: () throws(Truth.Failure) -> Value) throws -> Value {
        do { return try body() } catch { throw ValidationError(error.description) }
    }

    /// Searches each picture for what is known of it, and for nothing else.
    private func searched(_ pictures: [TruePicture]) async throws -> [[UInt8]: ReportedPicture] {
        var reports: [[UInt8]: ReportedPicture] = [:]
        let prefix = folder.folderPath
        try isolation.apply()
        var options = BackendOptions()
        (options.faceModel, options.faceMesh) = search.faceModels
        let backend = try ChosenBackend.current.start(options)
        defer { backend.close() }
        for (wanted, group) in Dictionary(grouping: pictures, by: \.typesKnown) {
            let output = try search.metadataOutput(backend)
            output.setOptions { $0.deadline = isolation.deadline(isLive: false) }
            let available = output.availableMetadataObjectTypes.intersection(wanted)
            try output.setMetadataObjectTypes(
                search.types.isGiven ? available.intersection(search.types.types) : available)
            let input = CapturePicturesInput(
                sources: group.map { PictureSource.file(Array((prefix + $0.path).utf8)) })
            for await picture in output.updates(from: input) {
                if case .failure(let error) = picture.result, error.isOfMachine {
                    throw WorkerError(error.message)
                }
                // What is a folder by now has pictures of other names.
                reports[Array(picture.source.bytes.dropFirst(prefix.utf8.count))] = ReportedPicture(
                    Record(picture), processorTime: try? picture.result.get().processorTime)
            }
        }
        return reports
    }
}

extension TruePicture {
    /// The types that must be looked for.
    fileprivate var typesKnown: Set<MetadataObjectType> {
        let codes = codes == nil ? [] : MetadataObjectType.linearCodes.union(MetadataObjectType.matrixCodes)
        return faces == nil ? codes : codes.union([.face])
    }
}

extension PictureVerdict {
    /// What is not as it should be, a line each.
    fileprivate var complaints: [String] {
        [error.map { "could not be searched: \($0)" }].compactMap(\.self)
            + missed.map { "missed \($0.type) \($0.text ?? "")" }
            + misread.map { "misread \($0.type) \($0.text ?? "")" }
            + (duplicates > 0 ? ["\(duplicates) reported twice"] : [])
            + (found < faces ? ["\(faces - found) of \(faces) faces missed"] : [])
            + (falseFaces > 0 ? ["\(falseFaces) false faces"] : [])
    }
}
