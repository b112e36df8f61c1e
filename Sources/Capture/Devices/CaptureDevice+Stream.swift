import Glibc
import MetadataOutput
import Synchronization

extension CaptureDevice {
    /// Sets the driver to the format that is wanted and starts it.
    ///
    /// The driver's answer counts, not the request: size, distance between rows, rate.
    ///
    /// - Parameter bufferCount: How many buffers the driver is asked for.
    func openStream(
        preset: CaptureSessionPreset, bufferCount: Int = CameraStream.fewestBuffers
    ) throws(CaptureError) -> CameraStream {
        let node = try openNode()
        let chosen = state.withLock { state in
            state.openedStream = state.configuration.stream
            return state.configuration.stream
        }
        let wanted =
            if let format = chosen.format { format } else {
                try FormatRequest().best(of: askForFormats(), preset: preset, device: title)
            }
        let format = try asking { () throws(SystemFailure) in
            try node.setFormat(wanted.pixelFormat, width: wanted.width, height: wanted.height)
        }
        guard format.pixelFormat == wanted.pixelFormat else {
            throw CaptureError(
                .deviceFailed,
                "\(title) was asked for \(wanted.pixelFormat) and delivers \(format.pixelFormat)")
        }
        // Not every driver can be asked for a rate; the others keep their own.
        try? node.setFrameInterval(chosen.interval ?? wanted.usualInterval)
        let interval = node.frameInterval()
        let stream = try CameraStream(
            device: self, node: node, format: format, interval: interval, bufferCount: bufferCount)
        state.withLock { state in
            state.delivered = (format, interval)
            (state.lastMeteredFrame, state.subjectArea) = (nil, SubjectAreaWatch())
            state.lastSet = MonotonicClock.now
        }
        propertiesChanged()
        return stream
    }

    /// Whether another program has a stream of the camera. False where that cannot be asked: not connected, not
    /// permitted, or in use by this program.
    ///
    /// Linux tells it by refusing buffers, so none are asked for, which changes nothing. They are asked for over a file of
    /// their own: over that of the stream, this would take away the buffers of one that is just being opened.
    public var isInUseByAnotherApplication: Bool {
        guard state.withLock({ $0.delivered == nil && $0.user == nil }), isConnected,
            let node = try? VideoNode(path: path, system: system.calls)
        else { return false }
        do {
            _ = try node.requestBuffers(0)
            return false
        } catch {
            return error.number == EBUSY
        }
    }

    func streamEnded() {
        state.withLock { state in
            state.delivered = nil
            state.user = nil
        }
        endDarkness()
        propertiesChanged()
    }

    /// Whether there is a stream of the camera in this program.
    package var isStreaming: Bool { state.withLock { $0.delivered != nil } }

    /// Reserves the camera for an input until its stream ends.
    ///
    /// - Throws: ``CaptureError/Code/deviceInUseByAnotherApplication`` if another input of this program has it.
    func reserve(for input: CaptureDeviceInput) throws(CaptureError) {
        let isFree = state.withLock { state in
            guard state.delivered == nil, state.user == nil || state.user === input else { return false }
            state.user = input
            return true
        }
        guard isFree else {
            throw CaptureError(
                .deviceInUseByAnotherApplication,
                "\(title) is in use by another session of this program: stop that one first, or add the outputs to it"
            )
        }
    }
}
