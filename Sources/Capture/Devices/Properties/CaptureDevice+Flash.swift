import Synchronization

extension CaptureDevice {
    /// The lamp that lights photos: the torch, if there is one, or else the only lamp of the machine that is made for flashes,
    /// unless the camera looks at whoever uses it. Nil if there is none.
    ///
    /// The machine's lamps are looked for once.
    var flashSource: TorchSource? {
        if let torchSource { return torchSource }
        guard position != .front else { return nil }
        if let found = state.withLock({ $0.machinesFlash }) { return found }
        let flashes = TorchSource.flashes(of: system)
        let found = flashes.count == 1 ? flashes.first : nil
        state.withLock { $0.machinesFlash = .some(found) }
        return found
    }

    /// Whether there is a lamp for photos: one that ``torchSource`` names, the camera's own, or the only flash of the machine.
    public var hasFlash: Bool { flashSource != nil }

    /// Whether that lamp is there and may be used.
    public var isFlashAvailable: Bool { flashSource?.isUsable(system) ?? false }
}

/// A lamp that was lit for a photo, and goes out with this value.
struct PhotoFlash: ~Copyable {
    private let device: CaptureDevice
    private let source: TorchSource
    private let isFlash: Bool

    private init(device: CaptureDevice, source: TorchSource, isFlash: Bool) {
        (self.device, self.source, self.isFlash) = (device, source, isFlash)
    }

    /// Lights a camera's lamp as bright as it can be.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if there is none, ``CaptureError/Code/deviceFailed`` if it does not obey; it is as
    ///   it was then.
    static func lit(of device: CaptureDevice) throws(CaptureError) -> PhotoFlash {
        guard let source = device.flashSource else { throw device.unsupported("flash") }
        do throws(CaptureError) {
            let isFlash = try device.torchTurn.withLock { (_) throws(CaptureError) in
                let isFlash = try source.flash(device.system)
                if !isFlash { try source.set(level: 1, system: device.system) }
                return isFlash
            }
            return PhotoFlash(device: device, source: source, isFlash: isFlash)
        } catch {
            end(source, of: device, isFlash: true)
            throw error
        }
    }

    /// - Throws: ``CaptureError/Code/deviceFailed`` if the hardware says that something went wrong.
    func check() throws(CaptureError) {
        guard isFlash, let fault = source.flashFault(device.system) else { return }
        throw CaptureError(.deviceFailed, "the flash of \(device.title) failed: \(fault)")
    }

    deinit { Self.end(source, of: device, isFlash: isFlash) }

    /// Has the lamp as somebody wants it as a torch, which is out as a rule. What does not obey any more ends by itself if it can.
    private static func end(_ source: TorchSource, of device: CaptureDevice, isFlash: Bool) {
        device.torchTurn.withLock { _ in
            if isFlash { try? source.endFlash(device.system) }
            let level = device.torchLevel
            if !isFlash || level > 0 { try? source.set(level: level, system: device.system) }
        }
    }
}
