/// The last events and statuses that the link told, with their numbers, for readers that come back.
struct EventLog {
    struct Entry {
        let number: Int
        /// The whole message as it came.
        let header: [UInt8]
    }

    /// What a reader gets next.
    struct Batch {
        /// The numbers that are lost to it, if any.
        var lost: ClosedRange<Int>?
        var entries: [Entry] = []
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

    /// Begins anew for another run; what was told of the old one is forgotten.
    mutating func begin(boot: String) {
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
        }
        while entries.count > Self.mostEntries || (byteCount > Self.mostBytes && entries.count > 1) {
            byteCount -= entries.removeFirst().header.count
        }
    }

    /// What comes after a number, a few at a time.
    func batch(after number: Int, most count: Int = 64) -> Batch {
        var batch = Batch()
        let start = entries.partitioningIndex { $0.number > number }
        var expected = number + 1
        for entry in entries[start...].prefix(count) {
            if entry.number > expected {
                // What is lost is told before what comes after it.
                guard batch.entries.isEmpty else { break }
                batch.lost = expected...(entry.number - 1)
            }
            batch.entries.append(entry)
            expected = entry.number + 1
        }
        return batch
    }
}

extension [EventLog.Entry] {
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
