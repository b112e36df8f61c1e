import Glibc
import Synchronization

extension CaptureDevice {
    /// Sets the driver to the format that is wanted and starts it.
    ///
    /// The driver's answer counts, not the request: size, distance between rows, rate.
    func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> CameraStream {
        let node = try openNode()
        let (chosen, wantedInterval) = state.withLock { ($0.wantedFormat, $0.wantedInterval) }
        let wanted =
            if let chosen { chosen } else {
                try FormatRequest().best(of: formats, preset: preset, device: title)
            }
        let format = try asking { () throws(SystemFailure) in
            try node.setFormat(wanted.pixelFormat, width: wanted.width, height: wanted.height)
        }
        guard format.pixelFormat == wanted.pixelFormat else {
            throw CaptureError(
                .unsupported,
                "\(title) was asked for \(wanted.pixelFormat) and delivers \(format.pixelFormat)")
        }
        // Not every driver can be asked for a rate; the others keep their own.
        try? node.setFrameInterval(
            wantedInterval ?? wanted.interval(rate: min(30, max(1, wanted.maxFrameRate))))
        let interval = node.frameInterval()
        let stream = try CameraStream(device: self, node: node, format: format, interval: interval)
        state.withLock { $0.delivered = (format, interval) }
        return stream
    }

    /// Whether another program, or another device object of this one, has a stream of the camera. False where that cannot
    /// be asked: not connected, not permitted, or in use by this very object.
    ///
    /// Linux tells it by refusing buffers, so none are asked for, which changes nothing.
    public var isInUseByAnotherApplication: Bool {
        guard state.withLock({ $0.delivered == nil }), let node = try? openNode() else { return false }
        do {
            _ = try node.requestBuffers(0)
            return false
        } catch {
            return error.number == EBUSY
        }
    }

    func streamEnded() {
        state.withLock { $0.delivered = nil }
    }
}
