import Capture
import MetadataOutput
import Synthetic

/// A camera that is to be watched, and how it is to be set.
struct CameraRequest: Sendable, Hashable {
    /// Its node, id, name or address as it was given; nil for the first camera there is.
    let name: String?
    let format: FormatRequest
    let controls: [CameraSetting]
    /// What is to be said of it if it is a network camera.
    var network = NetworkCameraSettings()

    /// What stands before the name of a scene in place of a camera.
    static let scenePrefix = "synthetic:"

    /// What the pictures of a scene can come as, under the kernel's names.
    enum SceneFormat: String {
        case nv12 = "NV12"
        case motionJPEG = "MJPG"
        case grey = "GREY"

        /// - Parameter stills: Encodes JPEGs.
        func format(_ stills: any StillMaker) -> SyntheticCamera.Format {
            switch self {
            case .nv12: .nv12
            case .motionJPEG: .motionJPEG(stills)
            case .grey: .grey
            }
        }
    }

    /// An input that looks for the camera when it is opened, or a scene.
    ///
    /// - Parameters:
    ///   - stills: Encodes the pictures of a scene, if they are to be JPEGs.
    ///   - streams: Speaks with network cameras.
    ///   - isSearched: Whether its pictures have to be such as can be looked into, or can be H.264.
    func makeInput(
        stills: any StillMaker, streams: any NetworkStreamDecoder, isSearched: Bool = true
    ) -> any CaptureInput {
        if let input = networkInput(streams) { return input }
        if let name, name.hasPrefix(Self.scenePrefix),
            let scene = NamedScene(String(name.dropFirst(Self.scenePrefix.count)))
        {
            let pixels = format.pixelFormat.flatMap { SceneFormat(rawValue: $0.name) } ?? .nv12
            let size = format.size ?? FormatRequest.Size(width: 640, height: 480)
            return SyntheticCamera(
                live: scene.scene(
                    width: size.width, height: size.height, framesPerSecond: format.frameRate ?? 30),
                format: pixels.format(stills),
                sourceName: name)
        }
        var format = format
        format.allowsVideoCodecs = !isSearched
        return CaptureDeviceInput(matching: name) { [format, controls] device throws(CaptureError) in
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            try device.setActiveFormat(fitting: format)
            for setting in controls { try device.setControl(setting.name, to: setting.value) }
        }
    }
}
