public import MetadataOutput
import Synchronization

/// A way from the ports of inputs to an output.
public final class CaptureConnection: Sendable {
    /// Where its frames come from.
    public let inputPorts: [CaptureInputPort]
    /// Where they go.
    public let output: any CaptureOutput

    private let enabled = Mutex(true)

    /// Makes a connection; a session that has both ends takes it with `addConnection(_:)`.
    public init(inputPorts: [CaptureInputPort], output: any CaptureOutput) {
        self.inputPorts = inputPorts
        self.output = output
    }

    /// Whether frames go through, default true. May be changed while the session runs.
    public var isEnabled: Bool {
        get { enabled.withLock { $0 } }
        set { enabled.withLock { $0 = newValue } }
    }
}
