public import Capture
import Synchronization

/// A camera. There is one object for each plugging-in of a camera; it never comes back to life after it was unplugged.
///
/// Properties may be set between ``lockForConfiguration()`` and ``unlockForConfiguration()`` only. A program that sets
/// one without the lock, or to a value that the camera does not have, ends with AVFoundation's words; a camera that
/// fails or is gone takes nothing and says nothing. Under the lock a property may be set to the value that it has, also of a
/// camera that has nothing to set there.
public final class AVCaptureDevice: AVObject, @unchecked Sendable {
    /// The library's own device, which has more properties, and whose setters throw.
    public let core: CaptureDevice
    private let observation = Mutex<CaptureDevice.Observation?>(nil)
    /// What the program is just setting, and whether something happened meanwhile of which nobody has told.
    private let changes = Mutex<(underWay: Int, areUnseen: Bool)>((0, false))

    /// A device that somebody may have.
    private struct Known {
        weak var device: AVCaptureDevice?
        /// The same as long as it is plugged in.
        var held: AVCaptureDevice?
    }

    private static let known = Mutex<[Known]>([])

    private let subjectAreaChanges = Mutex<Task<Void, Never>?>(nil)

    private init(core: CaptureDevice) {
        self.core = core
        super.init()
        subjectAreaChanges.withLock { $0 = Self.postSubjectAreaChanges(of: core, by: self) }
    }

    deinit { subjectAreaChanges.withLock { $0?.cancel() } }

    /// The device with Apple's name for one of the library's; the same one as long as it is plugged in, or anybody has it.
    public static func wrapping(_ core: CaptureDevice) -> AVCaptureDevice {
        // What is let go of ends outside of the lock: its observers' ends may be asked for devices again.
        let (device, gone) = known.withLock { known in
            var gone: [AVCaptureDevice] = []
            if let device = known.lazy.compactMap(\.device).first(where: { $0.core === core }) {
                return (device, gone)
            }
            for index in known.indices where known[index].held?.core.isConnected == false {
                if let device = known[index].held.take() { gone.append(device) }
            }
            known.removeAll { $0.device == nil }
            let device = AVCaptureDevice(core: core)
            known.append(Known(device: device, held: device))
            return (device, gone)
        }
        withExtendedLifetime(gone) {}
        return device
    }

    override func observersChanged() {
        keep(observation) { core.observe { [weak self] in self?.changedByItself() } }
    }

    // MARK: - What it is

    /// Names the camera over replugging and restarts.
    public var uniqueID: String { core.uniqueID }
    /// Vendor and product of a USB camera, such as `046d:0825`; its name where it has none.
    public var modelID: String { core.modelID ?? core.localizedName }
    /// The camera's own name.
    public var localizedName: String { core.localizedName }
    /// Who made it; empty where it does not say.
    public var manufacturer: String { core.manufacturer ?? "" }
    /// Whether it is still plugged in. Observable.
    public var isConnected: Bool { core.isConnected }
    /// Whether another program has it. Observable.
    public var isInUseByAnotherApplication: Bool { core.isInUseByAnotherApplication }
    /// Whether it sleeps. No camera here says so.
    public var isSuspended: Bool { false }
    /// Whether it is made of several cameras; false.
    public var isVirtualDevice: Bool { false }
    /// The cameras it is made of; none.
    public var constituentDevices: [AVCaptureDevice] { [] }

    /// Whether it gives this kind of media.
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .video }

    /// Whether it has a format for a preset.
    public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
        preset.core.map(core.supportsSessionPreset) ?? false
    }

    // MARK: - The lock

    /// Takes the right to set properties.
    ///
    /// - Throws: ``AVError`` if another program holds it, or the camera cannot be opened.
    public func lockForConfiguration() throws {
        do throws(CaptureError) {
            try core.lockForConfiguration()
        } catch {
            throw AVError(error, of: self)
        }
    }

    /// Gives the right back, with the last of as many calls as there were of ``lockForConfiguration()``.
    public func unlockForConfiguration() { core.unlockForConfiguration() }

    /// Tells observers what the camera has done; what the program is just doing is told by its own thread.
    private func changedByItself() {
        let isUnderWay = changes.withLock { changes in
            if changes.underWay > 0 { changes.areUnseen = true }
            return changes.underWay > 0
        }
        if !isUnderWay { didChange() }
    }

    private func endChange() {
        let areUnseen = changes.withLock { changes in
            changes.underWay -= 1
            guard changes.underWay == 0 else { return false }
            defer { changes.areUnseen = false }
            return changes.areUnseen
        }
        // The camera may have done something of its own since.
        if areUnseen { core.propertiesChanged() }
    }

    /// Sets something that a program may set wrongly.
    ///
    /// - Parameters:
    ///   - selector: What is called, in the words of the exception.
    ///   - advice: What to ask before, in the words of the exception.
    ///   - isAsItIs: Whether it is the value that is reported: of a camera that has no such property nothing is done then.
    func set(
        _ selector: String, _ advice: String = "", isAsItIs: @autoclosure () -> Bool = false,
        _ body: () throws(CaptureError) -> Void
    ) {
        changes.withLock { $0.underWay += 1 }
        defer { endChange() }
        do throws(CaptureError) {
            try body()
            didChange()
        } catch {
            // What is not there because the camera is not there is nobody's mistake.
            guard error.isProgrammers, core.isAnswering else { return }
            if error.code == .unsupported, isAsItIs() { return }
            guard error.code == .notLockedForConfiguration else {
                raiseException(
                    "*** -[AVCaptureDevice \(selector)] \(error.message)\(advice.isEmpty ? "" : " - \(advice)")"
                )
            }
            raiseException(
                "*** -[AVCaptureDevice \(selector)] May not be called without first successfully gaining exclusive "
                    + "ownership of this device using -lockForConfiguration:", named: .generic)
        }
    }
}

extension CaptureError {
    /// Whether it says that the program did what it may not.
    fileprivate var isProgrammers: Bool { code == .unsupported || code == .notLockedForConfiguration }
}
