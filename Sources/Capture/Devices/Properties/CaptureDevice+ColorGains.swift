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
