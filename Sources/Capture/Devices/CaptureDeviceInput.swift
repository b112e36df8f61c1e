import Synchronization

/// A camera as an input of a session.
///
/// The input follows its camera: when that was unplugged and is back, under whatever node, the next stream finds it by
/// its ``CaptureDevice/uniqueID`` (a new ``device`` then) and gives it the format and the settings that it had. One that was named
/// by its port, a link in `/dev/v4l/by-path`, may also be replaced by another camera there, which is set as at the beginning.
public final class CaptureDeviceInput: CaptureInput {
    /// The source's name in records: the camera's node, or what the user called it by.
    public let sourceName: String
    private let system: DeviceSystem
    /// What a person called the camera, to find it the first time; nil for the first one that is there.
    private let name: String?
    /// Sets a camera that was found for the first time.
    private let configure: @Sendable (CaptureDevice) throws(CaptureError) -> Void
    private let state: Mutex<State>
    private let presence = Mutex(Presence())

    private struct State {
        var device: CaptureDevice?
        /// Whether ``configure`` is at work; the stream that is opened next has what it sets.
        var isConfiguring = false
        var changeHandler: StreamChangeHandler?
        var bufferCount = CameraStream.fewestBuffers
    }

    /// What was found when the nodes were last looked at.
    private struct Presence {
        var nodes: [String: NodeStamp]?
        var device: CaptureDevice?
        var time = ContinuousClock.now

        /// A driver may say of a camera that it is gone while its node stays.
        var isConnected: Bool { device?.isConnected ?? false }

        /// Of a camera that was not found: a driver may be busy for a moment, and a virtual camera becomes one without its node
        /// changing when somebody writes to it.
        static let longestAbsence = Duration.seconds(2)

        func holds(for nodes: [String: NodeStamp]) -> Bool {
            self.nodes == nodes && (isConnected || .now - time < Self.longestAbsence)
        }
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
    ///   - configure: Chooses format and properties once, when the camera is opened for the first time; again of another that has
    ///     taken its place.
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
        state = Mutex(State(device: device))
    }

    /// The camera; another object after each replugging. Nil as long as there has been none.
    public var device: CaptureDevice? { state.withLock { $0.device } }

    /// Where the camera looks; unspecified as long as there is none.
    public var position: CaptureDevice.Position { device?.position ?? .unspecified }

    /// Whether the camera is there, wherever it is plugged in. The cameras are asked only when a node has come, gone
    /// or changed its permissions since the last time, when it was not there some seconds ago, or when its driver has said that it
    /// is gone.
    public var isConnected: Bool {
        let nodes = system.nodes()
        return presence.withLock { presence in
            if !presence.holds(for: nodes) {
                presence = Presence(nodes: nodes, device: try? foundDevice())
            }
            return presence.isConnected
        }
    }

    /// Why the camera cannot be found; nil if it is there.
    public var connectionError: CaptureError? {
        do throws(CaptureError) {
            _ = try foundDevice()
            return nil
        } catch {
            return error
        }
    }

    /// Opens the camera and starts it.
    ///
    /// - Throws: ``CaptureError`` with what is in the way: not connected, not permitted, in use, no room on the bus,
    ///   a setting that the camera did not take.
    public func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
        let device = try foundDevice()
        try device.reserve(for: self)
        do throws(CaptureError) {
            try settle(on: device)
            let stream = try device.openStream(
                preset: preset, bufferCount: self.state.withLock { $0.bufferCount })
            do {
                try device.restoreSettings()
            } catch {
                stream.close()
                throw error
            }
            return stream
        } catch {
            device.streamEnded()
            throw error
        }
    }

    /// Has streams that are opened from now on ask for at least so many buffers: who takes every picture in its order needs
    /// more than who takes the newest.
    func needBuffers(_ count: Int) {
        state.withLock { $0.bufferCount = max($0.bufferCount, count) }
    }

    /// Makes a camera that was found the input's own.
    private func settle(on found: CaptureDevice) throws(CaptureError) {
        if let known = device, known === found || found.identifiers.contains(known.uniqueID) {
            if known !== found { found.takeConfiguration(of: known) }
        } else {
            state.withLock { $0.isConfiguring = true }
            defer { state.withLock { $0.isConfiguring = false } }
            try configure(found)
        }
        state.withLock { $0.device = found }
    }

    /// The camera as it is plugged in now.
    private func foundDevice() throws(CaptureError) -> CaptureDevice {
        if let known = device {
            if known.isConnected { return known }
            if let found = CaptureDevice.device(uniqueID: known.uniqueID, of: system) { return found }
            // Who has named a port means whatever camera is there.
            if let name, name.hasPrefix("\(system.folders.nodes)/v4l/by-path/"),
                let found = try? CaptureDevice.device(matching: name, of: system)
            {
                return found
            }
            throw CaptureError(.deviceNotConnected, "\(known.localizedName) is not connected")
        }
        if let name { return try CaptureDevice.device(matching: name, of: system) }
        if let device = CaptureDevice.default(of: system) { return device }
        throw CaptureError(.deviceNotConnected, "no camera is connected")
    }
}

extension CaptureDeviceInput: AdjustableInput {
    var configuration: DeviceConfiguration {
        get { device?.state.withLock { $0.configuration } ?? DeviceConfiguration() }
        set { device?.state.withLock { $0.configuration = newValue } }
    }

    var wantedStream: DeviceConfiguration.Stream {
        get { configuration.stream }
        set { device?.state.withLock { $0.configuration.stream = newValue } }
    }

    var openedStream: DeviceConfiguration.Stream? { device?.state.withLock { $0.openedStream } }

    func setChangeHandler(_ handler: @escaping StreamChangeHandler) {
        state.withLock { $0.changeHandler = handler }
    }

    /// Has the running stream opened anew.
    func streamConfigurationChanged() throws(CaptureError) {
        try state.withLock { $0.isConfiguring ? nil : $0.changeHandler }?()
    }
}

extension CaptureInput {
    /// The camera behind it; nil of other sources, and as long as there has been none.
    package var camera: CaptureDevice? { (self as? CaptureDeviceInput)?.device }
}
