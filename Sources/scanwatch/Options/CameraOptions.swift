import ArgumentParser
import Capture
import Synthetic

/// A camera to watch, and how it is to be set.
struct CameraOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Watch this camera: its path, id or name as 'scanwatch devices' prints them, or its position; may be \
            repeated (default: the first camera found). rtsp://host/ is a network camera that sends video, \
            http:// or https:// one that sends Motion JPEG or single pictures, and name=rtsp://host/ gives it a name; \
            synthetic:code is a made one that shows a moving code.
            """, valueName: "path|id|name|address"))
    var device: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Say where a camera is that does not say so itself, and what kind it is: front, back or unspecified, \
            external or another name of AVFoundation's; may be repeated.
            """, valueName: "id=position:side,type:kind"))
    var cameras: [CameraPlacement] = []

    @Option(
        help: ArgumentHelp(
            "Size of the camera's pictures (default: the largest that reaches the frame rate).",
            valueName: "WxH"))
    var size: CameraSize?

    @Option(
        help: ArgumentHelp(
            """
            Frames per second (default: 30 if the camera supports it; of a network camera all that it sends, or five \
            single pictures).
            """, valueName: "rate"))
    var fps: Double?

    @Option(
        help: ArgumentHelp(
            "Pixel format of the camera: YUYV, MJPG and so on (default: the fastest to read).",
            valueName: "code"))
    var pixelFormat: PixelFormat?

    @Option(
        help: ArgumentHelp(
            "Set a control of the camera; 'scanwatch devices' prints their names; may be repeated.",
            valueName: "name=value"))
    var control: [CameraSetting] = []

    @OptionGroup
    var network: NetworkOptions

    func validate() throws {
        if let twice = sourceNames.first(where: { name in sourceNames.count { $0 == name } > 1 }) {
            throw ValidationError("The camera '\(twice)' is given twice.")
        }
        guard fps.map({ (0.001...100_000).contains($0) }) ?? true else {
            throw ValidationError("--fps must be between 0.001 and 100000.")
        }
        try checkScenes()
        try checkAddresses()
    }

    /// - Throws: `ValidationError` if a made camera cannot be made so.
    private func checkScenes() throws {
        let scenes = device.filter { $0.hasPrefix(CameraRequest.scenePrefix) }
        for scene in scenes where NamedScene(String(scene.dropFirst(CameraRequest.scenePrefix.count))) == nil
        {
            throw ValidationError(
                """
                There is no scene '\(scene)'; there are \(NamedScene.Kind.allCases.map(\.rawValue).joined(separator: ", ")), \
                and each with a text of up to 100 bytes, such as synthetic:code=hello.
                """)
        }
        guard !scenes.isEmpty else { return }
        guard
            size.map({ $0.size.isOfScenes }) ?? true, fps ?? 30 <= 240
        else {
            throw ValidationError(
                "A made camera has 64 to 4096 pixels a side, an even number, and up to 240 frames a second.")
        }
        guard pixelFormat.map({ CameraRequest.SceneFormat(rawValue: $0.name) != nil }) ?? true else {
            throw ValidationError("A made camera has the pixel formats NV12, MJPG and GREY.")
        }
        guard control.isEmpty else { throw ValidationError("A made camera has no controls.") }
    }

    /// Whether anything is asked of a camera.
    var isGiven: Bool {
        !device.isEmpty || size != nil || fps != nil || pixelFormat != nil || !control.isEmpty
    }

    /// The cameras to watch.
    var requests: [CameraRequest] {
        let format = FormatRequest(size: size?.size, frameRate: fps, pixelFormat: pixelFormat)
        let names: [String?] = device.isEmpty ? [nil] : device
        var settings = NetworkCameraSettings()
        (settings.netrc, settings.certificates) = (network.netrc, network.cacert)
        if let fps { (settings.snapshotRate, settings.maximumFrameRate) = (fps, fps) }
        return names.map { CameraRequest(name: $0, format: format, controls: control, network: settings) }
    }
}

extension FormatRequest.Size {
    /// Whether scenes can have it: colours are of two by two pixels.
    fileprivate var isOfScenes: Bool {
        [width, height].allSatisfy { (64...4096).contains($0) && $0.isMultiple(of: 2) }
    }
}

/// The argument of `--size`: `WxH`.
struct CameraSize: ExpressibleByArgument {
    let size: FormatRequest.Size

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0 else {
            return nil
        }
        size = FormatRequest.Size(width: width, height: height)
    }
}

/// The argument of `--control`: `name=value`.
struct CameraSetting: ExpressibleByArgument, Hashable {
    let name: String
    let value: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        (name, value) = (String(parts[0]), String(parts[1]))
    }
}

/// The argument of `--cameras`: `id=position:front,type:external`, one of them or both.
struct CameraPlacement: ExpressibleByArgument, Hashable {
    let id: String
    let placement: CaptureDevice.Placement

    init?(argument: String) {
        // Names of cameras may have the character too.
        guard let end = argument.lastIndex(of: "="), end != argument.startIndex else { return nil }
        id = String(argument[..<end])
        var placement = CaptureDevice.Placement()
        for property in argument[argument.index(after: end)...].split(
            separator: ",", omittingEmptySubsequences: false)
        {
            let parts = property.split(separator: ":", maxSplits: 1).map(String.init)
            switch (parts.first, parts.dropFirst().first) {
            case ("position", let name?):
                guard let position = CaptureDevice.Position(rawValue: name) else { return nil }
                placement.position = position
            case ("type", let name?):
                guard let type = CaptureDevice.DeviceType.allCases.first(where: { "\($0)" == name }) else {
                    return nil
                }
                placement.deviceType = type
            default: return nil
            }
        }
        self.placement = placement
    }

    /// Says so of the cameras, and no more what was said before.
    static func apply(_ placements: [Self], insteadOf old: [Self] = []) {
        for placement in old { CaptureDevice.setPlacement(nil, of: placement.id) }
        for placement in placements { CaptureDevice.setPlacement(placement.placement, of: placement.id) }
    }
}
