import ArgumentParser
import Capture

/// A camera to watch, and how it is to be set.
struct CameraOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Watch this camera: its node, id or name, as 'scanwatch devices' prints them.",
            valueName: "path|id|name"))
    var device: String?

    @Option(
        help: ArgumentHelp(
            "Size of the camera's pictures (default: the largest that reaches the rate).", valueName: "WxH"))
    var size: CameraSize?

    @Option(help: ArgumentHelp("Frames a second (default: 30 if the camera has it).", valueName: "rate"))
    var fps: Double?

    @Option(
        help: ArgumentHelp(
            "How the camera hands pictures over: YUYV, MJPG, … (default: the cheapest to read).",
            valueName: "code"))
    var pixelFormat: PixelFormat?

    @Option(
        help: ArgumentHelp(
            "Set a control of the camera, as 'scanwatch devices' prints them; may be repeated.",
            valueName: "name=value"))
    var control: [CameraSetting] = []

    func validate() throws {
        guard device != nil || (size == nil && fps == nil && pixelFormat == nil && control.isEmpty) else {
            throw ValidationError(
                "--size, --fps, --pixel-format and --control are about a camera; give --device too.")
        }
        guard fps.map({ $0 > 0 && $0.isFinite }) ?? true else {
            throw ValidationError("--fps needs a number above 0.")
        }
    }

    /// Opens the camera's settings and puts them as they are asked for.
    func camera(_ name: String) throws(CaptureError) -> CaptureDevice {
        let device = try CaptureDevice.device(matching: name)
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        try device.setActiveFormat(
            fitting: FormatRequest(size: size?.size, frameRate: fps, pixelFormat: pixelFormat))
        for setting in control { try device.setControl(setting.name, to: setting.value) }
        return device
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
struct CameraSetting: ExpressibleByArgument {
    let name: String
    let value: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        (name, value) = (String(parts[0]), String(parts[1]))
    }
}
