import Capture

extension AVCaptureDevice {
    /// Whether the camera can focus in this way.
    public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool {
        core.isFocusModeSupported(focusMode.core)
    }

    /// How it focuses; locked where the lens is fixed. May be set under the lock. Observable.
    public var focusMode: FocusMode {
        get { core.focusMode.map(FocusMode.init) ?? .locked }
        set {
            set("setFocusMode:", "use -isFocusModeSupported:", isAsItIs: newValue == focusMode) {
                () throws(CaptureError) in
                try core.setFocusMode(newValue.core)
            }
        }
    }

    /// Whether the lens moves by itself at this moment. Observable.
    public var isAdjustingFocus: Bool { core.isAdjustingFocus }

    /// Whether the lens can be moved to a place.
    public var isLockingFocusWithCustomLensPositionSupported: Bool {
        core.isLockingFocusWithCustomLensPositionSupported
    }

    /// Where the lens is: 0 for the nearest that the camera can focus on, 1 for the furthest, and where it does not say.
    /// Observable.
    public var lensPosition: Float { core.lensPosition.map(Float.init) ?? 1 }

    /// Stands for the place where the lens is.
    public static let currentLensPosition = Float.greatestFiniteMagnitude

    /// Locks the focus with the lens at a place.
    ///
    /// - Parameters:
    ///   - lensPosition: 0 nearest … 1 furthest, or ``currentLensPosition``.
    ///   - handler: Is told the time on the session's clock at which the driver has taken it; frames follow some later.
    @preconcurrency public func setFocusModeLocked(
        lensPosition: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        set("setFocusModeLockedWithLensPosition:completionHandler:", "use 0 to 1") {
            () throws(CaptureError) in
            let isCurrent = lensPosition == Self.currentLensPosition
            try core.setFocusModeLocked(lensPosition: isCurrent ? nil : Double(lensPosition))
        }
        complete(handler)
    }

    /// Locks the focus with the lens at a place.
    ///
    /// - Returns: The time on the session's clock at which the driver has taken it.
    @discardableResult public func setFocusModeLocked(lensPosition: Float) async -> CMTime {
        await withCheckedContinuation { continuation in
            setFocusModeLocked(lensPosition: lensPosition) { continuation.resume(returning: $0) }
        }
    }

    /// Tells that something set holds for frames from now on.
    func complete(_ handler: (@Sendable (CMTime) -> Void)?) {
        guard let handler else { return }
        DispatchQueue.global().async { handler(CMClock.hostTimeClock.time) }
    }

    /// Whether the camera can be told how far away to look.
    public var isAutoFocusRangeRestrictionSupported: Bool { core.isAutoFocusRangeRestrictionSupported }

    /// How far away it looks for things to focus on. May be set under the lock.
    public var autoFocusRangeRestriction: AutoFocusRangeRestriction {
        get { core.autoFocusRangeRestriction.map(AutoFocusRangeRestriction.init) ?? .none }
        set {
            set(
                "setAutoFocusRangeRestriction:", "use -isAutoFocusRangeRestrictionSupported",
                isAsItIs: newValue == autoFocusRangeRestriction
            ) {
                () throws(CaptureError) in try core.setAutoFocusRangeRestriction(newValue.core)
            }
        }
    }

    /// The nearest that it can focus on, in millimetres; −1, for no camera here says so.
    public var minimumFocusDistance: Int { -1 }
}

extension AVCaptureDevice.FocusMode {
    fileprivate init(_ mode: CaptureDevice.FocusMode) {
        self =
            switch mode {
            case .locked: .locked
            case .autoFocus: .autoFocus
            case .continuousAutoFocus: .continuousAutoFocus
            }
    }

    fileprivate var core: CaptureDevice.FocusMode {
        switch self {
        case .locked: .locked
        case .autoFocus: .autoFocus
        case .continuousAutoFocus: .continuousAutoFocus
        }
    }
}

extension AVCaptureDevice.AutoFocusRangeRestriction {
    fileprivate init(_ restriction: CaptureDevice.AutoFocusRangeRestriction) {
        self =
            switch restriction {
            case .none: .none
            case .near: .near
            case .far: .far
            }
    }

    fileprivate var core: CaptureDevice.AutoFocusRangeRestriction {
        switch self {
        case .none: .none
        case .near: .near
        case .far: .far
        }
    }
}
