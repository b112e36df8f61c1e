import Glibc
import MetadataRecords

/// Reads what an earlier run did, entry by entry, and believes only what the file of records confirms.
final class JournalReader {
    private let lines: UnsafeMutablePointer<FILE>
    /// The file of records; lives longer than this.
    private let records: Int32
    /// Bytes of records that were taken so far.
    private(set) var end = 0
    /// Bytes of the journal that were taken so far.
    private(set) var journalEnd = 0
    /// What comes next, and how long its line is; nil at the end of what is whole.
    private(set) var next: JournalEntry?
    private var length = 0

    /// Nil if there is nothing to read yet.
    ///
    /// - Throws: If there are records that are not of a run with these settings.
    init?(
        journal: borrowing OutputDescriptor, records: borrowing OutputDescriptor, settings: [String]
    ) throws(OutputFailure) {
        guard lseek(records.number, 0, SEEK_END) > 0 else { return nil }
        let copy = fcntl(journal.number, F_DUPFD_CLOEXEC, 3)
        guard lseek(copy, 0, SEEK_SET) == 0, let lines = fdopen(copy, "r") else {
            close(copy)
            throw .ofSystem()
        }
        self.lines = lines
        self.records = records.number
        let line = readLine() ?? []
        guard !JournalHeader.isOfAnotherLayout(line) else {
            throw .system(
                """
                another version of scanwatch began it, and this version cannot read its journal; finish it with that \
                version, or remove it to start again
                """)
        }
        guard let header = JournalHeader(line: line) else {
            throw .system("its journal is missing, so it cannot be continued; remove it to start again")
        }
        let (then, now) = (Set(header.settings), Set(settings))
        guard then == now else {
            let words = [then.subtracting(now), now.subtracting(then)].map {
                $0.sorted().joined(separator: ", ")
            }
            throw .system(
                """
                the earlier run had other options (then: \(words[0]); now: \(words[1])); use the same, or remove it
                """)
        }
        journalEnd = line.count
        advance()
    }

    deinit { fclose(lines) }

    /// Takes the next entry if it is about this input as it is.
    func take(_ input: JournalEntry.Input) -> JournalEntry? {
        guard let entry = next, input.isSame(as: entry.input) else { return nil }
        end = entry.end
        journalEnd += length
        advance()
        return entry
    }

    private func advance() {
        next = nil
        guard let line = readLine(), line.last == UInt8(ascii: "\n"), let entry = JournalEntry(line: line),
            entry.end >= end, digest(of: end..<entry.end) == entry.digest
        else { return }
        next = entry
        length = line.count
    }

    private func readLine() -> [UInt8]? {
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        let count = getline(&line, &capacity, lines)
        guard count > 0, let line else { return nil }
        return Array(UnsafeRawBufferPointer(start: line, count: count))
    }

    /// Nil where the file is shorter.
    private func digest(of range: Range<Int>) -> UInt64? {
        var digest = JournalEntry.digest(of: [])
        var place = range.lowerBound
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while place < range.upperBound {
            let count = pread(records, &piece, min(piece.count, range.upperBound - place), place)
            guard count > 0 else { return nil }
            digest = JournalEntry.digest(of: piece[..<count], after: digest)
            place += count
        }
        return digest
    }
}
