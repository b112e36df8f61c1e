import Synchronization

/// Whether a camera is looking for what is white, by the values that it reports while white balance is its own.
///
/// V4L2 has no word for it. What drivers do tell is the colour temperature, or the gains, as the camera has them at the
/// moment: it is on its way as long as they move.
struct WhiteBalanceWatch {
    /// Values at rest for so long have arrived: cameras change them several times a second.
    static let rest = Duration.milliseconds(500)
    /// Of a control's range, what counts as a change; cameras go to and fro by a step or two when all is well.
    private static let tolerance = 0.02

    /// What counts as the values until they move away from it, as shares of their ranges.
    private var reference: [Double]?
    private var lastChange: ContinuousClock.Instant?
    private var hasJustBegun: Bool

    /// - Parameter hasJustBegun: Whether the camera was told to begin: it is on its way even before its values show it.
    init(hasJustBegun: Bool = false) { self.hasJustBegun = hasJustBegun }

    /// Notes what the camera reports.
    ///
    /// - Parameter values: Shares of their controls' ranges, 0…1; empty where it reports none.
    mutating func note(_ values: [Double], at time: ContinuousClock.Instant) {
        if hasJustBegun { (hasJustBegun, lastChange) = (false, time) }
        guard let reference, reference.count == values.count else {
            reference = values
            return
        }
        guard zip(reference, values).contains(where: { abs($0 - $1) > Self.tolerance }) else { return }
        self.reference = values
        lastChange = time
    }

    /// Whether it is on its way.
    func isAdjusting(at time: ContinuousClock.Instant) -> Bool {
        lastChange.map { time - $0 < Self.rest } ?? false
    }
}

extension CaptureDevice {
    /// Whether the camera looks for what is white: once or continuously, and the colour temperature or the gains that it
    /// reports have moved within the last half second. A camera that reports none is thought to need half a second when
    /// it is told to adjust once.
    ///
    /// It is told by looking again and again: observers are told of it ten times a second at most, where the driver tells
    /// of its controls, and who asks without observing must do so more often than twice a second.
    public var isAdjustingWhiteBalance: Bool {
        let hasBegun = state.withLock { $0.hasBegunWhiteBalance }
        let isAutomatic = hasBegun || whiteBalanceMode == .continuousAutoWhiteBalance
        let values = isAutomatic ? reportedWhiteBalance : []
        let now = ContinuousClock.now
        return state.withLock { state in
            guard isAutomatic else {
                state.whiteBalance = WhiteBalanceWatch()
                return false
            }
            state.whiteBalance.note(values, at: now)
            let isAdjusting = state.whiteBalance.isAdjusting(at: now)
            if !isAdjusting { state.hasBegunWhiteBalance = false }
            return isAdjusting
        }
    }

    /// Notes that white balance is found once from now on, or is found no more.
    func noteWhiteBalance(hasBegun: Bool) {
        state.withLock { state in
            state.whiteBalance = WhiteBalanceWatch(hasJustBegun: hasBegun)
            state.hasBegunWhiteBalance = hasBegun
        }
        propertiesChanged()
    }

    /// The values that show what the camera takes for white, as shares of their ranges.
    private var reportedWhiteBalance: [Double] {
        [ControlID.whiteBalanceTemperature, .redBalance, .blueBalance].compactMap { id in
            guard let control = control(id), let value = value(of: id) else { return nil }
            return control.share(of: value)
        }
    }
}
