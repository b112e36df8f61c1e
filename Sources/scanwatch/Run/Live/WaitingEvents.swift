import MetadataOutput

/// Events whose lines wait to be written, oldest first. Where nobody reads the records the newest are kept, and of what goes on being
/// in view the last that was said of it.
struct WaitingEvents {
    /// How many are kept.
    static let most = 4_000

    /// What is to be written of an event.
    struct Entry {
        let source: String
        let objectID: Int
        let kind: MetadataEvent.Kind
        let lines: [UInt8]
    }

    private var entries: [Entry] = []

    /// Takes one.
    ///
    /// - Returns: The one that is given up for it, in whose place it is waited for; nil if one more waits than before, for which
    ///   there is to be a ``next()``.
    mutating func add(_ entry: Entry) -> Entry? {
        entries.append(entry)
        return olderUpdate(than: entry).map { entries.remove(at: $0) }
            ?? (entries.count > Self.most ? entries.removeFirst() : nil)
    }

    /// Where the last that was said of the same object waits, if that too is only that it is still there.
    private func olderUpdate(than entry: Entry) -> Int? {
        guard entry.kind == .updated else { return nil }
        let place = entries.dropLast().lastIndex {
            $0.source == entry.source && $0.objectID == entry.objectID
        }
        return place.flatMap { entries[$0].kind == .updated ? $0 : nil }
    }

    /// Takes the one out that has waited longest; nil if none waits.
    mutating func next() -> Entry? { entries.isEmpty ? nil : entries.removeFirst() }
}
