import Synchronization

extension CaptureDevice {
    /// What the camera can deliver; empty if it cannot be asked.
    public var formats: [Format] {
        if let known = state.withLock({ $0.formats }) { return known }
        guard let formats = try? openNode().deviceFormats() else { return [] }
        state.withLock { $0.formats = formats }
        return formats
    }

    /// The format that was set, or the one that the driver delivers or would deliver; nil if it cannot be asked.
    ///
    /// While there is a stream this is what really comes, which may be another size than was asked for.
    public var activeFormat: Format? {
        let (delivered, wanted) = state.withLock { ($0.delivered?.format, $0.wantedFormat) }
        if delivered == nil, let wanted { return wanted }
        guard let format = delivered ?? (try? openNode().format()) else { return nil }
        let listed = formats.first {
            $0.pixelFormat == format.pixelFormat && $0.width == format.width && $0.height == format.height
        }
        return listed
            ?? Format(
                pixelFormat: format.pixelFormat, width: format.width, height: format.height,
                videoSupportedFrameRateRanges: [])
    }

    /// Sets the format of streams that are opened from now on; nil leaves it to the session's preset again. Frame
    /// durations are reset.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it is not one of ``formats``.
    public func setActiveFormat(_ format: Format?) throws(CaptureError) {
        try checkLock()
        if let format, !formats.contains(format) {
            throw CaptureError(.unsupported, "\(title) has no format \(format)")
        }
        state.withLock {
            $0.wantedFormat = format
            $0.wantedInterval = nil
        }
    }

    /// Sets format and frame duration to the best that fits a request.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if none does; the message lists what there is.
    public func setActiveFormat(
        fitting request: FormatRequest, preset: CaptureSessionPreset = .high
    ) throws(CaptureError) {
        try checkLock()
        let format = try request.best(of: try listedFormats(), preset: preset, device: title)
        state.withLock {
            $0.wantedFormat = format
            $0.wantedInterval = request.frameRate.flatMap(format.interval)
        }
    }

    /// The formats of a camera that must be able to tell them.
    func listedFormats() throws(CaptureError) -> [Format] {
        _ = try openNode()
        return formats
    }

    /// The shortest time between frames that is wanted, or while there is a stream the one that the driver keeps to;
    /// nil where it is left to the driver.
    public var activeVideoMinFrameDuration: Duration? { frameDuration }

    /// The longest time between frames. V4L2 has one interval and not two, so this is the same as
    /// ``activeVideoMinFrameDuration``; a camera may still take longer in the dark, see
    /// ``setAutomaticallyEnablesLowLightBoostWhenAvailable(_:)``.
    public var activeVideoMaxFrameDuration: Duration? { frameDuration }

    private var frameDuration: Duration? {
        let interval = state.withLock { $0.delivered?.interval ?? $0.wantedInterval }
        return interval.map { .seconds($0.seconds) }
    }

    /// Sets the time between frames of streams that are opened from now on; nil leaves it to the driver.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if ``activeFormat`` does not have the rate.
    public func setActiveVideoMinFrameDuration(_ duration: Duration?) throws(CaptureError) {
        try checkLock()
        var interval: FrameInterval?
        if let duration {
            let seconds =
                Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
            interval = seconds > 0 ? activeFormat?.interval(rate: 1 / seconds) : nil
            guard interval != nil else {
                throw CaptureError(
                    .unsupported, "\(title) cannot deliver a frame every \(duration) at this size")
            }
        }
        state.withLock { $0.wantedInterval = interval }
    }

    /// The same as ``setActiveVideoMinFrameDuration(_:)``: V4L2 has one interval.
    public func setActiveVideoMaxFrameDuration(_ duration: Duration?) throws(CaptureError) {
        try setActiveVideoMinFrameDuration(duration)
    }
}
