/// What happens to one object.
public struct MetadataEvent: Sendable {
    /// What happened.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It came into view and is worth telling, see ``AnnouncementPolicy``.
        case appeared
        /// It is still in view.
        case updated
        /// It was out of view for ``AnnouncementPolicy/gracePeriod``, or will not return: its source ended.
        case disappeared
    }

    /// What happened.
    public var kind: Kind
    /// The object; of one that disappeared as it was detected last (its ``MetadataObject/time`` says when).
    ///
    /// Its id is the one that it appeared under, which may be another than in ``MetadataUpdate/objects``: a code that
    /// was hidden for a moment stays, though the tracker may take it for a new object.
    public var object: any MetadataObject
    /// Frames in which it was detected since it appeared; in others it was held by its motion.
    public var reads: Int
    /// From its first detection to its last one, or to the last frame in which nobody looked for it, as nothing had changed where it
    /// is; what comes back after it disappeared begins anew.
    public var dwell: Duration

    /// Makes an event.
    public init(_ kind: Kind, _ object: any MetadataObject, reads: Int, dwell: Duration) {
        self.kind = kind
        self.object = object
        self.reads = reads
        self.dwell = dwell
    }
}

/// Detections that nobody was told of, and why.
public struct SuppressedReads: Sendable, Hashable {
    /// Of codes whose payload had been told shortly before; default 0.
    public var cooldown = 0
    /// Of codes that went before they had been detected often enough; default 0.
    public var unconfirmed = 0

    /// Makes counts of zero.
    public init() {}
}
