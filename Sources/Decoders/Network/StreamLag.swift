/// Whether packets of a stream come faster than they are decoded, or have gathered while nobody asked. A stream that is seen too
/// late is worth less than one with a gap.
struct StreamLag {
    /// For so long there may always have been a packet that waited.
    private static let patience = Duration.seconds(1)
    /// The longest gap: one who sends a recording as fast as he can is never waited for.
    private static let longestGap = Duration.seconds(2)

    private var lastWait: Duration?
    private var gapStart: Duration?

    /// Nothing has come that was not taken yet.
    mutating func caughtUp(at now: Duration) { (lastWait, gapStart) = (now, nil) }

    /// Whether what comes is to be left out.
    mutating func isBehind(at now: Duration) -> Bool {
        if let gapStart {
            if now - gapStart <= Self.longestGap { return true }
            caughtUp(at: now)
        }
        guard let lastWait else {
            caughtUp(at: now)
            return false
        }
        guard now - lastWait > Self.patience else { return false }
        gapStart = now
        return true
    }
}
