import Synchronization

extension CaptureDevice {
    /// What the camera can deliver; empty if it cannot be asked.
    public var formats: [Format] {
        state.withLock { $0.formats } ?? askForFormats()
    }

    /// Asks the driver what the camera can deliver now: a virtual camera has what somebody writes to it, and nothing before.
    func askForFormats() -> [Format] {
        guard let formats = try? openNode().deviceFormats() else {
            return state.withLock { $0.formats } ?? []
        }
        state.withLock { $0.formats = formats.isEmpty ? nil : formats }
        return formats
    }

    /// The format that was set, or the one that the driver delivers or would deliver; nil if it cannot be asked.
    ///
    /// While there is a stream this is what really comes, which may be another size than was asked for.
    public var activeFormat: Format? {
        let (delivered, wanted) = state.withLock { ($0.delivered?.format, $0.configuration.stream.format) }
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

    /// Sets the format; nil leaves it to the session's preset again. Frame durations are reset.
    ///
    /// A stream that runs is opened anew, before this returns, or at the commit if its session is being configured; the
    /// frames that are missed are counted (``CaptureDropReason/discontinuity``). As long as a format is set, the session's
    /// preset is ``CaptureSessionPreset/inputPriority``.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it is not one of ``formats``; or why the stream cannot be opened
    ///   with it. Then it is as before, and so is the stream, if the camera lets it.
    public func setActiveFormat(_ format: Format?) throws(CaptureError) {
        try checkLock()
        if let format, !formats.contains(format) {
            throw CaptureError(.unsupported, "\(title) has no format \(format)")
        }
        try setStream(DeviceConfiguration.Stream(format: format))
    }

    /// Sets format and frame duration to the best that fits a request, in the way of ``setActiveFormat(_:)``.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if none does, the message lists what there is; else as
    ///   ``setActiveFormat(_:)``.
    public func setActiveFormat(
        fitting request: FormatRequest, preset: CaptureSessionPreset = .high
    ) throws(CaptureError) {
        try checkLock()
        let format = try request.best(of: try listedFormats(), preset: preset, device: title)
        try setStream(
            DeviceConfiguration.Stream(
                format: format, interval: request.frameRate.flatMap(format.interval)))
    }

    /// Changes what streams are opened with; whoever has one is told.
    private func setStream(_ stream: DeviceConfiguration.Stream) throws(CaptureError) {
        let user = state.withLock { state in
            let isNew = state.configuration.stream != stream
            state.configuration.stream = stream
            return isNew ? state.user : nil
        }
        try user?.streamConfigurationChanged()
        propertiesChanged()
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

    /// The time between frames, or the one that a stream would have that was opened now with the format that is set or, where none
    /// is, with the driver's present one; nil where neither the format's rates nor the driver say it.
    package var presentFrameDuration: Duration? {
        if let frameDuration { return frameDuration }
        let interval = formatToBeSet?.usualInterval ?? (try? openNode())?.frameInterval()
        return interval.map { .seconds($0.seconds) }
    }

    private var frameDuration: Duration? {
        let interval = state.withLock { $0.delivered?.interval ?? $0.configuration.stream.interval }
        return interval.map { .seconds($0.seconds) }
    }

    /// Sets the time between frames, in the way of ``setActiveFormat(_:)``; nil leaves it to the driver.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if the format that is set, or else ``activeFormat``, does not have the
    ///   rate; else as ``setActiveFormat(_:)``.
    public func setActiveVideoMinFrameDuration(_ duration: Duration?) throws(CaptureError) {
        try setFrameInterval(duration) { $0.interval(rate: $1) }
    }

    /// Sets the time between frames to the nearest that the format has, as for programs that ask for a rate without having looked
    /// what there is. The formats of telephones have every rate up to 30; only a higher one has to be looked for there.
    ///
    /// A driver that lists no rates has the one that it has.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if the rate is over 30 and over the highest of the format; else as
    ///   ``setActiveFormat(_:)``.
    package func setActiveVideoFrameDuration(near duration: Duration) throws(CaptureError) {
        let isLeftToDriver =
            duration >= .seconds(1) / 30
            && formatToBeSet.map(\.videoSupportedFrameRateRanges.isEmpty) ?? false
        try setFrameInterval(isLeftToDriver ? nil : duration) { format, rate in
            let highest = max(30, format.maxFrameRate) * 1.01
            return rate <= highest ? format.nearestInterval(to: rate) : nil
        }
    }

    /// That of which rates are set.
    private var formatToBeSet: Format? { state.withLock { $0.configuration.stream.format } ?? activeFormat }

    /// - Parameter choose: The format's interval for a rate; nil if that cannot be asked of it.
    private func setFrameInterval(
        _ duration: Duration?, choose: (Format, Double) -> FrameInterval?
    ) throws(CaptureError) {
        try checkLock()
        var interval: FrameInterval?
        if let duration {
            let seconds =
                Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
            interval = seconds > 0 ? formatToBeSet.flatMap { choose($0, 1 / seconds) } : nil
            guard interval != nil else {
                throw CaptureError(
                    .unsupported, "\(title) cannot deliver a frame every \(duration) at this size")
            }
        }
        var stream = state.withLock { $0.configuration.stream }
        stream.interval = interval
        try setStream(stream)
    }

    /// The same as ``setActiveVideoMinFrameDuration(_:)``: V4L2 has one interval.
    public func setActiveVideoMaxFrameDuration(_ duration: Duration?) throws(CaptureError) {
        try setActiveVideoMinFrameDuration(duration)
    }
}
