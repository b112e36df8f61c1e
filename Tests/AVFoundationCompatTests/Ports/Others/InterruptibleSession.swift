#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Goes on after whatever may end a session, and says so to the person at the screen.
final class InterruptibleSession: NSObject, @unchecked Sendable {
    let session: AVCaptureSession
    var onMessage: (@Sendable (String) -> Void)?
    private let sessionQueue = DispatchQueue(label: "session queue")
    private var isSessionRunning = false
    private var observers: [any NSObjectProtocol] = []
    private var runningObservation: NSKeyValueObservation?

    init(session: AVCaptureSession = AVCaptureSession()) {
        self.session = session
        super.init()
    }

    func viewWillAppear() {
        sessionQueue.async {
            self.configureSession()
            self.addObservers()
            self.session.startRunning()
            self.isSessionRunning = self.session.isRunning
        }
    }

    func viewWillDisappear() {
        sessionQueue.sync {
            session.stopRunning()
            isSessionRunning = session.isRunning
            for observer in observers { NotificationCenter.default.removeObserver(observer) }
            observers.removeAll()
            runningObservation?.invalidate()
        }
    }

    private func configureSession() {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .high
        guard let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back),
            let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input)
        else { return }
        session.addInput(input)
        let output = AVCaptureVideoDataOutput()
        guard session.canAddOutput(output) else { return }
        session.addOutput(output)
        let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)
        if let connection = output.connection(with: .video) {
            let angle = coordinator.videoRotationAngleForHorizonLevelCapture
            if connection.isVideoRotationAngleSupported(angle) { connection.videoRotationAngle = angle }
        }
    }

    private func addObservers() {
        runningObservation = session.observe(\.isRunning, options: .new) { [weak self] _, change in
            guard let isRunning = change.newValue else { return }
            self?.onMessage?(isRunning ? "running" : "not running")
        }
        let names: [Notification.Name] = [
            .AVCaptureSessionWasInterrupted, .AVCaptureSessionInterruptionEnded,
            .AVCaptureSessionRuntimeError,
        ]
        observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
                [weak self] notification in
                switch name {
                case .AVCaptureSessionWasInterrupted: self?.sessionWasInterrupted(notification)
                case .AVCaptureSessionInterruptionEnded: self?.onMessage?("resumed")
                default: self?.sessionRuntimeError(notification)
                }
            }
        }
    }

    private func sessionWasInterrupted(_ notification: Notification) {
        guard let value = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int,
            let reason = AVCaptureSession.InterruptionReason(rawValue: value)
        else { return }
        switch reason {
        case .audioDeviceInUseByAnotherClient, .videoDeviceInUseByAnotherClient:
            onMessage?("in use by another application")
        case .videoDeviceNotAvailableWithMultipleForegroundApps:
            onMessage?("unavailable beside other applications")
        case .videoDeviceNotAvailableDueToSystemPressure:
            onMessage?("too hot")
        case .videoDeviceNotAvailableInBackground:
            break
        @unknown default:
            break
        }
    }

    private func sessionRuntimeError(_ notification: Notification) {
        guard let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError else { return }
        onMessage?("error \(error.code.rawValue)")
        guard error.code == .mediaServicesWereReset else { return }
        sessionQueue.async {
            guard self.isSessionRunning else { return }
            self.session.startRunning()
            self.isSessionRunning = self.session.isRunning
        }
    }
}
