import Capture

extension AVCaptureDevice {
    /// Whether the camera can expose in this way.
    public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool {
        core.isExposureModeSupported(exposureMode.core)
    }

    /// How it exposes. May be set under the lock. Observable.
    public var exposureMode: ExposureMode {
        get { core.exposureMode.map(ExposureMode.init) ?? .continuousAutoExposure }
        set {
            set("setExposureMode:", "use -isExposureModeSupported:", isAsItIs: newValue == exposureMode) {
                () throws(CaptureError) in
                try core.setExposureMode(newValue.core)
            }
        }
    }

    /// How long a picture is exposed; invalid where the camera does not say. Observable.
    public var exposureDuration: CMTime { CMTime(core.exposureDuration) }

    /// The gain: ISO numbers where the camera has them, else the driver's own scale; 0 where it does not say. Observable.
    public var iso: Float { Float(core.iso ?? 0) }

    /// Stands for the exposure as it is.
    public static let currentExposureDuration = CMTime.invalid
    /// Stands for the gain as it is.
    public static let currentISO = Float.greatestFiniteMagnitude
    /// Stands for the bias as it is.
    public static let currentExposureTargetBias = Float.greatestFiniteMagnitude

    /// Sets exposure by hand.
    ///
    /// - Parameters:
    ///   - duration: How long a picture is exposed, from ``Format/minExposureDuration`` to
    ///     ``Format/maxExposureDuration``, or ``currentExposureDuration``.
    ///   - ISO: The gain, from ``Format/minISO`` to ``Format/maxISO``, or ``currentISO``. Of a camera without a gain both are 0, which
    ///     leaves everything as it is.
    ///   - handler: Is told the time on the session's clock at which the driver has taken it; frames follow some later.
    @preconcurrency public func setExposureModeCustom(
        duration: CMTime, iso ISO: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        let advice = "use -activeFormat's minExposureDuration, maxExposureDuration, minISO and maxISO"
        set("setExposureModeCustomWithDuration:ISO:completionHandler:", advice) { () throws(CaptureError) in
            let gain = ISO == Self.currentISO ? nil : Int(exactly: ISO.rounded())
            try core.setExposureModeCustom(duration: duration.duration, iso: gain)
        }
        complete(handler)
    }

    /// Sets exposure by hand.
    ///
    /// - Returns: The time on the session's clock at which the driver has taken it.
    @discardableResult public func setExposureModeCustom(duration: CMTime, iso ISO: Float) async -> CMTime {
        await withCheckedContinuation { continuation in
            setExposureModeCustom(duration: duration, iso: ISO) { continuation.resume(returning: $0) }
        }
    }

    /// How much brighter than it thinks right the camera exposes, in EV; 0 where it cannot be told. Observable.
    public var exposureTargetBias: Float { core.exposureTargetBias.map(Float.init) ?? 0 }
    /// The least bias in EV; 0 where there is none.
    public var minExposureTargetBias: Float { core.minExposureTargetBias.map(Float.init) ?? 0 }
    /// The greatest bias in EV; 0 where there is none.
    public var maxExposureTargetBias: Float { core.maxExposureTargetBias.map(Float.init) ?? 0 }

    /// Sets the bias, to the nearest that the camera has. Of a camera without any only 0 may be set, which changes
    /// nothing.
    ///
    /// - Parameters:
    ///   - bias: In EV, or ``currentExposureTargetBias``.
    ///   - handler: Is told the time on the session's clock at which the driver has taken it; frames follow some later.
    @preconcurrency public func setExposureTargetBias(
        _ bias: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        let bias = bias == Self.currentExposureTargetBias ? exposureTargetBias : bias
        let advice = "use -minExposureTargetBias and -maxExposureTargetBias"
        set("setExposureTargetBias:completionHandler:", advice, isAsItIs: bias == exposureTargetBias) {
            () throws(CaptureError) in try core.setExposureTargetBias(Double(bias))
        }
        complete(handler)
    }

    /// Sets the bias, as ``setExposureTargetBias(_:completionHandler:)``.
    ///
    /// - Returns: The time on the session's clock at which the driver has taken it.
    @discardableResult public func setExposureTargetBias(_ bias: Float) async -> CMTime {
        await withCheckedContinuation { continuation in
            setExposureTargetBias(bias) { continuation.resume(returning: $0) }
        }
    }

    /// Whether exposure is on its way to what it is to be; false where the camera itself decides, for none here says so.
    /// Observable.
    public var isAdjustingExposure: Bool { core.isAdjustingExposure }

    /// How much brighter than meant the picture is, in EV; 0 unless it is measured, because a point or faces are exposed
    /// for. Observable.
    public var exposureTargetOffset: Float { core.exposureTargetOffset.map(Float.init) ?? 0 }

    /// The opening of the lens; 0, for no camera here says so.
    public var lensAperture: Float { 0 }

    // MARK: - In the dark

    /// Whether the camera can be told to expose for longer than its frame rate allows.
    public var isLowLightBoostSupported: Bool { core.isLowLightBoostSupported }

    /// Whether it does so when it is dark.
    public var isLowLightBoostEnabled: Bool { automaticallyEnablesLowLightBoostWhenAvailable }

    /// Whether it takes fewer frames a second in the dark so as to expose for longer. May be set under the lock.
    public var automaticallyEnablesLowLightBoostWhenAvailable: Bool {
        get { core.automaticallyEnablesLowLightBoostWhenAvailable ?? false }
        set {
            set(
                "setAutomaticallyEnablesLowLightBoostWhenAvailable:", "use -isLowLightBoostSupported",
                isAsItIs: newValue == automaticallyEnablesLowLightBoostWhenAvailable
            ) {
                () throws(CaptureError) in
                try core.setAutomaticallyEnablesLowLightBoostWhenAvailable(newValue)
            }
        }
    }

    /// Whether the camera holds bright and dark parts in one picture. May be set under the lock.
    public var isVideoHDREnabled: Bool {
        get { core.isVideoHDREnabled ?? false }
        set {
            set(
                "setVideoHDREnabled:", "use -activeFormat.videoHDRSupported",
                isAsItIs: newValue == isVideoHDREnabled
            ) { () throws(CaptureError) in
                try core.setVideoHDREnabled(newValue)
            }
        }
    }
}

extension AVCaptureDevice.ExposureMode {
    fileprivate init(_ mode: CaptureDevice.ExposureMode) {
        self =
            switch mode {
            case .locked: .locked
            case .autoExpose: .autoExpose
            case .continuousAutoExposure: .continuousAutoExposure
            case .custom: .custom
            }
    }

    fileprivate var core: CaptureDevice.ExposureMode {
        switch self {
        case .locked: .locked
        case .autoExpose: .autoExpose
        case .continuousAutoExposure: .continuousAutoExposure
        case .custom: .custom
        }
    }
}
