import Capture

extension AVCaptureSession {
    /// Something failed while the session ran, or at its start, such as a camera that was unplugged or is in use:
    /// ``AVCaptureSessionErrorKey`` says what.
    public static let runtimeErrorNotification = Notification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// The session runs.
    public static let didStartRunningNotification =
        Notification.Name("AVCaptureSessionDidStartRunningNotification")
    /// The session has stopped.
    public static let didStopRunningNotification =
        Notification.Name("AVCaptureSessionDidStopRunningNotification")
    /// Another session of the program has started with a camera of this one: ``AVCaptureSessionInterruptionReasonKey`` says so. A
    /// session that waits for cameras, one made by ``init(_:)`` with a `ReconnectPolicy`, posts it as well when a camera is lost or in
    /// use; of any other that is a runtime error.
    public static let wasInterruptedNotification =
        Notification.Name("AVCaptureSessionWasInterruptedNotification")
    /// A camera that was waited for delivers.
    public static let interruptionEndedNotification =
        Notification.Name("AVCaptureSessionInterruptionEndedNotification")

    /// Why a camera was lost.
    public enum InterruptionReason: Int, Sendable {
        /// The application is in the background. Not used on Linux.
        case videoDeviceNotAvailableInBackground = 1
        /// Another program uses the microphone. Not used on Linux.
        case audioDeviceInUseByAnotherClient = 2
        /// Another program uses the camera.
        case videoDeviceInUseByAnotherClient = 3
        /// Several applications are in front. Not used on Linux.
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        /// The system is too hot or too busy. Not used on Linux.
        case videoDeviceNotAvailableDueToSystemPressure = 5
    }

    /// Takes an event of the library's session.
    func take(_ event: CaptureSessionEvent) {
        switch event {
        case .didStartRunning: post(Self.didStartRunningNotification)
        case .didStopRunning:
            post(Self.didStopRunningNotification)
            Self.resumeInterrupted()
        case .runtimeError(let error, let source): post(runtimeError: error, of: device(named: source))
        case .wasInterrupted(let reason, let error, let source):
            postInterruption(
                reason == .videoDeviceInUseByAnotherClient ? .videoDeviceInUseByAnotherClient : nil, error,
                of: device(named: source))
        case .interruptionEnded: post(Self.interruptionEndedNotification)
        case .sourceDidStart, .sourceDidEnd, .frameFailed: break
        }
        // On no thread of Swift's: observers may block it.
        Self.telling.async { self.allMayHaveChanged() }
    }

    /// Where observers of properties are told what the program has not done.
    private static let telling = DispatchQueue(label: "AVCaptureSession.telling")

    /// The camera of the input with a name; nil of what is no camera.
    private func device(named source: String) -> AVCaptureDevice? {
        let inputs = core.inputs.lazy.compactMap { $0 as? CaptureDeviceInput }
        return inputs.first { $0.sourceName == source }?.device.map(AVCaptureDevice.wrapping)
    }

    /// Tells that something failed.
    func post(runtimeError error: CaptureError, of device: AVCaptureDevice? = nil) {
        post(Self.runtimeErrorNotification, [AVCaptureSessionErrorKey: AVError(error, of: device)])
    }

    /// Tells that it is interrupted.
    ///
    /// - Parameter reason: nil where Apple has none.
    func postInterruption(
        _ reason: InterruptionReason?, _ error: CaptureError, of device: AVCaptureDevice? = nil
    ) {
        var information: [String: Any] = [AVCaptureSessionErrorKey: AVError(error, of: device)]
        information[AVCaptureSessionInterruptionReasonKey] = reason.map { NSNumber(value: $0.rawValue) }
        post(Self.wasInterruptedNotification, information)
    }

    func post(_ name: Notification.Name, _ information: [String: Any]? = nil) {
        PostedNotifications.post(name, of: self, information)
    }
}

/// Of a runtime error: what failed, an ``AVError``.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
/// Of an interruption: its reason, an `NSNumber` of ``AVCaptureSession/InterruptionReason``. Missing where Apple has none,
/// as for a camera that was unplugged.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"

extension Notification.Name {
    /// Something failed.
    public static let AVCaptureSessionRuntimeError = AVCaptureSession.runtimeErrorNotification
    /// The session runs.
    public static let AVCaptureSessionDidStartRunning = AVCaptureSession.didStartRunningNotification
    /// The session has stopped.
    public static let AVCaptureSessionDidStopRunning = AVCaptureSession.didStopRunningNotification
    /// A camera is lost or in use and waited for.
    public static let AVCaptureSessionWasInterrupted = AVCaptureSession.wasInterruptedNotification
    /// A camera that was waited for delivers.
    public static let AVCaptureSessionInterruptionEnded = AVCaptureSession.interruptionEndedNotification
}
