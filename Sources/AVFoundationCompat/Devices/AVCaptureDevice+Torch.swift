import Capture

extension AVCaptureDevice {
    /// Whether the camera has a lamp.
    public var hasTorch: Bool { core.hasTorch }
    /// Whether the lamp can be used now. Observable.
    public var isTorchAvailable: Bool { core.hasTorch }
    /// Whether it shines. Observable.
    public var isTorchActive: Bool { core.isTorchActive }
    /// How bright, 0…1. Observable.
    public var torchLevel: Float { Float(core.torchLevel) }

    /// Whether the lamp can do this.
    public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool {
        torchMode == .off || core.isTorchModeSupported(torchMode.core)
    }

    /// When the lamp shines. May be set under the lock. Observable.
    public var torchMode: TorchMode {
        get { TorchMode(rawValue: core.torchMode.rawValue) ?? .off }
        set {
            set("setTorchMode:", "use -isTorchModeSupported:", isAsItIs: newValue == torchMode) {
                () throws(CaptureError) in
                try core.setTorchMode(newValue.core)
            }
        }
    }

    /// Stands for the brightest that the lamp can shine.
    public static let maxAvailableTorchLevel = Float.greatestFiniteMagnitude

    /// Turns the lamp on.
    ///
    /// - Parameter torchLevel: How bright, above 0 up to 1, or ``maxAvailableTorchLevel``.
    /// - Throws: ``AVError`` if the lamp does not obey.
    public func setTorchModeOn(level torchLevel: Float) throws {
        let level = torchLevel == Self.maxAvailableTorchLevel ? 1 : torchLevel
        var failure: CaptureError?
        set("setTorchModeOnWithLevel:error:", "use -hasTorch") { () throws(CaptureError) in
            do throws(CaptureError) {
                try core.setTorchModeOn(level: Double(level))
            } catch {
                guard error.code == .deviceFailed else { throw error }
                failure = error
            }
        }
        if let failure { throw AVError(.torchLevelUnavailable, failure.message, of: self) }
    }

    /// Whether there is a lamp for photos: the torch, or the only flash of the machine.
    public var hasFlash: Bool { core.hasFlash }
    /// Whether that lamp can be used now.
    public var isFlashAvailable: Bool { core.isFlashAvailable }
}

extension AVCaptureDevice.TorchMode {
    fileprivate var core: CaptureDevice.TorchMode { CaptureDevice.TorchMode(rawValue: rawValue) ?? .off }
}
