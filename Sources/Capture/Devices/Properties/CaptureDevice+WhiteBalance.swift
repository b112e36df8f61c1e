import Synchronization

extension CaptureDevice {
    /// How a camera finds what is white; AVFoundation's names.
    public enum WhiteBalanceMode: String, Sendable, Hashable, CaseIterable {
        /// Stays as it is.
        case locked
        /// Adjusts once, then locks.
        case autoWhiteBalance
        /// Adjusts whenever it needs to.
        case continuousAutoWhiteBalance
    }

    /// How much the colours are raised, each from 1 to ``CaptureDevice/maxWhiteBalanceGain``. V4L2 gives them no unit:
    /// these are shares of the driver's range.
    public struct WhiteBalanceGains: Sendable, Hashable {
        /// Red.
        public var redGain: Double
        /// Blue.
        public var blueGain: Double

        /// Makes gains.
        public init(redGain: Double, blueGain: Double) {
            self.redGain = redGain
            self.blueGain = blueGain
        }
    }

    /// Whether the camera can do this.
    public func isWhiteBalanceModeSupported(_ mode: WhiteBalanceMode) -> Bool {
        switch mode {
        case .locked where canLock(.whiteBalance): true
        case .locked, .continuousAutoWhiteBalance: control(.autoWhiteBalance) != nil
        case .autoWhiteBalance: control(.doWhiteBalance) != nil
        }
    }

    /// How it finds white; nil where it does not say.
    public var whiteBalanceMode: WhiteBalanceMode? {
        if isLocked(.whiteBalance) { return .locked }
        if state.withLock({ $0.hasBegunWhiteBalance }), isAdjustingWhiteBalance { return .autoWhiteBalance }
        return value(of: .autoWhiteBalance).map { $0 == 1 ? .continuousAutoWhiteBalance : .locked }
    }

    /// Sets how it finds white.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it cannot.
    public func setWhiteBalanceMode(_ mode: WhiteBalanceMode) throws(CaptureError) {
        try checkLock()
        guard isWhiteBalanceModeSupported(mode) else { throw unsupported("whiteBalanceMode \(mode)") }
        noteWhiteBalance(hasBegun: false)
        try setLocked(.whiteBalance, to: mode == .locked)
        if isLocked(.whiteBalance) { return }
        if control(.autoWhiteBalance) != nil {
            try set(.autoWhiteBalance, to: mode == .continuousAutoWhiteBalance ? 1 : 0)
        }
        guard mode == .autoWhiteBalance else { return }
        try set(.doWhiteBalance, to: 1)
        noteWhiteBalance(hasBegun: true)
    }

    /// The colour temperature that counts as white, in kelvin; nil where the camera has none.
    public var whiteBalanceTemperature: Int? { value(of: .whiteBalanceTemperature) }

    /// Temperatures that can be set, in kelvin; nil where none can.
    public var whiteBalanceTemperatureRange: ClosedRange<Int>? {
        control(.whiteBalanceTemperature).flatMap { $0.minimum <= $0.maximum ? $0.minimum...$0.maximum : nil }
    }

    /// Locks white balance at a colour temperature.
    ///
    /// - Parameter temperature: In kelvin, within ``whiteBalanceTemperatureRange``.
    /// - Throws: ``CaptureError/Code/unsupported`` if it cannot be set, or not to this.
    public func setWhiteBalanceModeLocked(temperature: Int) throws(CaptureError) {
        try checkLock()
        guard control(.whiteBalanceTemperature) != nil else { throw unsupported("whiteBalanceTemperature") }
        try endAutomaticWhiteBalance()
        try set(.whiteBalanceTemperature, to: temperature)
    }

    /// The greatest gain.
    public static let maxWhiteBalanceGain = 4.0

    /// Whether red and blue can be set.
    public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool {
        control(.redBalance) != nil && control(.blueBalance) != nil
    }

    /// How much the colours are raised; nil where that cannot be set.
    public var deviceWhiteBalanceGains: WhiteBalanceGains? {
        guard let red = gain(.redBalance), let blue = gain(.blueBalance) else { return nil }
        return WhiteBalanceGains(redGain: red, blueGain: blue)
    }

    private func gain(_ id: ControlID) -> Double? {
        guard let control = control(id), let value = value(of: id) else { return nil }
        return 1 + control.share(of: value) * (Self.maxWhiteBalanceGain - 1)
    }

    /// Locks white balance at gains of red and blue.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if they cannot be set, or are not from 1 to
    ///   ``maxWhiteBalanceGain``.
    public func setWhiteBalanceModeLocked(with gains: WhiteBalanceGains) throws(CaptureError) {
        try checkLock()
        guard let red = control(.redBalance), let blue = control(.blueBalance) else {
            throw unsupported("deviceWhiteBalanceGains")
        }
        let range = 1...Self.maxWhiteBalanceGain
        guard range.contains(gains.redGain), range.contains(gains.blueGain) else {
            throw outOfRange("deviceWhiteBalanceGains", "1 to \(Self.maxWhiteBalanceGain)")
        }
        try endAutomaticWhiteBalance()
        func value(_ gain: Double, of control: NodeControl) -> Int {
            control.value(share: (gain - 1) / (Self.maxWhiteBalanceGain - 1))
        }
        try set(.redBalance, to: value(gains.redGain, of: red))
        try set(.blueBalance, to: value(gains.blueGain, of: blue))
    }

    /// What is set from now on counts.
    private func endAutomaticWhiteBalance() throws(CaptureError) {
        noteWhiteBalance(hasBegun: false)
        try setLocked(.whiteBalance, to: false)
        if control(.autoWhiteBalance) != nil { try set(.autoWhiteBalance, to: 0) }
    }
}
