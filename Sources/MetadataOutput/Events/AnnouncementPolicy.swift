/// When an object that comes into view is worth telling somebody.
public struct AnnouncementPolicy: Sendable, Hashable {
    /// Detections of a code with the same payload at the same place before it is told, at least 1; default 1.
    public var confirmations: Int
    /// How long a payload must have been out of view before it is told again, default a second. Zero: each object is
    /// told, also one of several codes that say the same.
    public var cooldown: Duration
    /// Least time between two events of an object that stays in view, default a second.
    public var updateInterval: Duration

    /// Makes a policy.
    public init(
        confirmations: Int = 1, cooldown: Duration = .seconds(1), updateInterval: Duration = .seconds(1)
    ) {
        self.confirmations = confirmations
        self.cooldown = cooldown
        self.updateInterval = updateInterval
    }
}
