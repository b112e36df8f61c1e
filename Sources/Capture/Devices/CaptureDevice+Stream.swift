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

    func streamEnded() {
        state.withLock { $0.delivered = nil }
    }
}
