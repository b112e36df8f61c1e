import Dispatch
import Glibc
import MetadataRecords

/// The two files of a ``RecordFile`` as long as it is not whole: `FILE.part` and `FILE.part.journal`.
final class PartialFile: Sendable {
    /// How often what was written is brought to the disk: at least every second, whatever that takes itself.
    private static let interval = DispatchTimeInterval.milliseconds(500)

    private let place: FilePlace
    private let partName: [UInt8]
    private let journalName: [UInt8]
    private let records: OutputDescriptor
    private let journal: OutputDescriptor
    private let queue = DispatchQueue(label: "sync")

    /// Opens or makes them, and keeps other runs away from them.
    ///
    /// - Parameters:
    ///   - path: What the file is to be called when it is whole.
    ///   - resumes: Whether there may be some already.
    ///   - canResume: Whether somebody could say so.
    init(path: [UInt8], resumes: Bool, canResume: Bool) throws(OutputFailure) {
        place = try FilePlace(path)
        partName = place.name + Array(".part".utf8)
        journalName = partName + Array(".journal".utf8)
        do throws(OutputFailure) {
            try FilePlace.checkReplaceable(place.name, in: place.folder)
        } catch {
            throw error.about(path)
        }
        do throws(OutputFailure) {
            try FilePlace.checkReplaceable(partName, in: place.folder)
            try FilePlace.checkReplaceable(journalName, in: place.folder, isTemporary: true)
            let isThere = place.has(partName)
            let advice = canResume ? "continue with --resume, or remove it" : "remove it"
            guard !isThere || resumes else {
                throw .system("an earlier run did not finish it; \(advice)")
            }
            let flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC
            records = try OutputDescriptor(
                openat(place.folder, partName.cString, flags | (isThere ? 0 : O_EXCL), 0o666))
            // Also if that run has finished meanwhile, and this is not the file of that name any more.
            guard records.lock(), place.has(partName, records) else {
                throw .system("another run is writing to it")
            }
            do throws(OutputFailure) {
                journal = try OutputDescriptor(openat(place.folder, journalName.cString, flags, 0o666))
            } catch {
                // The next run must not take it for what this one has done.
                if !isThere { unlinkat(place.folder, partName.cString, 0) }
                throw error
            }
        } catch {
            throw error.about(path + Array(".part".utf8))
        }
    }

    /// For people.
    var name: String { String(decoding: place.path + Array(".part".utf8), as: UTF8.self) }

    /// What an earlier run has done; nil if there was none, or it did nothing.
    ///
    /// - Throws: If these are no files of a run with these settings.
    func earlier(settings: [String]) throws(OutputFailure) -> JournalReader? {
        do {
            return try JournalReader(journal: journal, records: records, settings: settings)
        } catch {
            throw error.about(Array(name.utf8))
        }
    }

    /// Begins anew.
    func begin(settings: [String]) throws(OutputFailure) {
        try cut(records: 0, journal: 0)
        try writeJournal(JournalHeader(settings: settings).line)
        try sync()
        place.sync()
    }

    /// Cuts off all but so many bytes of each.
    func cut(records end: Int, journal journalEnd: Int) throws(OutputFailure) {
        try records.cut(to: end)
        try journal.cut(to: journalEnd)
    }

    func writeRecords(_ bytes: [UInt8]) throws(OutputFailure) {
        do { try records.write(bytes) } catch { throw error.about(Array(name.utf8)) }
    }

    func writeJournal(_ line: [UInt8]) throws(OutputFailure) {
        do { try journal.write(line) } catch { throw error.about(Array("\(name).journal".utf8)) }
    }

    /// Waits until both are on the disk, the journal after what it is about.
    func sync() throws(OutputFailure) {
        do throws(OutputFailure) {
            try records.sync()
            try journal.sync()
        } catch {
            throw error.about(Array(name.utf8))
        }
    }

    /// Calls `body` again and again, beside everything else, as long as somebody holds this.
    func syncRegularly(_ body: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            body()
            self?.syncRegularly(body)
        }
    }

    /// Makes the one the whole file and removes the other.
    func finish() throws(OutputFailure) {
        try sync()
        do throws(OutputFailure) {
            guard renameat(place.folder, partName.cString, place.folder, place.name.cString) == 0 else {
                throw .ofSystem()
            }
        } catch {
            throw error.about(place.path)
        }
        // What the journal says must not be gone before the name is.
        place.sync()
        unlinkat(place.folder, journalName.cString, 0)
    }
}
