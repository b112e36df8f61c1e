import MetadataOutput
import Synchronization

extension CaptureDevice {
    /// Looks at a frame, once, for all that is told or set by what frames show; at none as long as nobody wants it.
    ///
    /// - Parameters:
    ///   - luma: Its luma.
    ///   - time: When it was taken, as ``CaptureFrame/time``; nil, the default, for now.
    ///   - sequenceNumber: The source's number for it.
    ///   - transform: How the luma was turned; nil if it was not.
    func meter(
        _ luma: Plane, takenAt time: Duration? = nil, sequenceNumber: Int,
        turnedBy transform: PreviewTransform? = nil
    ) {
        let isNew = state.withLock { state in
            guard state.wantsFrames, state.lastMeteredFrame != sequenceNumber else { return false }
            state.lastMeteredFrame = sequenceNumber
            return true
        }
        guard isNew else { return }
        meterExposure(luma, takenAt: time, turnedBy: transform)
        if isSubjectAreaChangeMonitoringEnabled { watchSubjectArea(luma, turnedBy: transform) }
        followDarkness(luma)
    }
}

extension CaptureDevice.State {
    /// Whether anything is told or set by what frames show.
    fileprivate var wantsFrames: Bool {
        configuration.metering != nil || configuration.watchesSubjectArea || automaticTorch != nil
    }
}
