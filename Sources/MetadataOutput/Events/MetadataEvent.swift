/// What happens to one object.
public struct MetadataEvent: Sendable {
    /// What happened.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It came into view and is worth telling, see ``AnnouncementPolicy``.
        case appeared
        /// It is still in view.
        case updated
        /// It is out of view and will not return under its id.
        case disappeared
    }

    /// What happened.
    public var kind: Kind
    /// The object; of one that disappeared as it was in view last.
    public var object: any MetadataObject
    /// Frames in which it was detected so far; in others it was held by its motion.
    public var reads: Int

    /// Makes an event.
    public init(_ kind: Kind, _ object: any MetadataObject, reads: Int) {
        self.kind = kind
        self.object = object
        self.reads = reads
    }
}

/// Detections that nobody was told of, and why.
public struct SuppressedReads: Sendable, Hashable {
    /// Of codes whose payload had been told shortly before.
    public var cooldown = 0
    /// Of codes that went before they had been detected often enough.
    public var unconfirmed = 0

    /// Makes counts of zero.
    public init() {}
}
