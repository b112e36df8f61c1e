import Capture
import Glibc
import MetadataRecords

/// Where records go: standard output, kept for them alone, or a file.
///
/// Libraries print to standard output too; from the time there is a sink that is diverted.
struct RecordSink: ~Copyable {
    private let output: OutputDescriptor
    /// Whether messages may be on the same screen.
    private let isTerminal: Bool
    private let file: RecordFile?

    /// Takes standard output over.
    ///
    /// - Parameter file: Where records go instead.
    init(to file: RecordFile? = nil) throws(OutputFailure) {
        self.file = file
        isTerminal = isatty(STDOUT_FILENO) == 1
        output = try .ofStandardOutput()
        StandardStreams.divertLibraryOutput()
    }

    /// Writes what stands before the first record.
    func begin(_ header: [UInt8]) throws(OutputFailure) {
        guard let file else { return try write(header) }
        try file.begin(header)
    }

    /// Writes whole lines at once, so that a reader sees each record when it is done.
    func write(_ lines: [UInt8]) throws(OutputFailure) {
        if let file { return try file.write(lines) }
        guard isTerminal else { return try output.write(lines) }
        try StatusLine.withLineCleared { () throws(OutputFailure) in try output.write(lines) }
    }

    /// Says that what was written so far is all there is to say of a picture's input, and of those before it.
    ///
    /// - Parameter counts: What came of the input.
    func note(_ picture: PictureUpdate, _ counts: RunCounts) throws(OutputFailure) {
        try file?.note(JournalEntry.Input(picture.source, picture.index, picture.version), counts)
    }

    /// Writes what stands after the last record. A file of an interrupted run is left as it is.
    func finish(_ footer: [UInt8]) throws(OutputFailure) {
        guard let file else {
            try write(footer)
            return try output.settle()
        }
        guard !Interruption.hasCome else { return try file.leave() }
        try file.finish(footer)
    }
}

extension JournalEntry.Input {
    /// A picture or movie as the journal of a run has it.
    init(_ source: PictureSource, _ index: Int, _ version: PictureVersion?) {
        self.init(name: source.bytes, index: index, version: version?.description)
    }
}
