extension CaptureDevice {
    /// How a camera focuses; AVFoundation's names.
    public enum FocusMode: String, Sendable, Hashable, CaseIterable {
        /// The lens stays where it is.
        case locked
        /// Focuses once, then locks.
        case autoFocus
        /// Focuses whenever it needs to.
        case continuousAutoFocus
    }

    /// How far away it looks for things to focus on; AVFoundation's names.
    public enum AutoFocusRangeRestriction: Int, Sendable, Hashable, CaseIterable {
        /// Anywhere.
        case none = 0
        /// Near things, such as codes.
        case near = 2
        /// Things that are not near.
        case far = 1
    }

    /// Whether the camera can focus in this way: by `FOCUS_AUTO`, once by `AUTO_FOCUS_START`. A lens that only
    /// `FOCUS_ABSOLUTE` moves is always locked. `3A_LOCK` locks where it is there.
    public func isFocusModeSupported(_ mode: FocusMode) -> Bool {
        switch mode {
        case .locked: canLock(.focus) || control(.focusAuto) != nil || control(.focusAbsolute) != nil
        case .autoFocus: control(.autoFocusStart) != nil
        case .continuousAutoFocus: control(.focusAuto) != nil
        }
    }

    /// How it focuses; nil where it does not.
    public var focusMode: FocusMode? {
        if isLocked(.focus) { return .locked }
        if isAdjustingFocus, value(of: .focusAuto) != 1 { return .autoFocus }
        if let isAutomatic = value(of: .focusAuto) {
            return isAutomatic == 1 ? .continuousAutoFocus : .locked
        }
        return isFocusModeSupported(.locked) ? .locked : nil
    }

    /// Sets how it focuses.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it cannot.
    public func setFocusMode(_ mode: FocusMode) throws(CaptureError) {
        try checkLock()
        guard isFocusModeSupported(mode) else { throw unsupported("focusMode \(mode)") }
        try setLocked(.focus, to: mode == .locked)
        if isLocked(.focus) { return }
        if mode != .locked { try lookAtFocusPoint() }
        if control(.focusAuto) != nil { try set(.focusAuto, to: mode == .continuousAutoFocus ? 1 : 0) }
        if mode == .autoFocus { try set(.autoFocusStart, to: 1) }
    }

    /// Whether the lens moves by itself at this moment; false where the camera does not say.
    public var isAdjustingFocus: Bool { value(of: .autoFocusStatus).map { $0 & 1 == 1 } ?? false }

    /// Whether the lens can be moved.
    public var isLockingFocusWithCustomLensPositionSupported: Bool { control(.focusAbsolute) != nil }

    /// Where the lens is: 0 for the nearest that the camera can focus on, 1 for the furthest; nil where it does not say.
    /// V4L2's `FOCUS_ABSOLUTE` has no unit and grows towards the near end.
    public var lensPosition: Double? {
        guard let control = control(.focusAbsolute), let value = value(of: .focusAbsolute) else { return nil }
        return 1 - control.share(of: value)
    }

    /// Locks the focus with the lens at a place.
    ///
    /// - Parameter lensPosition: 0 nearest … 1 furthest, or nil to leave it where it is.
    /// - Throws: ``CaptureError/Code/unsupported`` if the lens cannot be moved or the place is not in 0…1.
    public func setFocusModeLocked(lensPosition: Double?) throws(CaptureError) {
        try checkLock()
        guard let lensPosition else { return try setFocusMode(.locked) }
        guard let control = control(.focusAbsolute) else { throw unsupported("lensPosition") }
        guard (0...1).contains(lensPosition) else { throw outOfRange("lensPosition", "0 to 1") }
        try setLocked(.focus, to: false)
        if self.control(.focusAuto) != nil { try set(.focusAuto, to: 0) }
        try set(.focusAbsolute, to: control.value(share: 1 - lensPosition))
    }

    /// Whether the camera can be told how far away to look.
    public var isAutoFocusRangeRestrictionSupported: Bool { control(.autoFocusRange) != nil }

    /// How far away it looks for things to focus on; nil where it cannot be told.
    public var autoFocusRangeRestriction: AutoFocusRangeRestriction? {
        value(of: .autoFocusRange).map { AutoFocusRangeRestriction(rawValue: $0) ?? .none }
    }

    /// Sets how far away it looks.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it cannot be told.
    public func setAutoFocusRangeRestriction(_ restriction: AutoFocusRangeRestriction) throws(CaptureError) {
        try checkLock()
        try set(.autoFocusRange, to: restriction.rawValue)
    }
}
