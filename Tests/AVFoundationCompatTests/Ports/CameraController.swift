#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Sets a session up, and changes between the cameras at the front and at the back.
final class CameraController: NSObject, @unchecked Sendable {
    enum SetupResult {
        case success
        case notAuthorized
        case configurationFailed
    }

    let session = AVCaptureSession()
    private(set) var setupResult = SetupResult.success
    private(set) var videoDeviceInput: AVCaptureDeviceInput!
    private(set) var isSessionRunning = false
    var onError: ((AVError) -> Void)?

    private let sessionQueue = DispatchQueue(label: "session queue")
    private let photoOutput = AVCapturePhotoOutput()
    private let movieFileOutput = AVCaptureMovieFileOutput()
    private let discovery = AVCaptureDevice.DiscoverySession(
        deviceTypes: [.builtInWideAngleCamera, .external], mediaType: .video, position: .unspecified)
    private var keyValueObservations = [NSKeyValueObservation]()
    private var notificationTokens = [NSObjectProtocol]()

    func start() {
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .authorized:
            break
        case .notDetermined:
            sessionQueue.suspend()
            AVCaptureDevice.requestAccess(for: .video) { granted in
                if !granted { self.setupResult = .notAuthorized }
                self.sessionQueue.resume()
            }
        default:
            setupResult = .notAuthorized
        }
        sessionQueue.async {
            self.configureSession()
            guard self.setupResult == .success else { return }
            self.addObservers()
            self.session.startRunning()
            self.isSessionRunning = self.session.isRunning
        }
    }

    func stop() {
        sessionQueue.sync {
            guard setupResult == .success else { return }
            session.stopRunning()
            isSessionRunning = session.isRunning
            removeObservers()
        }
    }

    private func configureSession() {
        guard setupResult == .success else { return }
        session.beginConfiguration()
        session.sessionPreset = .photo
        do {
            let defaultVideoDevice =
                AVCaptureDevice.default(.builtInDualWideCamera, for: .video, position: .back)
                ?? AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)
                ?? AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
            guard let videoDevice = defaultVideoDevice else {
                print("Default video device is unavailable.")
                setupResult = .configurationFailed
                session.commitConfiguration()
                return
            }
            let videoDeviceInput = try AVCaptureDeviceInput(device: videoDevice)
            guard session.canAddInput(videoDeviceInput) else {
                setupResult = .configurationFailed
                session.commitConfiguration()
                return
            }
            session.addInput(videoDeviceInput)
            self.videoDeviceInput = videoDeviceInput
        } catch {
            print("Couldn't create video device input: \(error)")
            setupResult = .configurationFailed
            session.commitConfiguration()
            return
        }
        if let audioDevice = AVCaptureDevice.default(for: .audio),
            let audioDeviceInput = try? AVCaptureDeviceInput(device: audioDevice),
            session.canAddInput(audioDeviceInput)
        {
            session.addInput(audioDeviceInput)
        }
        guard session.canAddOutput(photoOutput) else {
            setupResult = .configurationFailed
            session.commitConfiguration()
            return
        }
        session.addOutput(photoOutput)
        if session.canAddOutput(movieFileOutput) {
            session.addOutput(movieFileOutput)
            if let connection = movieFileOutput.connection(with: .video),
                connection.isVideoStabilizationSupported
            {
                connection.preferredVideoStabilizationMode = .auto
            }
        }
        session.commitConfiguration()
    }

    func changeCamera(completion: @escaping @Sendable (AVCaptureDevice) -> Void) {
        sessionQueue.async {
            let currentVideoDevice = self.videoDeviceInput.device
            let preferredPosition: AVCaptureDevice.Position
            switch currentVideoDevice.position {
            case .unspecified, .front:
                preferredPosition = .back
            case .back:
                preferredPosition = .front
            @unknown default:
                preferredPosition = .back
            }
            let devices = self.discovery.devices
            let newVideoDevice =
                devices.first { $0.position == preferredPosition && $0 != currentVideoDevice }
                ?? devices.first { $0 != currentVideoDevice }
            if let videoDevice = newVideoDevice {
                do {
                    let videoDeviceInput = try AVCaptureDeviceInput(device: videoDevice)
                    self.session.beginConfiguration()
                    self.session.removeInput(self.videoDeviceInput)
                    if self.session.canAddInput(videoDeviceInput) {
                        self.session.addInput(videoDeviceInput)
                        self.videoDeviceInput = videoDeviceInput
                    } else {
                        self.session.addInput(self.videoDeviceInput)
                    }
                    if let connection = self.photoOutput.connection(with: .video),
                        connection.isVideoMirroringSupported
                    {
                        connection.automaticallyAdjustsVideoMirroring = false
                        connection.isVideoMirrored = videoDevice.position == .front
                    }
                    self.session.commitConfiguration()
                } catch {
                    print("Error occurred while creating video device input: \(error)")
                }
            }
            completion(self.videoDeviceInput.device)
        }
    }

    private func addObservers() {
        let observation = session.observe(\.isRunning, options: .new) { [weak self] _, change in
            guard let isRunning = change.newValue else { return }
            self?.isSessionRunning = isRunning
        }
        keyValueObservations.append(observation)
        let token = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
        ) { [weak self] notification in
            guard let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError else { return }
            self?.onError?(error)
            if error.code == .mediaServicesWereReset { self?.session.startRunning() }
        }
        notificationTokens.append(token)
    }

    private func removeObservers() {
        for token in notificationTokens { NotificationCenter.default.removeObserver(token) }
        for observation in keyValueObservations { observation.invalidate() }
        keyValueObservations.removeAll()
    }
}
