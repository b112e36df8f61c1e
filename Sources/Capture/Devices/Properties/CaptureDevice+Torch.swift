import Synchronization

extension CaptureDevice {
    /// When a torch shines; AVFoundation's names.
    public enum TorchMode: Int, Sendable, Hashable, CaseIterable {
        /// Never.
        case off = 0
        /// Always.
        case on = 1
        /// When it is dark: the picture stays so for two seconds and a half whatever exposure does, until there is light
        /// besides the torch's own. It is told by the luma of a session's frames (of Motion JPEG as said at
        /// ``CaptureDevice/isExposurePointOfInterestSupported``); without any the torch is off. Where the camera exposes by
        /// itself and does not tell how, only light that makes the picture brighter still turns it off.
        case auto = 2
    }

    /// The lamp that serves as torch; nil if there is none.
    public var torchSource: TorchSource? {
        state.withLock { $0.configuration.torch }
            ?? (control(.flashLEDMode) == nil ? nil : .flash(path: path))
    }

    /// Says which lamp serves as torch; nil leaves only one that the camera itself has.
    ///
    /// - Throws: ``CaptureError/Code/notLockedForConfiguration``.
    public func setTorchSource(_ source: TorchSource?) throws(CaptureError) {
        try checkLock()
        state.withLock {
            $0.configuration.torch = source
            $0.torchLevel = 0
            $0.automaticTorch = nil
        }
        propertiesChanged()
    }

    /// Whether there is a lamp.
    public var hasTorch: Bool { torchSource != nil }

    /// Whether the torch can do this.
    public func isTorchModeSupported(_ mode: TorchMode) -> Bool { hasTorch }

    /// When it shines, as it was set last.
    public var torchMode: TorchMode {
        state.withLock { $0.automaticTorch != nil ? .auto : $0.torchLevel > 0 ? .on : .off }
    }
    /// How bright it is, 0…1; 1 whenever it shines in ``TorchMode/auto``.
    public var torchLevel: Double { state.withLock { $0.torchLevel } }
    /// Whether it shines.
    public var isTorchActive: Bool { torchLevel > 0 }

    /// Turns the torch on, as bright as it can be, or off, or leaves that to the light there is.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it cannot do this; ``CaptureError/Code/deviceFailed`` if the lamp
    ///   does not obey.
    public func setTorchMode(_ mode: TorchMode) throws(CaptureError) {
        try setTorch(level: mode == .on ? 1 : 0, isAutomatic: mode == .auto)
    }

    /// Turns the torch on.
    ///
    /// - Parameter level: How bright, above 0 up to 1.
    /// - Throws: As ``setTorchMode(_:)``.
    public func setTorchModeOn(level: Double) throws(CaptureError) {
        guard level > 0, level <= 1 else { throw outOfRange("torchLevel", "above 0 and at most 1") }
        try setTorch(level: level)
    }

    private func setTorch(level: Double, isAutomatic: Bool = false) throws(CaptureError) {
        try checkLock()
        guard let source = torchSource else { throw unsupported("torch") }
        try torchTurn.withLock { (_) throws(CaptureError) in
            disturbSubjectArea()
            try source.set(level: level, system: system)
            state.withLock { state in
                state.torchLevel = level
                state.automaticTorch = isAutomatic ? AutomaticTorch() : nil
            }
        }
        propertiesChanged()
    }
}
