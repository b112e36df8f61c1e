import MetadataOutput

/// What a journal says of one input that is done: which, where its records end, and what came of it.
///
/// The journal of a run lies beside its records and has a line an entry, in their order. A line is written after the
/// records that it is about, so that after a crash either both are whole, or what is torn or has no entry is cut off
/// and made again.
public struct JournalEntry: Sendable, Hashable {
    /// An input as it was when it was read: all that its records depend on besides the settings.
    public struct Input: Sendable, Hashable {
        /// Its name in bytes, as its record has it.
        public var name: [UInt8]
        /// Its place among all inputs, from 0, as its record has it: it changes with the inputs before this one, those of
        /// other shards among them.
        public var index: Int
        /// Any words that are the same as long as the input is; nil of one that may be another each time it is read, such
        /// as standard input.
        public var version: String?

        /// Names an input.
        public init(name: [UInt8], index: Int, version: String?) {
            self.name = name
            self.index = index
            self.version = version
        }

        /// Whether the records of `other`, made then, are those of this input now.
        public func isSame(as other: Input) -> Bool { version != nil && self == other }
    }

    /// Which.
    public var input: Input
    /// How many bytes the file of records has with the input's own, which are the last.
    public var end: Int
    /// ``digest(of:after:)`` of the input's records.
    public var digest: UInt64
    /// What came of it: of one picture, or of all frames of a movie.
    public var counts: RunCounts

    /// Makes an entry.
    public init(input: Input, end: Int, digest: UInt64, counts: RunCounts) {
        self.input = input
        self.end = end
        self.digest = digest
        self.counts = counts
    }

    /// What bytes that were read back must give: FNV-1a with 64 bits.
    ///
    /// - Parameters:
    ///   - bytes: What was read back.
    ///   - digest: That of the bytes before; nothing before if not given.
    public static func digest(of bytes: some Sequence<UInt8>, after digest: UInt64? = nil) -> UInt64 {
        StableHash.fnv1a(bytes, after: digest ?? StableHash.start)
    }
}

extension JournalEntry {
    /// The entry as a line with its line feed: numbers, the name, and a digest of all that.
    public var line: [UInt8] {
        let numbers = [
            "\(end)", String(digest, radix: 16), "\(input.index)", input.version ?? "", "\(counts.done)",
            "\(counts.found)", "\(counts.hits)", "\(counts.failed)", counts.hasTold ? "told" : "untold",
        ]
        return JournalLine.bytes(of: numbers.map { Array($0.utf8) } + [input.name])
    }

    /// Reads a line, with its line feed or without. Nil where it is torn or was changed.
    public init?(line: some Sequence<UInt8>) {
        guard let words = JournalLine.words(in: line), words.count == 10 else { return nil }
        let texts = words.dropLast().map { String(decoding: $0, as: UTF8.self) }
        // Those of all entries are added up.
        let numbers = texts[4..<8].compactMap { UInt32($0).map(Int.init) }
        guard let end = Int(texts[0]), let digest = UInt64(texts[1], radix: 16), let index = Int(texts[2]),
            numbers.count == 4
        else {
            return nil
        }
        var counts = RunCounts()
        (counts.done, counts.found, counts.hits, counts.failed) = (
            numbers[0], numbers[1], numbers[2], numbers[3]
        )
        counts.hasTold = texts[8] == "told"
        self.init(
            input: Input(name: words[9], index: index, version: texts[3].isEmpty ? nil : texts[3]), end: end,
            digest: digest, counts: counts)
    }
}

/// The first line of a journal: of which run it is.
public struct JournalHeader: Sendable, Hashable {
    /// What makes the records what they are, such as the types searched for: a run with other settings must not
    /// continue this one.
    public var settings: [String]

    /// Makes a header.
    public init(settings: [String]) {
        self.settings = settings
    }

    /// What the first line of every journal begins with; the number of its layout follows.
    private static let name = Array("scanwatch-journal-".utf8)
    private static let mark = name + Array("3".utf8)

    /// The header as a line with its line feed.
    public var line: [UInt8] { JournalLine.bytes(of: [Self.mark] + settings.map { Array($0.utf8) }) }

    /// Reads a line, with its line feed or without. Nil where it is torn, was changed, or is of another version.
    public init?(line: some Sequence<UInt8>) {
        guard let words = JournalLine.words(in: line), words.first == Self.mark else { return nil }
        self.init(settings: words.dropFirst().map { String(decoding: $0, as: UTF8.self) })
    }

    /// Whether a line, with its line feed or without, is the header of a journal with another layout, as other
    /// versions write it.
    public static func isOfAnotherLayout(_ line: some Sequence<UInt8>) -> Bool {
        guard let first = JournalLine.words(in: line)?.first else { return false }
        return first.starts(with: name) && first != mark
    }
}
