extension CaptureDevice {
    /// What a camera does against the flicker of lamps.
    public enum PowerLineFrequency: Int, Sendable, Hashable, CaseIterable {
        /// Nothing.
        case disabled = 0
        /// Mains of 50 Hz.
        case hertz50 = 1
        /// Mains of 60 Hz.
        case hertz60 = 2
        /// Finds out by itself.
        case automatic = 3
    }

    /// How the camera is turned in its machine, in degrees as the driver says; nil where it does not.
    public var mountingAngle: Int? { value(of: .cameraSensorRotation) }

    /// Whether the camera can do something against flicker in this way.
    public func isPowerLineFrequencySupported(_ frequency: PowerLineFrequency) -> Bool {
        menu(of: .powerLineFrequency).contains { $0.index == frequency.rawValue }
    }

    /// What it does against the flicker of lamps; nil where it can do nothing.
    public var powerLineFrequency: PowerLineFrequency? {
        value(of: .powerLineFrequency).flatMap(PowerLineFrequency.init)
    }

    /// Sets what it does against flicker.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it cannot.
    public func setPowerLineFrequency(_ frequency: PowerLineFrequency) throws(CaptureError) {
        try checkLock()
        guard isPowerLineFrequencySupported(frequency) else {
            throw unsupported("powerLineFrequency \(frequency)")
        }
        try set(.powerLineFrequency, to: frequency.rawValue)
    }

    /// How much it brightens what stands before a bright background, on the driver's own scale; nil where it cannot.
    public var backlightCompensation: Int? { value(of: .backlightCompensation) }

    /// Sets how much it brightens what stands before a bright background.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it cannot, or the value is not in the range that ``controls`` tells.
    public func setBacklightCompensation(_ value: Int) throws(CaptureError) {
        try checkLock()
        try set(.backlightCompensation, to: value)
    }

    /// Whether a shutter covers the lens, by hand or by switch; nil where the camera does not say.
    public var isPrivacyShutterClosed: Bool? { value(of: .privacy).map { $0 == 1 } }

    /// Whether the camera can hold bright and dark parts in one picture.
    public var isVideoHDRSupported: Bool { control(.wideDynamicRange) != nil }

    /// Whether it holds bright and dark parts in one picture; nil where it cannot.
    public var isVideoHDREnabled: Bool? { value(of: .wideDynamicRange).map { $0 == 1 } }

    /// Sets whether it holds bright and dark parts in one picture.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it cannot.
    public func setVideoHDREnabled(_ isEnabled: Bool) throws(CaptureError) {
        try checkLock()
        try set(.wideDynamicRange, to: isEnabled ? 1 : 0)
    }

    /// Whether it steadies its picture; nil where it cannot.
    public var isVideoStabilizationEnabled: Bool? { value(of: .imageStabilization).map { $0 == 1 } }

    /// Sets whether it steadies its picture.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it cannot.
    public func setVideoStabilizationEnabled(_ isEnabled: Bool) throws(CaptureError) {
        try checkLock()
        try set(.imageStabilization, to: isEnabled ? 1 : 0)
    }
}
