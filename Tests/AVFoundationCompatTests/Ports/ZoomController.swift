#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Zooms smoothly and tells how far it is.
final class ZoomController {
    private let device: AVCaptureDevice
    private var zoomObservation: NSKeyValueObservation?
    private var rampObservation: NSKeyValueObservation?
    private(set) var isRamping = false
    var onZoom: ((CGFloat) -> Void)?

    private static let rate: Float = 4

    init(device: AVCaptureDevice) {
        self.device = device
    }

    func startObserving(
        zoom: @escaping @Sendable (CGFloat) -> Void, ramping: @escaping @Sendable (Bool) -> Void
    ) {
        zoomObservation = device.observe(\.videoZoomFactor, options: [.initial, .new]) { _, change in
            if let factor = change.newValue { zoom(factor) }
        }
        rampObservation = device.observe(\.isRampingVideoZoom, options: [.old, .new]) { device, change in
            guard change.oldValue != change.newValue else { return }
            ramping(device.isRampingVideoZoom)
        }
    }

    var maximum: CGFloat {
        min(device.activeFormat.videoMaxZoomFactor, device.maxAvailableVideoZoomFactor)
    }

    func zoom(to factor: CGFloat, animated: Bool) {
        do {
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            let target = max(device.minAvailableVideoZoomFactor, min(factor, maximum))
            if animated {
                device.ramp(toVideoZoomFactor: target, withRate: Self.rate)
            } else {
                if device.isRampingVideoZoom { device.cancelVideoZoomRamp() }
                device.videoZoomFactor = target
            }
        } catch {
            print("Could not lock device for configuration: \(error.localizedDescription)")
        }
    }

    func stop() {
        guard device.isRampingVideoZoom, (try? device.lockForConfiguration()) != nil else { return }
        device.cancelVideoZoomRamp()
        device.unlockForConfiguration()
    }

    func stopObserving() {
        zoomObservation?.invalidate()
        zoomObservation = nil
        rampObservation = nil
    }
}
