import Capture
import Synchronization

extension AVCaptureDevice {
    /// The cameras that are there.
    static var all: [AVCaptureDevice] {
        watchForChanges()
        return CameraSource.current.devices().map(wrapping)
    }

    /// The cameras that are there, for a kind of media; older code asks so.
    public static func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        mediaType == .video ? all : []
    }

    /// The first camera that this process may open, else the first one there is; nil if there is none, or for other
    /// media.
    public static func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        let devices = devices(for: mediaType)
        return devices.first { $0.core.authorizationStatus == .authorized } ?? devices.first
    }

    /// The ``userPreferredCamera`` as long as it is there, else the same as ``default(for:)``.
    public static var systemPreferredCamera: AVCaptureDevice? {
        let preferred = userPreferredCamera
        return preferred.flatMap { all.contains($0) ? $0 : nil } ?? `default`(for: .video)
    }

    /// The camera that the program has set here when a person chose it; kept as long as the program runs. Nil at first.
    public static var userPreferredCamera: AVCaptureDevice? {
        get { preferred.withLock { $0 } }
        set { preferred.withLock { $0 = newValue } }
    }

    private static let preferred = Mutex<AVCaptureDevice?>(nil)

    /// The first camera of a type at a position, as a ``DiscoverySession`` finds it.
    public static func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        matching([deviceType], mediaType, position).first
    }

    /// Cameras of some types at a position, in the order of the types.
    ///
    /// A camera on USB seldom says where it looks. As long as no camera that is there does, each answers to both
    /// positions, and to `.builtInWideAngleCamera`: the first one comes first at the back, and last at the front.
    static func matching(
        _ types: [DeviceType], _ mediaType: AVMediaType?, _ position: Position
    ) -> [AVCaptureDevice] {
        guard mediaType == nil || mediaType == .video else { return [] }
        let devices = all
        let exact = types.flatMap { type in
            devices.filter {
                $0.deviceType == type && (position == .unspecified || $0.position == position)
            }
        }
        let isGeneral = types.contains(.builtInWideAngleCamera) || types.contains(.external)
        guard exact.isEmpty, isGeneral, devices.allSatisfy({ $0.position == .unspecified }) else {
            return exact
        }
        return position == .front ? devices.reversed() : devices
    }

    /// Cameras of some types at a position, as they are there.
    public final class DiscoverySession: AVObject, @unchecked Sendable {
        private let types: [DeviceType]
        private let mediaType: AVMediaType?
        private let position: Position

        /// Makes a search.
        ///
        /// - Parameters:
        ///   - deviceTypes: What kinds of cameras; the order is that of the result.
        ///   - mediaType: What they give; nil for anything.
        ///   - position: Where they look; `.unspecified` for anywhere.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            (types, self.mediaType, self.position) = (deviceTypes, mediaType, position)
            super.init()
            DeviceWatch.shared.add(self)
        }

        /// The cameras that are there now. Observable.
        public var devices: [AVCaptureDevice] { matching(types, mediaType, position) }

        /// Sets of cameras that can be used at once: all of them, if there are several.
        public var supportedMultiCamDeviceSets: [Set<AVCaptureDevice>] {
            let devices = Set(devices)
            return devices.count > 1 ? [devices] : []
        }
    }
}

/// What finds the one object of a camera by an initializer.
public protocol AVCaptureDeviceByID {}

extension AVCaptureDevice: AVCaptureDeviceByID {}

extension AVCaptureDeviceByID where Self == AVCaptureDevice {
    /// The camera with this `uniqueID`; nil if it is not there.
    public init?(uniqueID deviceUniqueID: String) {
        guard let device = AVCaptureDevice.all.first(where: { $0.uniqueID == deviceUniqueID }) else {
            return nil
        }
        self = device
    }
}
