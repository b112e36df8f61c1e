import MetadataRecords

/// Statuses that wait to be written, oldest first. Where nobody reads the records the newest are kept, and one of each camera's counts:
/// the next have what was counted meanwhile.
struct WaitingStatuses {
    /// How many are kept.
    static let most = 256

    private var records: [StatusRecord] = []
    /// The names of cameras whose counts are among them.
    private var counted: Set<[UInt8]> = []

    /// Whether counts of the camera whose counts a record has wait already.
    func hold(_ record: StatusRecord) -> Bool { record.nameOfCounted.map(counted.contains) ?? false }

    /// Takes one, unless it has counts of a camera whose counts wait already.
    ///
    /// - Returns: Whether one more waits than before, for which there is to be a ``next()``.
    mutating func add(_ record: StatusRecord) -> Bool {
        if let name = record.nameOfCounted, !counted.insert(name).inserted { return false }
        records.append(record)
        guard records.count > Self.most else { return true }
        _ = next()
        return false
    }

    /// Takes the one out that has waited longest; nil if none waits.
    mutating func next() -> StatusRecord? {
        guard let record = records.first else { return nil }
        records.removeFirst()
        if let name = record.nameOfCounted { counted.remove(name) }
        return record
    }
}

extension StatusRecord {
    /// The camera whose counts it has; nil if it is of something else.
    fileprivate var nameOfCounted: [UInt8]? { status == .running ? source?.name : nil }
}
