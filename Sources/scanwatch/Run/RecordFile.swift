import MetadataRecords
import Synchronization

/// A file of records that survives a crash (`--output`): it is `FILE.part` until all records are there, and beside it
/// lies a journal, by which a later run goes on (`--resume`).
///
/// What an input gave is written first and the journal's entry after it. Whatever a crash leaves, what both agree on is
/// whole, and the rest is cut off and made again. So is what follows an input that is not the one it was then, or has
/// another place among all inputs: the file is always what a run without a crash would have written of the inputs as
/// they are.
final class RecordFile: Sendable {
    private struct State: ~Copyable {
        /// What an earlier run left, as long as the inputs are the same as then.
        var earlier: JournalReader?
        /// What that run did, as far as the inputs are the same.
        var counts = RunCounts()
        /// What stands before the first record.
        var header: [UInt8] = []
        /// Bytes of records.
        var end = 0
        /// Of what was written since the last entry.
        var digest = JournalEntry.digest(of: [])
        var isDirty = false
        var isClosed = false
        /// Why something failed where nobody could be told.
        var failure: OutputFailure?
    }

    private let part: PartialFile
    private let tellsOfChanges: Bool
    /// Whether a later run can go on with what this one leaves.
    private let canResume: Bool
    private let state: Mutex<State>

    /// Begins or continues a file.
    ///
    /// - Parameters:
    ///   - path: Where it belongs when it is whole; what is there then is replaced.
    ///   - settings: What makes records what they are: a run goes on with the same only.
    ///   - resumes: Whether an unfinished file is continued; it is an error to find one otherwise.
    ///   - tellsOfChanges: Whether standard error is told that inputs are not what they were.
    init(
        path: [UInt8], settings: [String], resumes: Bool, canResume: Bool, tellsOfChanges: Bool
    ) throws(OutputFailure) {
        part = try PartialFile(path: path, resumes: resumes, canResume: canResume)
        self.canResume = canResume
        self.tellsOfChanges = tellsOfChanges
        let earlier = try part.earlier(settings: settings)
        if earlier == nil { try part.begin(settings: settings) }
        state = Mutex(State(earlier: earlier))
        part.syncRegularly { [weak self] in self?.sync() }
    }

    /// Says what stands before the first record.
    func begin(_ header: [UInt8]) throws(OutputFailure) {
        try state.withLock { (state) throws(OutputFailure) in
            state.header = header
            if state.earlier == nil { try write(header, &state) }
        }
    }

    /// Whether the run that is continued did this input. Asked of every input in order.
    func isDone(_ input: JournalEntry.Input) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return true }
            guard let earlier = state.earlier else { return false }
            if let entry = earlier.take(input) {
                state.counts.add(entry.counts)
                return true
            }
            do throws(OutputFailure) {
                try resume(after: earlier, with: input, &state)
            } catch {
                state.failure = error
            }
            return false
        }
    }

    /// What an earlier run did; known once an input has been found that it did not do.
    var earlierCounts: RunCounts { state.withLock { $0.counts } }

    /// Adds records.
    func write(_ bytes: [UInt8]) throws(OutputFailure) {
        try state.withLock { (state) throws(OutputFailure) in try write(bytes, &state) }
    }

    /// Says that all that was written so far is all there is to say about the inputs up to this one.
    func note(_ input: JournalEntry.Input, _ counts: RunCounts) throws(OutputFailure) {
        try state.withLock { (state) throws(OutputFailure) in
            let entry = JournalEntry(
                input: input, end: state.end, digest: state.digest, counts: counts)
            try part.writeJournal(entry.line)
            state.digest = JournalEntry.digest(of: [])
        }
    }

    /// Adds what stands after the last record, and puts the file in its place.
    func finish(_ footer: [UInt8]) throws(OutputFailure) {
        try state.withLock { (state) throws(OutputFailure) in
            if let earlier = state.earlier { try resume(after: earlier, with: nil, &state) }
            try write(footer, &state)
            state.isClosed = true
            try part.finish()
        }
    }

    /// Leaves the file for a later run, or, where none can go on with it, as it is.
    func leave() throws(OutputFailure) {
        try state.withLock { (state) throws(OutputFailure) in
            state.isClosed = true
            try part.sync()
        }
        let advice = canResume ? "continue it with --resume" : "remove it to start again"
        StandardStreams.complain("\(part.name) is not finished; \(advice)")
    }

    /// Keeps what is done and begins to write behind it.
    ///
    /// - Parameter input: What comes next now; nil at the end.
    private func resume(
        after earlier: JournalReader, with input: JournalEntry.Input?, _ state: inout State
    ) throws(OutputFailure) {
        if tellsOfChanges, let then = earlier.next?.input {
            let name = String(decoding: then.name, as: UTF8.self)
            StandardStreams.complain(
                "\(name) \(Self.change(from: then, to: input)); searching again from there on")
        }
        state.earlier = nil
        try part.cut(records: earlier.end, journal: earlier.journalEnd)
        state.end = earlier.end
        if state.end == 0 { try write(state.header, &state) }
    }

    /// Why the records of an input are not those of the one that comes now.
    private static func change(from then: JournalEntry.Input, to now: JournalEntry.Input?) -> String {
        guard let now, now.name == then.name else { return "is no longer the next input" }
        guard now.version != nil else { return "can be different each time it is read" }
        guard now.version == then.version else { return "has changed since the earlier run" }
        return "was input number \(then.index) and is number \(now.index) now, counted from 0"
    }

    private func write(_ bytes: [UInt8], _ state: inout State) throws(OutputFailure) {
        if let failure = state.failure { throw failure }
        try part.writeRecords(bytes)
        state.end += bytes.count
        state.digest = JournalEntry.digest(of: bytes, after: state.digest)
        state.isDirty = true
    }

    private func sync() {
        let isDirty = state.withLock { state in
            defer { state.isDirty = false }
            return state.isDirty && !state.isClosed
        }
        guard isDirty else { return }
        do {
            try part.sync()
        } catch {
            state.withLock { $0.failure = error }
        }
    }
}
