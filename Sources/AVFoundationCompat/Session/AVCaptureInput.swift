public import Capture

/// Where a session takes frames from.
open class AVCaptureInput: AVObject, @unchecked Sendable {
    /// The library's own input.
    public let core: any CaptureInput
    private let portList = PortList()

    private static let wrappers = WrapperTable<AVCaptureInput>()

    /// Makes an input over one of the library's, such as a made camera of the module `Synthetic` where there is no other.
    public init(core: any CaptureInput) {
        self.core = core
        super.init()
        portList.ports = [Port(of: self, .video), Port(of: self, .metadataObject)]
        Self.wrappers.add(self, of: core)
    }

    /// The input with Apple's name for one of the library's, made again if nobody holds one.
    static func wrapping(_ core: any CaptureInput) -> AVCaptureInput {
        wrappers.wrapper(of: core) { AVCaptureDeviceInput(known: core) ?? AVCaptureInput(core: core) }
    }

    /// The port with Apple's class for one of the library's.
    static func port(_ port: CaptureInputPort, for mediaType: AVMediaType) -> Port? {
        wrappers.wrapper(of: port.input)?.ports.first { $0.mediaType == mediaType }
    }

    /// What connections of this input begin at: one for video, one for metadata objects.
    open var ports: [Port] { portList.ports }

    /// What the input delivers may be another format now.
    func formatsMayHaveChanged() {
        for port in ports { port.formatMayHaveChanged() }
    }

    /// Set once, when the input is made: ports know their input.
    private final class PortList: @unchecked Sendable {
        var ports: [Port] = []
    }
}
