import Dispatch
import Foundation
import Synchronization

/// A camera: what it can do, how it is set, and whether it may be used.
///
/// There is one object for each camera that is plugged in, whoever asks for it and however: what is set on it holds for
/// everybody, and for the stream that runs. An object is one plugging-in of a camera. Once unplugged it never comes back
/// to life; the camera that returns is a new object with the same ``uniqueID``. Properties are set between ``lockForConfiguration()`` and
/// ``unlockForConfiguration()`` by functions that throw (AVFoundation's setters raise exceptions): without the lock all of them
/// ``CaptureError/Code/notLockedForConfiguration``. A property that the camera does not have is nil, and its `is…Supported` is false.
public final class CaptureDevice: Sendable {
    /// The node it is at, such as `/dev/video0`; another after the next replugging, perhaps.
    public let path: String

    let system: DeviceSystem
    /// The node's file; nil where that is not known.
    let inode: UInt64?
    let state: Mutex<State>
    /// Held while exposure is set, so that what is measured on a frame does not change what somebody has set meanwhile.
    let exposureTurn = Mutex(())
    /// Held while the torch is set, for the same reason.
    let torchTurn = Mutex(())
    /// Where exposure is set by what frames show: a camera may take seconds to obey, and frames may not.
    let exposureQueue = DispatchQueue(label: "scanwatch.camera.exposure")
    /// Where observers are called.
    let observerQueue = DispatchQueue(label: "scanwatch.camera.observers")
    /// Where the torch is turned on and off as it is dark or not.
    let torchQueue = DispatchQueue(label: "scanwatch.camera.torch")

    struct State {
        /// What was found when the cameras were looked for last.
        var found: NodeDescription
        var isUnplugged = false
        /// The open node, as long as somebody holds it.
        weak var node: VideoNode?
        /// Holds the node open while the device is locked for configuration.
        var lock: VideoNode?
        /// How often it is locked.
        var locks = 0
        var formats: [Format]?
        var configuration = DeviceConfiguration()
        /// What the last stream was opened with.
        var openedStream: DeviceConfiguration.Stream?
        /// What the driver delivers, while there is a stream.
        var delivered: (format: V4L2Format, interval: FrameInterval?)?
        /// When a stream was opened or a control set last, on the drivers' clock.
        var lastSet = Duration.zero
        /// The input that has a stream of the camera, or is about to open one.
        weak var user: CaptureDeviceInput?
        /// Counts changes of the zoom, so that one that runs knows when another has begun.
        var zoomRampNumber = 0
        /// The change of the zoom that runs, and since when.
        var zoomRamp: (ramp: ZoomRamp, begin: ContinuousClock.Instant)?
        var torchLevel = 0.0
        /// The only lamp of the machine that is made for flashes; nil inside if there is none or several, outside if nobody has looked.
        var machinesFlash: TorchSource??
        /// While the torch shines when it is dark.
        var automaticTorch: AutomaticTorch?
        /// What was seen of the camera's own white balance.
        var whiteBalance = WhiteBalanceWatch()
        /// Whether it was told to find white once, and has not come to rest.
        var hasBegunWhiteBalance = false
        /// By how much the colours of a frame were from grey on the whole, and when.
        var grayWorld: (time: Duration, gains: ColorGains?)?
        /// The number of the frame that was metered last.
        var lastMeteredFrame: Int?
        /// Whether the camera is being set by what a frame showed.
        var isSettingExposure = false
        /// When it was last set by what a frame showed, on the clock of frames; nil if it was not.
        var exposureWasSet: Duration?
        /// Faces that the camera is to be told of, 0…1 of the unrotated picture; nil if it was told of the newest.
        var facesToFollow: [CGRect]?
        var subjectArea = SubjectAreaWatch()
        /// Who is told when what the camera sees has changed, by number.
        var subjectAreaObservers: [Int: AsyncStream<Void>.Continuation] = [:]
        /// Who is told when a property may have changed, by number.
        var observers: [Int: @Sendable () -> Void] = [:]
        var nextObserver = 0
        /// Whether the observers are about to be called.
        var tellsObservers = false
        /// Whether somebody listens to what the driver tells of its controls.
        var isWatched = false
    }

    /// Only a ``DeviceRegistry`` makes objects of cameras that were looked for.
    init(_ node: NodeDescription, system: DeviceSystem) {
        path = node.path
        inode = node.inode
        state = Mutex(State(found: node))
        self.system = system
    }

    private var found: NodeDescription { state.withLock { $0.found } }

    /// Names the camera over replugging and restarts: udev's by-id name, else its by-path name, else driver and bus. A USB
    /// camera without a serial number is named by its path, for another of its kind would have the same by-id name; so is one of those
    /// of which several with the same number were seen. Where udev makes its names a moment after the node, the next search for cameras finds them.
    public var uniqueID: String { identifiers[0] }
    /// The camera's own name.
    public var localizedName: String { found.name }
    /// Vendor and product of a USB camera, such as `046d:0825`; nil of cameras that are not on USB.
    public var modelID: String? { found.modelID }
    /// Who made it; nil where it does not say.
    public var manufacturer: String? { found.manufacturer }
    /// Every name that it is known by, ``uniqueID`` first.
    var identifiers: [String] { found.identifiers }

    /// Whether the camera is still plugged in. Once false it stays so, also when the camera comes back.
    public var isConnected: Bool {
        let isThere = inode == nil || NodeDescription.inode(of: path) == inode
        return state.withLock { state in
            if !isThere { state.isUnplugged = true }
            return !state.isUnplugged
        }
    }

    /// The camera for messages: its node and name.
    var title: String { "\(path) (\(localizedName))" }
}

extension CaptureDevice: CustomStringConvertible {
    /// The camera's name and node.
    public var description: String { "\(localizedName) at \(path)" }
}
