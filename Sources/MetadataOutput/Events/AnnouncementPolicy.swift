/// When an object that comes into view, or leaves it, is worth telling somebody.
///
/// What was hidden for less than ``gracePeriod`` has stayed. What has disappeared appears again as soon as it is back; a
/// code only if it was out of view for ``cooldown`` as well. What was in view at the end of a scene (a camera that was lost or
/// opened anew, a search that failed for a while) has disappeared with it; a code that is back within ``cooldown`` was there all
/// the time, as far as anybody knows, and counts once.
public struct AnnouncementPolicy: Sendable, Hashable {
    /// Detections of a code with the same payload before it is told, at least 1; default 1. With a ``cooldown`` those of a code
    /// that is too fast to be followed count, one after the other, wherever it was; without, it is those at the same place. One
    /// that has disappeared needs them again.
    public var confirmations: Int
    /// How long after its last detection an object that is no longer among ``MetadataUpdate/objects`` disappears, zero
    /// or more. Zero: in the first frame that does not have it. A frame in which nobody looked for it, as nothing had changed where
    /// it is, counts as one in which it was detected.
    ///
    /// Default a second: as long as an object may be among them without being detected, and as the cooldown's
    /// default, so that whatever disappears is told when it is back.
    public var gracePeriod: Duration
    /// How long a payload must have been out of view before it is told again, zero or more; default a second. Until
    /// then all codes that say the same are one. Zero: each object is told. Faces and codes that were only located have
    /// no payload, and no cooldown.
    public var cooldown: Duration
    /// Least time between two events of an object that stays in view, default a second.
    public var updateInterval: Duration

    /// Makes a policy.
    public init(
        confirmations: Int = 1, gracePeriod: Duration = .seconds(1), cooldown: Duration = .seconds(1),
        updateInterval: Duration = .seconds(1)
    ) {
        self.confirmations = confirmations
        self.gracePeriod = gracePeriod
        self.cooldown = cooldown
        self.updateInterval = updateInterval
    }
}
