#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Focus, exposure, white balance and torch of a camera.
struct DeviceControls {
    let device: AVCaptureDevice

    func configure(_ block: (AVCaptureDevice) -> Void) throws {
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        block(device)
    }

    func focusAndExpose(at devicePoint: CGPoint, monitorSubjectAreaChange: Bool) throws {
        try configure { device in
            if device.isFocusPointOfInterestSupported && device.isFocusModeSupported(.autoFocus) {
                device.focusPointOfInterest = devicePoint
                device.focusMode = .autoFocus
            }
            if device.isExposurePointOfInterestSupported && device.isExposureModeSupported(.autoExpose) {
                device.exposurePointOfInterest = devicePoint
                device.exposureMode = .autoExpose
            }
            device.isSubjectAreaChangeMonitoringEnabled = monitorSubjectAreaChange
        }
    }

    func setContinuous() throws {
        try configure { device in
            if device.isFocusModeSupported(.continuousAutoFocus) { device.focusMode = .continuousAutoFocus }
            if device.isExposureModeSupported(.continuousAutoExposure) {
                device.exposureMode = .continuousAutoExposure
            }
            if device.isWhiteBalanceModeSupported(.continuousAutoWhiteBalance) {
                device.whiteBalanceMode = .continuousAutoWhiteBalance
            }
            if device.isAutoFocusRangeRestrictionSupported { device.autoFocusRangeRestriction = .near }
            if device.isSmoothAutoFocusSupported { device.isSmoothAutoFocusEnabled = true }
            if device.isLowLightBoostSupported {
                device.automaticallyEnablesLowLightBoostWhenAvailable = true
            }
        }
    }

    func lockFocus(at lensPosition: Float, completion: (@Sendable (CMTime) -> Void)? = nil) throws {
        try configure { device in
            guard device.isLockingFocusWithCustomLensPositionSupported else { return }
            device.setFocusModeLocked(lensPosition: lensPosition, completionHandler: completion)
        }
    }

    /// Shares of the ranges that the camera has, 0…1.
    func setExposure(time: Double, gain: Float) async throws -> CMTime? {
        guard device.isExposureModeSupported(.custom) else { return nil }
        let format = device.activeFormat
        let shortest = CMTimeGetSeconds(format.minExposureDuration)
        let longest = CMTimeGetSeconds(format.maxExposureDuration)
        let duration = CMTimeMakeWithSeconds(
            shortest + (longest - shortest) * pow(time, 5), preferredTimescale: 1_000_000_000)
        let iso = format.minISO + (format.maxISO - format.minISO) * gain
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        return await device.setExposureModeCustom(duration: duration, iso: iso)
    }

    func setBias(_ bias: Float) throws {
        try configure { device in
            let clamped = min(max(bias, device.minExposureTargetBias), device.maxExposureTargetBias)
            device.setExposureTargetBias(clamped, completionHandler: nil)
        }
    }

    func lockWhiteBalance(temperature: Float, tint: Float) throws {
        try configure { device in
            guard device.isLockingWhiteBalanceWithCustomDeviceGainsSupported else { return }
            let values = AVCaptureDevice.WhiteBalanceTemperatureAndTintValues(
                temperature: temperature, tint: tint)
            let gains = normalized(device.deviceWhiteBalanceGains(for: values))
            device.setWhiteBalanceModeLocked(with: gains) { _ in }
        }
    }

    private func normalized(_ gains: AVCaptureDevice.WhiteBalanceGains) -> AVCaptureDevice.WhiteBalanceGains {
        var g = gains
        g.redGain = min(max(1.0, g.redGain), device.maxWhiteBalanceGain)
        g.greenGain = min(max(1.0, g.greenGain), device.maxWhiteBalanceGain)
        g.blueGain = min(max(1.0, g.blueGain), device.maxWhiteBalanceGain)
        return g
    }

    func setTorch(_ level: Float) throws {
        guard device.hasTorch, device.isTorchAvailable else { return }
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        if level > 0 {
            try device.setTorchModeOn(level: min(level, AVCaptureDevice.maxAvailableTorchLevel))
        } else if device.isTorchModeSupported(.off) {
            device.torchMode = .off
        }
    }

    /// Takes the format that has the highest rate.
    func configureForHighestFrameRate() throws {
        var bestFormat: AVCaptureDevice.Format?
        var bestFrameRateRange: AVFrameRateRange?
        for format in device.formats {
            for range in format.videoSupportedFrameRateRanges
            where range.maxFrameRate > bestFrameRateRange?.maxFrameRate ?? 0 {
                bestFormat = format
                bestFrameRateRange = range
            }
        }
        guard let bestFormat, let bestFrameRateRange else { return }
        try configure { device in
            device.activeFormat = bestFormat
            let duration = bestFrameRateRange.minFrameDuration
            device.activeVideoMinFrameDuration = duration
            device.activeVideoMaxFrameDuration = duration
        }
    }
}
