import MediaFiles
import Synchronization

extension CaptureSession {
    /// How much of its USB bus the session's cameras take: of each bus what their formats and rates need over what the bus
    /// has for them, and of these the most. Above 1 not all of them will start. Cameras on other buses cost nothing.
    ///
    /// What Motion JPEG needs depends on the picture; a quarter of the uncompressed picture is taken, which most stay below.
    public var hardwareCost: Double {
        let devices = inputs.compactMap { $0.camera }
        var needs: [String: Double] = [:]
        for device in devices {
            guard let bus = device.usbBus else { continue }
            needs[bus.name, default: 0] += device.bytesPerSecond / bus.bytesPerSecond
        }
        return needs.values.max() ?? 0
    }
}

extension CaptureDevice {
    /// What the camera's format and rate need.
    var bytesPerSecond: Double {
        guard let format = activeFormat else { return 0 }
        let wanted = activeVideoMinFrameDuration.map { .seconds(1) / $0 }
        let rate = wanted ?? min(30, format.maxFrameRate > 0 ? format.maxFrameRate : 30)
        return Double(format.width * format.height) * format.bytesPerPixel * rate
    }

    /// The bus that it is plugged into, and what that has for cameras; nil if it is no USB camera.
    fileprivate var usbBus: (name: String, bytesPerSecond: Double)? {
        guard let bus = state.withLock({ $0.found.usbBus }) else { return nil }
        // A bus gives at most four fifths of its time to streams (USB 2.0, 5.6.4), and a tenth more goes into packets.
        return ("\(bus.number)", Double(bus.megabits) * 1e6 / 8 * 0.8 * 0.9)
    }
}

extension CaptureDevice.Format {
    /// Bytes of a pixel on the bus.
    fileprivate var bytesPerPixel: Double {
        switch LumaLayout(pixelFormat) {
        case .plane:
            pixelFormat.name == "GREY" ? 1 : ["NV16", "NV61", "422P"].contains(pixelFormat.name) ? 2 : 1.5
        case .interleaved, .wide: 2
        case .sensor(let layout): Double(layout.rowLength(width: 64)) / 64
        case .jpeg: 0.5
        case .video: 0.1
        case .converted, .unreadable: pixelFormat.name.hasSuffix("3") ? 3 : 1
        }
    }
}
