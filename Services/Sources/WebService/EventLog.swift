/// The last events and statuses that the link told, with their numbers, for readers that come back.
struct EventLog {
    struct Entry {
        let number: Int
        /// The whole message as it came.
        let header: [UInt8]
    }

    /// Which events a reader has got.
    struct Cursor {
        /// The run of scanwatch that the number is of; nil if the reader has met none.
        var boot: String?
        /// The number of the last one, or of the last that is lost.
        var last: Int
    }

    /// What is lost to a reader.
    enum Loss: Equatable {
        case numbers(ClosedRange<Int>)
        /// It has events of another run; nobody knows what of that it has missed.
        case ofAnotherRun
    }

    /// What a reader gets next.
    struct Step {
        /// What it has missed before ``entry``.
        var lost: Loss?
        var entry: Entry?
    }

    private static let mostEntries = 1_000
    private static let mostBytes = 4_000_000
    /// How many appearances a page that is opened is told of.
    private static let mostAppearances = 50
    /// What stands in an event of this kind; within a text its quotes would have backslashes.
    private static let appearance = Array(#""event":"appeared""#.utf8)

    /// The run of scanwatch that the numbers are of; nil before the first was met.
    private(set) var boot: String?
    private var entries: [Entry] = []
    /// The last appearances, however long ago.
    private(set) var appearances: [Entry] = []
    private var byteCount = 0
    /// The number of the last event, or of the last that is lost.
    private(set) var last = 0
    /// The number of the last event that there was when the link said hello.
    private var start = 0

    /// Begins anew for another run; what was told of the old one is forgotten.
    ///
    /// - Parameter seq: The number of its last event so far, which the link tells with those before it.
    mutating func begin(boot: String, seq: Int) {
        start = seq
        guard boot != self.boot else { return }
        (self.boot, entries, appearances, byteCount, last) = (boot, [], [], 0, 0)
    }

    mutating func add(number: Int, header: [UInt8]) {
        guard number > last else { return }
        // A hole is a gap that the link has told: it is found again from the numbers.
        last = number
        entries.append(Entry(number: number, header: header))
        byteCount += header.count
        if header.firstRange(of: Self.appearance) != nil {
            appearances =
                appearances.suffix(Self.mostAppearances - 1) + [Entry(number: number, header: header)]
            while appearances.count > 1, appearances.byteCount > Self.mostBytes { appearances.removeFirst() }
        }
        while entries.count > Self.mostEntries || (byteCount > Self.mostBytes && entries.count > 1) {
            byteCount -= entries.removeFirst().header.count
        }
    }

    /// Whether what had happened before the link said hello has been told.
    var knowsPast: Bool { boot != nil && last >= start }

    /// Where a reader stands who wants what comes from now on.
    var end: Cursor { Cursor(boot: boot, last: max(last, start)) }

    /// What comes after what a reader has, which it then has; nil if there is nothing.
    func next(after cursor: inout Cursor) -> Step? {
        guard let boot else { return nil }
        if let other = cursor.boot, other != boot {
            cursor = Cursor(boot: boot, last: 0)
            return Step(lost: .ofAnotherRun)
        }
        if cursor.boot == nil { cursor = Cursor(boot: boot, last: start) }
        let last = cursor.last
        let place = entries.partitioningIndex { $0.number > last }
        guard place < entries.count else { return nil }
        let entry = entries[place]
        cursor.last = entry.number
        return Step(lost: entry.number > last + 1 ? .numbers(last + 1...entry.number - 1) : nil, entry: entry)
    }
}

extension [EventLog.Entry] {
    /// Of all of them.
    fileprivate var byteCount: Int { reduce(0) { $0 + $1.header.count } }

    /// The first place from which on all elements fulfil a condition.
    fileprivate func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
