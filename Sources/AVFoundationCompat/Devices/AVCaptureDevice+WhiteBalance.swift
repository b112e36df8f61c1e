import Capture

extension AVCaptureDevice {
    /// Whether the camera can do this.
    public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool {
        core.isWhiteBalanceModeSupported(whiteBalanceMode.core)
    }

    /// How it finds white. May be set under the lock. Observable.
    public var whiteBalanceMode: WhiteBalanceMode {
        get { core.whiteBalanceMode.map(WhiteBalanceMode.init) ?? .continuousAutoWhiteBalance }
        set {
            set(
                "setWhiteBalanceMode:", "use -isWhiteBalanceModeSupported:",
                isAsItIs: newValue == whiteBalanceMode
            ) { () throws(CaptureError) in
                try core.setWhiteBalanceMode(newValue.core)
            }
        }
    }

    /// Whether the camera looks for what is white at this moment, as far as the values that it reports show it.
    /// Observable.
    public var isAdjustingWhiteBalance: Bool { core.isAdjustingWhiteBalance }

    // MARK: - Gains

    /// The greatest gain.
    public var maxWhiteBalanceGain: Float { Float(CaptureDevice.maxWhiteBalanceGain) }

    /// Whether white balance can be locked at gains: by a colour temperature that comes nearest, or by gains of red and
    /// blue.
    public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool {
        core.isLockingWhiteBalanceForLightSupported
    }

    /// How much the colours are raised; 1 each where the camera does not say. Observable.
    public var deviceWhiteBalanceGains: WhiteBalanceGains {
        core.whiteBalanceLight.map { WhiteBalanceGains(ColorGains(for: $0)) } ?? WhiteBalanceGains()
    }

    /// The gains that would make the picture grey on the whole; as ``deviceWhiteBalanceGains`` as long as no video data
    /// output has taken a frame. Observable.
    public var grayWorldDeviceWhiteBalanceGains: WhiteBalanceGains {
        core.grayWorldLight.map { WhiteBalanceGains(ColorGains(for: $0)) } ?? deviceWhiteBalanceGains
    }

    /// Stands for the gains as they are.
    public static let currentWhiteBalanceGains = WhiteBalanceGains(
        redGain: .greatestFiniteMagnitude, greenGain: .greatestFiniteMagnitude,
        blueGain: .greatestFiniteMagnitude)

    /// Locks white balance at gains.
    ///
    /// - Parameters:
    ///   - whiteBalanceGains: Each from 1 to ``maxWhiteBalanceGain``, or ``currentWhiteBalanceGains``.
    ///   - handler: Is told the time on the session's clock at which the driver has taken it; frames follow some later.
    @preconcurrency public func setWhiteBalanceModeLocked(
        with whiteBalanceGains: WhiteBalanceGains,
        completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        let selector = "setWhiteBalanceModeLockedWithDeviceWhiteBalanceGains:completionHandler:"
        set(selector, "use -isLockingWhiteBalanceWithCustomDeviceGainsSupported") { () throws(CaptureError) in
            guard whiteBalanceGains != Self.currentWhiteBalanceGains else {
                return try core.setWhiteBalanceMode(.locked)
            }
            check(whiteBalanceGains, selector)
            try core.setWhiteBalanceModeLocked(for: whiteBalanceGains.core.light)
        }
        complete(handler)
    }

    /// Locks white balance at gains.
    ///
    /// - Returns: The time on the session's clock at which the driver has taken it.
    @discardableResult public func setWhiteBalanceModeLocked(with whiteBalanceGains: WhiteBalanceGains) async
        -> CMTime
    {
        await withCheckedContinuation { continuation in
            setWhiteBalanceModeLocked(with: whiteBalanceGains) { continuation.resume(returning: $0) }
        }
    }

    private func check(_ gains: WhiteBalanceGains, _ selector: String) {
        let allowed = 1...maxWhiteBalanceGain
        guard [gains.redGain, gains.greenGain, gains.blueGain].allSatisfy(allowed.contains) else {
            raiseException(
                "*** -[AVCaptureDevice \(selector)] gains must be between 1.0 and maxWhiteBalanceGain",
                named: .range)
        }
    }

    // MARK: - Gains and the colour of light

    /// The colour of light that gains are for.
    public func temperatureAndTintValues(
        for whiteBalanceGains: WhiteBalanceGains
    ) -> WhiteBalanceTemperatureAndTintValues {
        check(whiteBalanceGains, "temperatureAndTintValuesForDeviceWhiteBalanceGains:")
        return WhiteBalanceTemperatureAndTintValues(whiteBalanceGains.core.light)
    }

    /// The gains for a colour of light, which may be above ``maxWhiteBalanceGain``.
    public func deviceWhiteBalanceGains(
        for tempAndTintValues: WhiteBalanceTemperatureAndTintValues
    ) -> WhiteBalanceGains {
        WhiteBalanceGains(ColorGains(for: tempAndTintValues.core))
    }

    /// The chromaticity of the light that gains are for.
    public func chromaticityValues(for whiteBalanceGains: WhiteBalanceGains) -> WhiteBalanceChromaticityValues
    {
        check(whiteBalanceGains, "chromaticityValuesForDeviceWhiteBalanceGains:")
        let (x, y) = whiteBalanceGains.core.light.chromaticity
        return WhiteBalanceChromaticityValues(x: Float(x), y: Float(y))
    }

    /// The gains for a light of some chromaticity, which may be above ``maxWhiteBalanceGain``.
    public func deviceWhiteBalanceGains(
        for chromaticityValues: WhiteBalanceChromaticityValues
    ) -> WhiteBalanceGains {
        let light = ColorTemperature(x: Double(chromaticityValues.x), y: Double(chromaticityValues.y))
        return WhiteBalanceGains(ColorGains(for: light))
    }
}

extension AVCaptureDevice.WhiteBalanceMode {
    fileprivate init(_ mode: CaptureDevice.WhiteBalanceMode) {
        self =
            switch mode {
            case .locked: .locked
            case .autoWhiteBalance: .autoWhiteBalance
            case .continuousAutoWhiteBalance: .continuousAutoWhiteBalance
            }
    }

    fileprivate var core: CaptureDevice.WhiteBalanceMode {
        switch self {
        case .locked: .locked
        case .autoWhiteBalance: .autoWhiteBalance
        case .continuousAutoWhiteBalance: .continuousAutoWhiteBalance
        }
    }
}
