import Synchronization

extension CaptureDevice {
    /// How a camera exposes; AVFoundation's names.
    public enum ExposureMode: String, Sendable, Hashable, CaseIterable {
        /// Exposure stays as it is.
        case locked
        /// Adjusts once, then locks: by this program, see ``CaptureDevice/isExposurePointOfInterestSupported``.
        case autoExpose
        /// Adjusts whenever it needs to.
        case continuousAutoExposure
        /// Time and gain are set.
        case custom
    }

    /// The kernel's values of `EXPOSURE_AUTO`.
    private enum Automatic {
        static let all = 0
        static let none = 1
        static let timeOnly = 3
    }

    /// The menu's value for automatic exposure: webcams offer "aperture priority", which leaves the time to them.
    var automaticExposure: Int? {
        let offered = menu(of: .exposureAuto).map(\.index)
        return [Automatic.timeOnly, Automatic.all].first(where: offered.contains)
    }

    /// Whether the camera can expose in this way.
    public func isExposureModeSupported(_ mode: ExposureMode) -> Bool {
        switch mode {
        case .autoExpose: canMeter
        case .continuousAutoExposure: automaticExposure != nil || isMetered(mode)
        case .locked where canLock(.exposure): true
        case .locked, .custom:
            menu(of: .exposureAuto).contains { $0.index == Automatic.none }
                || (control(.exposureAuto) == nil && control(.exposureAbsolute) != nil)
        }
    }

    /// How it exposes; nil where it does not say. Without `3A_LOCK` V4L2 knows no difference between locked and custom.
    public var exposureMode: ExposureMode? {
        if let metering = state.withLock({ $0.configuration.metering }) {
            return metering.isOnce ? .autoExpose : .continuousAutoExposure
        }
        if isLocked(.exposure) { return .locked }
        guard let value = value(of: .exposureAuto) else {
            return control(.exposureAbsolute) == nil ? nil : .custom
        }
        return value == Automatic.none ? .custom : .continuousAutoExposure
    }

    /// Sets how it exposes. ``ExposureMode/locked`` and ``ExposureMode/custom`` keep the time it has;
    /// ``ExposureMode/locked`` by `3A_LOCK` where that is there.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it cannot.
    public func setExposureMode(_ mode: ExposureMode) throws(CaptureError) {
        try checkLock()
        guard isExposureModeSupported(mode) else { throw unsupported("exposureMode \(mode)") }
        try exposureTurn.withLock { (_) throws(CaptureError) in
            endMetering()
            try setLocked(.exposure, to: mode == .locked)
            guard !isLocked(.exposure) else { return }
            let isMetered = isMetered(mode)
            if mode == .continuousAutoExposure { try lookAtExposurePoint() }
            if control(.exposureAuto) != nil {
                let automatic = mode == .continuousAutoExposure && !isMetered ? automaticExposure : nil
                try set(.exposureAuto, to: automatic ?? Automatic.none)
            }
            if isMetered { startMetering(isOnce: mode == .autoExpose) }
        }
    }

    // MARK: - Time

    /// `EXPOSURE_ABSOLUTE` counts these.
    private static let exposureUnit = Duration.microseconds(100)

    /// How long a picture is exposed; nil where the camera does not say.
    public var exposureDuration: Duration? { value(of: .exposureAbsolute).map { Self.exposureUnit * $0 } }
    /// The shortest exposure; nil where it cannot be set.
    public var minExposureDuration: Duration? {
        control(.exposureAbsolute).map { Self.exposureUnit * $0.minimum }
    }
    /// The longest exposure; nil where it cannot be set.
    public var maxExposureDuration: Duration? {
        control(.exposureAbsolute).map { Self.exposureUnit * $0.maximum }
    }

    /// Sets exposure by hand.
    ///
    /// - Parameters:
    ///   - duration: How long a picture is exposed, in steps of 100 µs; nil leaves it as it is.
    ///   - iso: The gain, on the scale of ``iso``; nil leaves it as it is, and so does 0 where there is none to set.
    /// - Throws: ``CaptureError/Code/unsupported`` if one of them cannot be set, or not to this.
    public func setExposureModeCustom(duration: Duration?, iso: Int?) throws(CaptureError) {
        try setExposureMode(.custom)
        if let duration {
            guard control(.exposureAbsolute) != nil else { throw unsupported("exposureDuration") }
            try set(.exposureAbsolute, to: Int((duration / Self.exposureUnit).rounded()))
        }
        if let iso, !isGainAsItIs(iso) { try setISO(iso) }
    }

    // MARK: - Gain

    /// The gain: ISO numbers where the camera has them, else the driver's own scale, which has no unit. Nil where it has neither.
    public var iso: Int? { isoLevel(value(of: .isoSensitivity)) ?? value(of: .gain) }
    /// The least gain; nil where there is none to set.
    public var minISO: Int? { isoLevels.min() ?? control(.gain)?.minimum }
    /// The greatest gain; nil where there is none to set.
    public var maxISO: Int? { isoLevels.max() ?? control(.gain)?.maximum }

    /// Whether a gain stands for none: AVFoundation's ranges have no nil, so that programs cut to 0…0 what they want of a camera
    /// without gain.
    func isGainAsItIs(_ iso: Int) -> Bool { iso == 0 && maxISO == nil }

    private var isoLevels: [Int] { menu(of: .isoSensitivity).compactMap(\.number) }

    private func isoLevel(_ index: Int?) -> Int? {
        index.flatMap { index in menu(of: .isoSensitivity).first { $0.index == index }?.number }
    }

    private func setISO(_ iso: Int) throws(CaptureError) {
        let nearest = menu(of: .isoSensitivity).min {
            abs(($0.number ?? 0) - iso) < abs(($1.number ?? 0) - iso)
        }
        guard let nearest else { return try set(.gain, to: iso) }
        if control(.isoSensitivityAuto) != nil { try set(.isoSensitivityAuto, to: 0) }
        try set(.isoSensitivity, to: nearest.index)
    }

    // MARK: - Bias

    /// How much brighter than it thinks right the camera exposes, in EV; nil where it cannot be told.
    ///
    /// Where the driver has no control for it, it is that of this program's own exposure: of a point, of faces, or of
    /// ``ExposureMode/autoExpose``.
    public var exposureTargetBias: Double? {
        guard let index = value(of: .autoExposureBias) else {
            return canMeter ? state.withLock { $0.configuration.exposureBias } : nil
        }
        return biases.first { $0.index == index }?.ev
    }
    /// The least bias in EV; nil where there is none.
    public var minExposureTargetBias: Double? { biases.map(\.ev).min() ?? ownBiases?.lowerBound }
    /// The greatest bias in EV; nil where there is none.
    public var maxExposureTargetBias: Double? { biases.map(\.ev).max() ?? ownBiases?.upperBound }

    /// The entries of a menu of thousandths of an EV.
    private var biases: [(index: Int, ev: Double)] {
        menu(of: .autoExposureBias).compactMap { item in
            item.number.map { (item.index, Double($0) / 1000) }
        }
    }

    /// Those of this program.
    private var ownBiases: ClosedRange<Double>? { canMeter ? -3...3 : nil }

    /// Sets the bias, to the nearest that the camera has.
    ///
    /// - Parameter bias: In EV.
    /// - Throws: ``CaptureError/Code/unsupported`` if there is none, or not this much.
    public func setExposureTargetBias(_ bias: Double) throws(CaptureError) {
        try checkLock()
        guard let least = minExposureTargetBias, let most = maxExposureTargetBias else {
            throw unsupported("exposureTargetBias")
        }
        guard (least...most).contains(bias) else {
            throw outOfRange("exposureTargetBias", "\(least) to \(most)")
        }
        if let nearest = biases.min(by: { abs($0.ev - bias) < abs($1.ev - bias) }) {
            try set(.autoExposureBias, to: nearest.index)
        }
        state.withLock { $0.configuration.exposureBias = bias }
    }

    // MARK: - In the dark

    /// Whether the camera can be told to expose for longer than its frame rate allows.
    public var isLowLightBoostSupported: Bool { control(.exposureAutoPriority) != nil }

    /// Whether it takes fewer frames a second in the dark so as to expose for longer; nil where it cannot be told.
    public var automaticallyEnablesLowLightBoostWhenAvailable: Bool? {
        value(of: .exposureAutoPriority).map { $0 == 1 }
    }

    /// Sets whether it takes fewer frames a second in the dark; false keeps the rate.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it cannot be told.
    public func setAutomaticallyEnablesLowLightBoostWhenAvailable(_ isOn: Bool) throws(CaptureError) {
        try checkLock()
        try set(.exposureAutoPriority, to: isOn ? 1 : 0)
    }
}
