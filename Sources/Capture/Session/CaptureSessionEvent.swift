public import MetadataOutput

/// What happens to a session while nobody asks; AVFoundation's notifications.
public enum CaptureSessionEvent: Sendable, Hashable {
    /// The session runs (`didStartRunning`).
    case didStartRunning
    /// The session has stopped, or was stopped while it started (`didStopRunning`).
    case didStopRunning
    /// A source was opened, for the first time or in another way, delivers frames again after it was lost, or pictures of another
    /// size.
    ///
    /// - format: One line on what it delivers.
    case sourceDidStart(source: String, format: String)
    /// A source stopped delivering and will not be tried again (`runtimeError`). The others go on; with the last of them
    /// the session stops, and ``didStopRunning`` follows.
    case runtimeError(CaptureError, source: String)
    /// A source stopped delivering and is tried again until it comes back (`wasInterrupted`).
    case wasInterrupted(CaptureInterruptionReason, CaptureError, source: String)
    /// A source that was interrupted delivers again (`interruptionEnded`).
    case interruptionEnded(source: String)
    /// A frame could not be searched, and not because it was damaged on its way, or none has come whole for two seconds; told
    /// once while it goes on.
    case frameFailed(PayloadError, source: String)
    /// A source has given its last frame.
    case sourceDidEnd(source: String)
}

/// Why a source stopped delivering.
public enum CaptureInterruptionReason: String, Sendable, Hashable, CaseIterable {
    /// AVFoundation's `videoDeviceInUseByAnotherClient`.
    case videoDeviceInUseByAnotherClient
    /// It was unplugged, or is not there.
    case videoDeviceDisconnected
    /// It is there and delivers nothing.
    case videoDeviceStalled
    /// This user may not open it.
    case videoDeviceNotAuthorized
    /// Its driver failed.
    case videoDeviceFailed

    /// The reason behind an error.
    public init(_ error: CaptureError) {
        self =
            switch error.code {
            case .deviceInUseByAnotherApplication: .videoDeviceInUseByAnotherClient
            case .deviceWasDisconnected, .deviceNotConnected: .videoDeviceDisconnected
            case .deviceStalled: .videoDeviceStalled
            case .applicationIsNotAuthorizedToUseDevice: .videoDeviceNotAuthorized
            default: .videoDeviceFailed
            }
    }
}
