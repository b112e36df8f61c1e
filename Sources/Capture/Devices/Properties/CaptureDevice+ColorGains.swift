import Synchronization

extension CaptureDevice {
    /// Whether white balance can be locked for some light: by a temperature, or by gains of red and blue.
    public var isLockingWhiteBalanceForLightSupported: Bool {
        whiteBalanceTemperatureRange != nil || isLockingWhiteBalanceWithCustomDeviceGainsSupported
    }

    /// The light that white balance is set for; nil where the camera does not say.
    public var whiteBalanceLight: ColorTemperature? {
        if let temperature = whiteBalanceTemperature {
            return ColorTemperature(temperature: Double(temperature))
        }
        return deviceWhiteBalanceGains.map { ColorGains(red: $0.redGain, green: 1, blue: $0.blueGain).light }
    }

    /// The light that white balance would have to be set for, were the picture grey on the whole; nil before the first frame,
    /// and of black ones.
    ///
    /// It is measured twice a second on frames with colours, so that somebody must take some: a
    /// ``CaptureVideoFrameOutput`` with a pixel format.
    public var grayWorldLight: ColorTemperature? {
        guard let missing = state.withLock({ $0.grayWorld?.gains }) else { return nil }
        let gains = whiteBalanceLight.map { ColorGains(for: $0) } ?? ColorGains(red: 1, green: 1, blue: 1)
        return ColorGains(
            red: gains.red * missing.red, green: gains.green * missing.green, blue: gains.blue * missing.blue
        ).light
    }

    /// How often the colours are measured at most.
    private static let interval = Duration.milliseconds(500)

    /// Notes of what colour a frame is.
    func noteColours(of picture: PixelBuffer, at time: Duration) {
        let isDue = state.withLock { state in
            guard let last = state.grayWorld?.time, (last..<last + Self.interval).contains(time) else {
                return true
            }
            return false
        }
        guard isDue else { return }
        let gains = ColorMeter.grayWorldGains(of: picture)
        state.withLock { $0.grayWorld = (time, gains) }
        propertiesChanged()
    }

    /// Locks white balance for some light, by the temperature where the camera has it, which knows no tint, else by the
    /// gains of red and blue.
    ///
    /// - Parameter light: Temperatures beyond what the camera has become its nearest.
    /// - Throws: ``CaptureError/Code/unsupported`` if it has neither.
    public func setWhiteBalanceModeLocked(for light: ColorTemperature) throws(CaptureError) {
        if let range = whiteBalanceTemperatureRange {
            let wanted = Int(light.temperature.rounded())
            return try setWhiteBalanceModeLocked(
                temperature: min(max(wanted, range.lowerBound), range.upperBound))
        }
        let gains = ColorGains(for: light)
        func limited(_ gain: Double) -> Double { min(max(gain, 1), Self.maxWhiteBalanceGain) }
        try setWhiteBalanceModeLocked(
            with: WhiteBalanceGains(redGain: limited(gains.red), blueGain: limited(gains.blue)))
    }
}
