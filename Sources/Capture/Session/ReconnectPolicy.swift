/// What a session does about a source that stopped delivering or is not there.
public struct ReconnectPolicy: Sendable, Hashable {
    /// Time before the first attempt; each further one doubles it. With nil there is none.
    public var firstDelay: Duration?
    /// Most time between two attempts.
    public var longestDelay: Duration
    /// Whether a source that cannot be opened when it is added is waited for as well, default true. If not, the
    /// call that adds or starts it throws.
    public var includesStart: Bool
    /// How long a source is waited for to deliver its next frame before it counts as stalled, is closed and tried
    /// again; default 2 s, and never less than four of its ``CaptureStream/frameInterval``. A frame that is damaged is none.
    public var stallTimeout: Duration
    /// The same for the first frame after each opening, default 5 s: cameras take their time to start.
    public var startTimeout: Duration

    /// Makes a policy.
    public init(
        firstDelay: Duration?, longestDelay: Duration, includesStart: Bool = true,
        stallTimeout: Duration = .seconds(2), startTimeout: Duration = .seconds(5)
    ) {
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
        self.includesStart = includesStart
        self.stallTimeout = stallTimeout
        self.startTimeout = startTimeout
    }

    /// AVFoundation's: a device that is gone stays gone.
    public static let never = ReconnectPolicy(firstDelay: nil, longestDelay: .zero)

    /// Attempts after a quarter of a second, doubling up to ten seconds, and at once when the device reappears.
    public static let backoff = ReconnectPolicy(firstDelay: .milliseconds(250), longestDelay: .seconds(10))

    /// Whether a source that is not there when it is added is waited for.
    var waitsForAbsent: Bool { !endsWithFirstFailure }

    /// Whether the first attempt is the only one if it fails.
    var endsWithFirstFailure: Bool { firstDelay == nil || !includesStart }
}

/// When a source that failed is tried again: later each time it fails, until it has delivered for a while. A camera that gives
/// one frame and fails is not well.
struct ReconnectBackoff {
    let policy: ReconnectPolicy
    private var failures = 0
    /// The last one.
    private var pause = Duration.zero

    init(_ policy: ReconnectPolicy) { self.policy = policy }

    /// Time before the attempt after one more failure; nil for none.
    mutating func next() -> Duration? {
        guard var delay = policy.firstDelay else { return nil }
        for _ in 0..<failures where delay < policy.longestDelay { delay *= 2 }
        failures += 1
        pause = min(delay, policy.longestDelay)
        return pause
    }

    /// Tells that a source delivers, and for how long it has since it was opened: one that was there for longer than it was let
    /// alone is not let alone for longer the next time.
    mutating func delivers(for time: Duration) {
        if time >= max(pause, Self.leastDelivery) { failures = 0 }
    }

    /// Or a bad cable would be told of several times a second for ever.
    private static let leastDelivery = Duration.seconds(1)
}
