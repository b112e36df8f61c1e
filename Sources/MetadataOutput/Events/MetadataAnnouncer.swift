/// Makes events of the updates of one source: tells what comes, stays and goes, and holds back what need not be told.
///
/// Give it every update, also those without objects: their times say when what was hidden has disappeared. After the end of a
/// scene no times come; then ``endAbsent(after:)`` does. The cooldown is of this source alone: what two cameras see is told twice.
public struct MetadataAnnouncer: Sendable {
    /// What is to be told of an update.
    public struct Announcement: Sendable {
        /// The update without codes that were not detected often enough yet; what appeared and disappeared in it is
        /// what the events say.
        public var update: MetadataUpdate
        /// First what disappeared, then what is in view, each in the order of the objects' ids. What came or was confirmed
        /// in updates that this one replaces has appeared before it disappears.
        public var events: [MetadataEvent]
    }

    /// What is told; a change holds from the next update on.
    public var policy: AnnouncementPolicy
    /// What was not told so far.
    public private(set) var suppressedReads = SuppressedReads()

    /// What is in view or was a moment ago, by the ids of updates.
    private var stays: [Int: Stay] = [:]
    /// Which of them was told of a payload.
    private var announcedIDs: [CodePayload: Int] = [:]
    private var memory = PayloadMemory()
    /// The time of the update before; nil if the next begins a scene.
    private var lastTime: Duration?
    /// The time of the newest update.
    private var newest: Duration?

    /// Makes an announcer that has seen nothing.
    public init(policy: AnnouncementPolicy = AnnouncementPolicy()) {
        self.policy = policy
    }

    /// What there is to tell of the next update of the source.
    public mutating func take(_ update: MetadataUpdate) -> Announcement {
        let isClockNew = followClock(to: update.time)
        let inView = Set(update.objects.map(\.objectID))
        for id in stays.keys { stays[id]?.isInView = inView.contains(id) }
        for id in inView.sorted() {
            guard var stay = stays[id], stay.standing == .suppressed else { continue }
            replaceAbsentStay(by: &stay)
            stays[id] = stay
        }
        // A listener that was busy learns late of what was in view meanwhile: first of what it knows, which may then be out of
        // view for less long.
        let passed = update.passedObjects.filter { !inView.contains($0.objectID) }
        let known = passed.filter { stays[$0.objectID] != nil }
        var events = known.compactMap { pass($0, in: update) }
        events += endStays(at: update, isClockNew: isClockNew)
        let knownIDs = Set(known.map(\.objectID))
        for object in passed where !knownIDs.contains(object.objectID) {
            if let event = pass(object, in: update) { events.append(event) }
        }
        events += endStays(at: update, isClockNew: isClockNew)
        for object in update.objects {
            if let event = look(at: object, in: update) { events.append(event) }
        }
        lastTime = update.endsScene ? nil : update.time
        var update = update
        update.objects = update.objects.filter { stays[$0.objectID]?.standing != .unconfirmed }
        update.appeared = events.filter { $0.kind == .appeared }.map(\.object)
        update.disappeared = events.filter { $0.kind == .disappeared }.map(\.object)
        return Announcement(update: update, events: events)
    }

    /// Notes the time of an update. On a clock that goes back, all that is known is as long ago as it was before.
    ///
    /// - Returns: Whether it is a clock that begins anew, which says nothing of when payloads were detected before.
    private mutating func followClock(to time: Duration) -> Bool {
        defer { newest = time }
        guard let newest, time < newest else { return false }
        let step = newest - time
        for id in stays.keys { stays[id]?.move(back: step) }
        memory.move(back: step)
        guard step > policy.cooldown else { return false }
        memory = PayloadMemory()
        return true
    }

    /// Ends the source: what is in view, or hidden for a moment, disappears.
    public mutating func finish() -> [MetadataEvent] {
        lastTime = nil
        return end(Array(stays.keys), at: .zero)
    }

    // MARK: - Going

    /// Ends what is not in view again since a scene has ended: codes that were told may be, before a camera that is away for less than
    /// ``AnnouncementPolicy/gracePeriod``. Call it when that is over.
    ///
    /// - Parameter update: The one that has ended the scene. Nothing disappears if another has come since.
    public mutating func endAbsent(after update: MetadataUpdate) -> [MetadataEvent] {
        guard lastTime == nil, newest == update.time else { return [] }
        return finish()
    }

    /// Ends what is out of view for long enough, or will not return.
    private mutating func endStays(at update: MetadataUpdate, isClockNew: Bool) -> [MetadataEvent] {
        let gone = Set(update.disappeared.map(\.objectID))
        let over = stays.filter { id, stay in
            guard !stay.isInView else { return false }
            let away = update.time - stay.lastKnown
            return isClockNew || away < .zero || away >= policy.gracePeriod
                || (update.endsScene || gone.contains(id)) && !mayGoOn(stay)
        }
        return end(Array(over.keys), at: update.time)
    }

    /// Whether it may come back under another id.
    private func mayGoOn(_ stay: Stay) -> Bool {
        stay.standing == .announced && stay.payload != nil && policy.cooldown > .zero
            && stays.count <= PayloadMemory.capacity
    }

    /// What of them was announced disappears.
    private mutating func end(_ ids: [Int], at time: Duration) -> [MetadataEvent] {
        ids.sorted().compactMap { id in
            guard var stay = remove(id) else { return nil }
            if stay.standing == .unconfirmed { suppressedReads.unconfirmed += stay.reads }
            return stay.standing == .announced ? stay.event(.disappeared, stay.object, at: time) : nil
        }
    }

    private mutating func remove(_ id: Int) -> Stay? {
        let stay = stays.removeValue(forKey: id)
        if let payload = stay?.payload, announcedIDs[payload] == id { announcedIDs[payload] = nil }
        return stay
    }

    // MARK: - Coming and staying

    /// Looks at what was in view in an update that this one replaces, and is no more.
    private mutating func pass(_ object: any MetadataObject, in update: MetadataUpdate) -> MetadataEvent? {
        let event = look(at: object, in: update)
        stays[object.objectID]?.isInView = false
        return event
    }

    private mutating func look(at object: any MetadataObject, in update: MetadataUpdate) -> MetadataEvent? {
        var stay = stay(of: object)
        defer { stays[stay.id] = stay }
        let count = update.detectionCount(of: stay.id)
        if count > 0 { stay.detect(object, count: count) }
        if update.unsearchedObjectIDs.contains(stay.id) { stay.rest(at: object.time) }
        if stay.standing == .suppressed { suppressedReads.cooldown += count }
        if stay.standing == .unconfirmed { replaceAbsentStay(by: &stay) }
        let isTold = stay.standing == .announced
        if stay.standing == .unconfirmed {
            guard stay.payload == nil || stay.readsBefore + stay.reads >= policy.confirmations else {
                return nil
            }
            decide(&stay)
            if stay.readsBefore > 0 { takeOverUnconfirmed(by: stay) }
        }
        if let payload = stay.payload {
            memory.remember(payload, at: stay.lastKnown, cooldown: policy.cooldown)
        }
        guard stay.standing == .announced else { return nil }
        if !isTold { return stay.event(.appeared, object, at: update.time) }
        guard stay.isInView, update.time - stay.toldAt >= policy.updateInterval else { return nil }
        return stay.event(.updated, object, at: update.time)
    }

    /// Of an object in view; a new one if it has just come.
    private mutating func stay(of object: any MetadataObject) -> Stay {
        let payload = CodePayload(of: object)
        // A code that was only located and is decoded now is news.
        if let stay = stays[object.objectID], stay.payload == payload { return stay }
        if let located = remove(object.objectID) {
            return Stay(object, payload, since: located.firstDetection)
        }
        let first = object.time - object.timeInView
        // What was there before the last update, which did not have it, comes back.
        let isBack = lastTime.map { first <= $0 } ?? false
        var stay = Stay(object, payload, since: isBack ? object.time : first)
        stay.readsBefore = readsBefore(stay)
        return stay
    }

    /// Detections of a payload that confirm a code that has just come. Of codes that were there side by side one counts.
    private func readsBefore(_ new: Stay) -> Int {
        guard policy.cooldown > .zero, policy.confirmations > 1, let payload = new.payload else { return 0 }
        return stays.values.lazy
            .filter {
                $0.standing == .unconfirmed && $0.payload == payload && $0.lastKnown < new.firstDetection
            }
            .map { $0.readsBefore + $0.reads }.max() ?? 0
    }

    /// Counts detections that have confirmed another one no longer as those of nobody.
    private mutating func takeOverUnconfirmed(by stay: Stay) {
        for (id, other) in stays where other.standing == .unconfirmed && other.payload == stay.payload {
            stays[id]?.standing = .suppressed
        }
    }

    /// Announces a code or face, unless its payload has been told.
    private mutating func decide(_ stay: inout Stay) {
        if let payload = stay.payload {
            let last = memory[payload]
            let isInCooldown =
                announcedIDs[payload] != nil
                || last.map { stay.firstDetection - $0 < policy.cooldown } ?? false
            if policy.cooldown > .zero, isInCooldown {
                suppressedReads.cooldown += stay.suppress()
                return
            }
            announcedIDs[payload] = stay.id
        }
        stay.standing = .announced
    }

    /// Has a code go on as the one that says the same, was told and is out of view.
    private mutating func replaceAbsentStay(by stay: inout Stay) {
        guard policy.cooldown > .zero, let payload = stay.payload, let id = announcedIDs[payload],
            stays[id]?.isInView == false, let absent = remove(id)
        else { return }
        stay.take(over: absent)
        announcedIDs[payload] = stay.id
    }
}
