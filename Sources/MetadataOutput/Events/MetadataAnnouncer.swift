/// Makes events of the updates of one source: tells what comes, stays and goes, and holds back what need not be told.
///
/// The cooldown is of this source alone: what two cameras see is told twice.
public struct MetadataAnnouncer: Sendable {
    /// What is to be told of an update.
    public struct Announcement: Sendable {
        /// The update without codes that were not detected often enough yet.
        public var update: MetadataUpdate
        /// In the order of the objects' ids: first those in view, then those that disappeared.
        public var events: [MetadataEvent]
    }

    /// What is told; a change holds from the next update on.
    public var policy: AnnouncementPolicy
    /// What was not told so far.
    public private(set) var suppressedReads = SuppressedReads()

    /// An object that is in view or may return.
    private struct Known {
        enum Standing { case unconfirmed, announced, suppressed }
        /// What a code says; nil for a face and for a code that is not decoded.
        var value: CodeValue?
        var standing = Standing.unconfirmed
        var reads = 0
        /// As it was in view last.
        var object: any MetadataObject
        /// The time of its last event.
        var toldAt = Duration.zero
    }

    /// What two codes have in common that say the same.
    private struct CodeValue: Hashable {
        let type: MetadataObjectType
        let bytes: [UInt8]
    }

    private var known: [Int: Known] = [:]
    /// When what was told was in view last.
    private var lastInView: [CodeValue: Duration] = [:]
    /// Most payloads that are remembered after they went; of more, those that went first are forgotten.
    private static let mostPayloads = 10_000

    /// Makes an announcer that has seen nothing.
    public init(policy: AnnouncementPolicy = AnnouncementPolicy()) {
        self.policy = policy
    }

    /// What there is to tell of the next update of the source.
    public mutating func take(_ update: MetadataUpdate) -> Announcement {
        var events: [MetadataEvent] = []
        let inView = Set(update.objects.map(\.objectID))
        // A listener that was busy may learn of an object's coming and going at once.
        let passed = update.disappeared.filter { known[$0.objectID] == nil && !inView.contains($0.objectID) }
        for object in passed + update.objects {
            if let event = look(at: object, in: update) { events.append(event) }
        }
        events += update.disappeared.compactMap { disappearance(of: $0.objectID) }
        var update = update
        update.objects = confirmed(update.objects)
        update.appeared = events.filter { $0.kind == .appeared }.map(\.object)
        update.disappeared = events.filter { $0.kind == .disappeared }.map(\.object)
        return Announcement(update: update, events: events)
    }

    /// Ends the source: what is in view disappears.
    public mutating func finish() -> [MetadataEvent] {
        known.keys.sorted().compactMap { disappearance(of: $0) }
    }

    private mutating func disappearance(of id: Int) -> MetadataEvent? {
        guard let known = known.removeValue(forKey: id) else { return nil }
        if known.standing == .unconfirmed { suppressedReads.unconfirmed += known.reads }
        return known.standing == .announced
            ? MetadataEvent(.disappeared, known.object, reads: known.reads) : nil
    }

    private func confirmed(_ objects: [any MetadataObject]) -> [any MetadataObject] {
        objects.filter { known[$0.objectID]?.standing != .unconfirmed }
    }

    private mutating func look(at object: any MetadataObject, in update: MetadataUpdate) -> MetadataEvent? {
        let value = Self.value(of: object)
        var entry = known[object.objectID] ?? Known(value: value, object: object)
        // A code that was only located and is decoded now is news.
        if entry.value != value { entry = Known(value: value, object: object) }
        entry.object = object
        defer { known[object.objectID] = entry }
        let isRead = update.detectedObjectIDs.contains(object.objectID)
        if isRead { entry.reads += 1 }
        switch entry.standing {
        case .announced:
            remember(value, at: object.time)
            guard update.time - entry.toldAt >= policy.updateInterval else { return nil }
            entry.toldAt = update.time
            return MetadataEvent(.updated, object, reads: entry.reads)
        case .suppressed:
            if isRead { suppressedReads.cooldown += 1 }
            remember(value, at: object.time)
            return nil
        case .unconfirmed:
            guard value == nil || entry.reads >= policy.confirmations else { return nil }
            let isAgain = isInCooldown(value, at: object.time - object.timeInView)
            remember(value, at: object.time)
            if isAgain {
                entry.standing = .suppressed
                suppressedReads.cooldown += entry.reads
                return nil
            }
            entry.standing = .announced
            entry.toldAt = update.time
            return MetadataEvent(.appeared, object, reads: entry.reads)
        }
    }

    private func isInCooldown(_ value: CodeValue?, at time: Duration) -> Bool {
        guard let value, let last = lastInView[value] else { return false }
        return time - last < policy.cooldown
    }

    private mutating func remember(_ value: CodeValue?, at time: Duration) {
        guard let value else { return }
        if lastInView.updateValue(time, forKey: value) == nil, lastInView.count > Self.mostPayloads {
            lastInView = lastInView.filter { time - $0.value < policy.cooldown }
            // Half of them, so that this is seldom done.
            if lastInView.count > Self.mostPayloads {
                let newest = lastInView.sorted { $0.value > $1.value }.prefix(Self.mostPayloads / 2)
                lastInView = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
            }
        }
    }

    private static func value(of object: any MetadataObject) -> CodeValue? {
        guard let code = object as? MetadataMachineReadableCodeObject, code.content.isDecoded else {
            return nil
        }
        return CodeValue(type: code.type, bytes: code.rawBytes)
    }
}
