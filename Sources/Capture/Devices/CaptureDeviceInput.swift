import Synchronization

/// A camera as an input of a session.
///
/// After a stream has ended, whatever the reason, the next one finds the camera again by its
/// ``CaptureDevice/uniqueID``, wherever it is plugged in by then, and gives it the format and the settings that it had.
public final class CaptureDeviceInput: CaptureInput {
    /// The source's name in records: the camera's node, or what the user called it by.
    public let sourceName: String
    private let system: DeviceSystem
    /// What a person called the camera, to find it the first time; nil for the first one that is there.
    private let name: String?
    /// Sets the camera that was found the first time.
    private let configure: @Sendable (CaptureDevice) throws(CaptureError) -> Void
    private let current: Mutex<CaptureDevice?>
    /// Whether the camera has had a stream, so that it must be looked for again.
    private let isUsed = Mutex(false)
    private let presence = Mutex(Presence())

    /// What was found when the nodes were last looked at.
    private struct Presence {
        var nodes: [String: NodeStamp]?
        var isConnected = false
    }

    /// Makes an input of a camera.
    ///
    /// - Parameters:
    ///   - device: The camera; nil stands for the first one that is there when the stream is opened.
    ///   - sourceName: Its name in records; the node's path (`default` for nil) if nothing is given.
    public convenience init(device: CaptureDevice?, sourceName: String? = nil) {
        self.init(device: device, sourceName: sourceName, system: device?.system ?? DeviceSystem())
    }

    /// Makes an input of a camera that need not be there yet.
    ///
    /// - Parameters:
    ///   - name: As of ``CaptureDevice/device(matching:)``, and the source's name in records; nil stands for the
    ///     first camera that is there when the stream is opened.
    ///   - configure: Chooses format and properties once, when the camera is opened for the first time.
    public convenience init(
        matching name: String?,
        configure: @escaping @Sendable (CaptureDevice) throws(CaptureError) -> Void = { _ in }
    ) {
        let path = name == nil ? CaptureDevice.default()?.path : nil
        self.init(
            device: nil, sourceName: name ?? path, system: DeviceSystem(), matching: name,
            configure: configure)
    }

    init(
        device: CaptureDevice?, sourceName: String?, system: DeviceSystem, matching name: String? = nil,
        configure: @escaping @Sendable (CaptureDevice) throws(CaptureError) -> Void = { _ in }
    ) {
        self.sourceName = sourceName ?? device?.path ?? "default"
        self.system = system
        self.name = name
        self.configure = configure
        current = Mutex(device)
    }

    /// The camera; another object after each reconnection. Nil as long as there has been none.
    public var device: CaptureDevice? { current.withLock { $0 } }

    /// Whether the camera is there, wherever it is plugged in. The cameras are asked only when a node has come, gone
    /// or changed its permissions since the last time.
    public var isConnected: Bool {
        let nodes = system.nodes()
        return presence.withLock { presence in
            if presence.nodes != nodes { presence = Presence(nodes: nodes, isConnected: foundDevice != nil) }
            return presence.isConnected
        }
    }

    /// Opens the camera and starts it.
    ///
    /// - Throws: ``CaptureError`` with what is in the way: not connected, not permitted, in use, no room on the bus,
    ///   a setting that the camera did not take.
    public func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
        let device = try connectedDevice()
        isUsed.withLock { $0 = true }
        let stream = try device.openStream(preset: preset)
        do {
            try device.restoreSettings()
        } catch {
            stream.close()
            throw error
        }
        return stream
    }

    private func connectedDevice() throws(CaptureError) -> CaptureDevice {
        guard let known = device else { return try firstDevice() }
        if !isUsed.withLock({ $0 }) { return known }
        guard let found = foundDevice else {
            throw CaptureError(.deviceNotConnected, "\(known.localizedName) is not connected")
        }
        found.takeConfiguration(of: known)
        current.withLock { $0 = found }
        return found
    }

    private func firstDevice() throws(CaptureError) -> CaptureDevice {
        let found: CaptureDevice
        if let name {
            found = try CaptureDevice.device(matching: name, of: system)
        } else if let device = CaptureDevice.default(of: system) {
            found = device
        } else {
            throw CaptureError(.deviceNotConnected, "no camera is connected")
        }
        try configure(found)
        current.withLock { $0 = found }
        return found
    }

    /// The camera as it is plugged in now.
    private var foundDevice: CaptureDevice? {
        guard let known = device else {
            return name.map { try? CaptureDevice.device(matching: $0, of: system) }
                ?? CaptureDevice.default(of: system)
        }
        return CaptureDevice(uniqueID: known.uniqueID, system: system)
    }
}
