import Synchronization

/// A camera: what it can do, how it is set, and whether it may be used.
///
/// An object is one plugging-in of a camera. Once unplugged it never comes back to life; the camera that returns is
/// a new object with the same ``uniqueID``. Properties are set between ``lockForConfiguration()`` and
/// ``unlockForConfiguration()`` by functions that throw (AVFoundation's setters raise exceptions). A property that
/// the camera does not have is nil, and its `is…Supported` is false.
public final class CaptureDevice: Sendable {
    /// Names the camera over replugging and restarts: udev's by-id name, else its by-path name, else driver and bus.
    public let uniqueID: String
    /// The camera's own name.
    public let localizedName: String
    /// Vendor and product of a USB camera, such as `046d:0825`.
    public let modelID: String?
    /// Who made it, where it says so.
    public let manufacturer: String?
    /// The node it is at now, such as `/dev/video0`; another after the next replugging, perhaps.
    public let path: String

    /// Every name that it is known by, ``uniqueID`` first.
    let identifiers: [String]
    let system: DeviceSystem
    let state = Mutex(State())

    struct State {
        /// The open node, as long as somebody holds it.
        weak var node: VideoNode?
        /// Holds the node open while the device is locked for configuration.
        var lock: VideoNode?
        var formats: [Format]?
        /// What was asked for by `setActiveFormat`.
        var wantedFormat: Format?
        /// What was asked for by the setters of frame durations.
        var wantedInterval: FrameInterval?
        /// What the driver delivers, while there is a stream.
        var delivered: (format: V4L2Format, interval: FrameInterval?)?
        /// Values that controls are to have after a reconnection.
        var settings: [ControlID: Int] = [:]
        var zoom = SoftwareZoom()
        /// Counts changes of the zoom, so that one that runs knows when another has begun.
        var zoomRamp = 0
        var isRampingZoom = false
        var torch: TorchSource?
        var torchLevel = 0.0
    }

    init(_ node: NodeDescription, system: DeviceSystem) {
        identifiers = node.identifiers
        uniqueID = node.identifiers[0]
        localizedName = node.name
        modelID = node.modelID
        manufacturer = node.manufacturer
        path = node.path
        self.system = system
    }

    /// The camera for messages: its node and name.
    var title: String { "\(path) (\(localizedName))" }
}

extension CaptureDevice: CustomStringConvertible {
    /// The camera's name and node.
    public var description: String { "\(localizedName) at \(path)" }
}
