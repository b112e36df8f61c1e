public import Capture

/// A way from the ports of an input to an output or a preview layer.
public final class AVCaptureConnection: AVObject, @unchecked Sendable {
    /// The library's own connection.
    public let core: CaptureConnection

    private static let wrappers = WrapperTable<AVCaptureConnection>()

    /// Makes a connection, which a session that has both ends takes with `addConnection(_:)`.
    public convenience init(inputPorts: [AVCaptureInput.Port], output: AVCaptureOutput) {
        self.init(core: CaptureConnection(inputPorts: inputPorts.compactMap(\.core), output: output.core))
        Self.wrappers.add(self, of: core)
    }

    /// Makes a connection to a preview layer, which a session that has both ends takes with `addConnection(_:)`.
    public convenience init(
        inputPort: AVCaptureInput.Port, videoPreviewLayer layer: AVCaptureVideoPreviewLayer
    ) {
        guard let port = inputPort.core else {
            raiseException(
                "*** -[AVCaptureConnection initWithInputPort:videoPreviewLayer:] the port has no input")
        }
        self.init(core: CaptureConnection(inputPort: port, videoPreviewLayer: layer.core))
        Self.wrappers.add(self, of: core)
    }

    init(core: CaptureConnection) {
        self.core = core
    }

    /// The connection with Apple's name for one of the library's.
    static func wrapping(_ core: CaptureConnection) -> AVCaptureConnection {
        wrappers.wrapper(of: core) { AVCaptureConnection(core: core) }
    }

    /// What it begins at.
    public var inputPorts: [AVCaptureInput.Port] {
        core.inputPorts.compactMap { AVCaptureInput.port($0, for: output?.mediaType ?? .video) }
    }

    /// Where it leads; nil of a preview layer's connection.
    public var output: AVCaptureOutput? { AVCaptureOutput.wrapping(core.output) }

    /// The preview layer it leads to; nil of an output's connection.
    public var videoPreviewLayer: AVCaptureVideoPreviewLayer? {
        core.videoPreviewLayer.flatMap(AVCaptureVideoPreviewLayer.wrapping)
    }

    /// Whether frames go through, default true. May be changed while the session runs.
    public var isEnabled: Bool {
        get { core.isEnabled }
        set {
            core.isEnabled = newValue
            didChange()
        }
    }

    /// Whether frames can go through: it is enabled, a session has it, and its camera is there. Observable.
    public var isActive: Bool { core.isActive }
}
