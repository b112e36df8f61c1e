#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// A camera behind an actor, as today's samples have it.
actor CaptureService {
    enum CameraError: Error {
        case videoDeviceUnavailable
        case addInputFailed
        case addOutputFailed
        case deviceChangeFailed
    }

    nonisolated let events: AsyncStream<String>
    private let eventContinuation: AsyncStream<String>.Continuation
    private let captureSession = AVCaptureSession()
    private let metadataCapture = MetadataCapture()
    private var activeVideoInput: AVCaptureDeviceInput?
    private var observers = [NSKeyValueObservation]()
    private var isSetUp = false
    private(set) var isRunning = false

    init() {
        (events, eventContinuation) = AsyncStream.makeStream(of: String.self)
    }

    var isAuthorized: Bool {
        get async {
            let status = AVCaptureDevice.authorizationStatus(for: .video)
            var isAuthorized = status == .authorized
            if status == .notDetermined {
                isAuthorized = await AVCaptureDevice.requestAccess(for: .video)
            }
            return isAuthorized
        }
    }

    func start() async throws {
        guard await isAuthorized, !captureSession.isRunning else { return }
        try setUpSession()
        captureSession.startRunning()
    }

    func stop() {
        captureSession.stopRunning()
    }

    private func setUpSession() throws {
        guard !isSetUp else { return }
        observeNotifications()
        guard let camera = AVCaptureDevice.systemPreferredCamera else {
            throw CameraError.videoDeviceUnavailable
        }
        activeVideoInput = try addInput(for: camera)
        captureSession.sessionPreset = .high
        try addOutput(metadataCapture.output)
        metadataCapture.start { [eventContinuation] text in eventContinuation.yield(text) }
        observers.append(
            captureSession.observe(\.isRunning, options: [.initial, .new]) { [weak self] _, change in
                guard let self, let isRunning = change.newValue else { return }
                Task { await self.update(isRunning: isRunning) }
            })
        isSetUp = true
    }

    private func update(isRunning: Bool) { self.isRunning = isRunning }

    @discardableResult
    private func addInput(for device: AVCaptureDevice) throws -> AVCaptureDeviceInput {
        let input = try AVCaptureDeviceInput(device: device)
        if captureSession.canAddInput(input) {
            captureSession.addInput(input)
        } else {
            throw CameraError.addInputFailed
        }
        return input
    }

    private func addOutput(_ output: AVCaptureOutput) throws {
        if captureSession.canAddOutput(output) {
            captureSession.addOutput(output)
        } else {
            throw CameraError.addOutputFailed
        }
    }

    private func observeNotifications() {
        Task {
            for await notification in NotificationCenter.default.notifications(
                named: AVCaptureSession.wasInterruptedNotification)
            {
                guard let raw = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int,
                    let reason = AVCaptureSession.InterruptionReason(rawValue: raw)
                else { continue }
                eventContinuation.yield("interrupted \(reason)")
            }
        }
        Task {
            for await error in NotificationCenter.default.notifications(
                named: AVCaptureSession.runtimeErrorNotification
            )
            .compactMap({ $0.userInfo?[AVCaptureSessionErrorKey] as? AVError }) {
                if error.code == .mediaServicesWereReset, !captureSession.isRunning {
                    captureSession.startRunning()
                }
            }
        }
    }
}

/// Makes an asynchronous stream of a delegate's calls.
final class MetadataCapture: NSObject, AVCaptureMetadataOutputObjectsDelegate, @unchecked Sendable {
    let output = AVCaptureMetadataOutput()
    private let queue = DispatchQueue(label: "metadata", qos: .userInitiated)
    private var handler: (@Sendable (String) -> Void)?

    func start(_ handler: @escaping @Sendable (String) -> Void) {
        self.handler = handler
        output.setMetadataObjectsDelegate(self, queue: queue)
        output.metadataObjectTypes = output.availableMetadataObjectTypes
    }

    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        for case let code as AVMetadataMachineReadableCodeObject in metadataObjects {
            handler?("\(code.type.rawValue) \(code.stringValue ?? "")")
        }
    }
}
