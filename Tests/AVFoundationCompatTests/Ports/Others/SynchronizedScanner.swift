#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Frames and the codes in them together, within a window of the preview.
final class SynchronizedScanner: NSObject, AVCaptureDataOutputSynchronizerDelegate, @unchecked Sendable {
    private let session = AVCaptureSession()
    private let videoDataOutput = AVCaptureVideoDataOutput()
    private let metadataOutput = AVCaptureMetadataOutput()
    let dataOutputQueue = DispatchQueue(label: "synchronized data", qos: .userInitiated)
    private let sessionQueue = DispatchQueue(label: "session queue")
    private var outputSynchronizer: AVCaptureDataOutputSynchronizer?
    private var observers: [NSObjectProtocol] = []
    let previewLayer = AVCaptureVideoPreviewLayer()
    private(set) var seen: [(String, CGRect, CMTime)] = []
    private(set) var dropped: [AVCaptureOutput.DataDroppedReason] = []
    private(set) var frameCount = 0
    var onEvent: (String) -> Void = { _ in }
    var windowRect = CGRect(x: 40, y: 40, width: 240, height: 160)

    func configure() throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .vga640x480
        guard let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)
        else { return }
        let input = try AVCaptureDeviceInput(device: device)
        guard session.canAddInput(input) else { return }
        session.addInput(input)
        videoDataOutput.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)
        ]
        videoDataOutput.alwaysDiscardsLateVideoFrames = true
        guard session.canAddOutput(videoDataOutput), session.canAddOutput(metadataOutput) else { return }
        session.addOutput(videoDataOutput)
        session.addOutput(metadataOutput)
        let wanted: Set<AVMetadataObject.ObjectType> = [
            .qr, .microQR, .gs1DataBar, .gs1DataBarExpanded, .microPDF417, .codabar, .face,
        ]
        metadataOutput.metadataObjectTypes = metadataOutput.availableMetadataObjectTypes.filter(
            wanted.contains)
        outputSynchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [videoDataOutput, metadataOutput])
        outputSynchronizer?.setDelegate(self, queue: dataOutputQueue)
        previewLayer.session = session
        previewLayer.videoGravity = .resizeAspectFill
        try device.lockForConfiguration()
        device.isSubjectAreaChangeMonitoringEnabled = true
        if device.isFocusPointOfInterestSupported, device.isFocusModeSupported(.continuousAutoFocus) {
            device.focusPointOfInterest = CGPoint(x: 0.5, y: 0.5)
            device.focusMode = .continuousAutoFocus
        }
        if device.hasTorch, device.isTorchModeSupported(.on) {
            try device.setTorchModeOn(level: AVCaptureDevice.maxAvailableTorchLevel)
        }
        device.unlockForConfiguration()
    }

    func observe() {
        let center = NotificationCenter.default
        observers = [
            center.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: nil) {
                [weak self] note in
                guard let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError else { return }
                self?.onEvent("error \(error.code.rawValue)")
            },
            center.addObserver(
                forName: AVCaptureSession.didStopRunningNotification, object: session, queue: nil
            ) { [weak self] _ in self?.onEvent("stopped") },
            center.addObserver(
                forName: AVCaptureDevice.subjectAreaDidChangeNotification, object: nil, queue: .main
            ) { [weak self] _ in self?.onEvent("subject area") },
            center.addObserver(
                forName: AVCaptureInput.Port.formatDescriptionDidChangeNotification, object: nil, queue: nil
            ) { [weak self] note in
                guard let self, (note.object as? AVCaptureInput.Port)?.formatDescription != nil else {
                    return
                }
                metadataOutput.rectOfInterest = previewLayer.metadataOutputRectConverted(
                    fromLayerRect: windowRect)
            },
        ]
    }

    func start() { sessionQueue.async { self.session.startRunning() } }
    func stop() {
        sessionQueue.sync { self.session.stopRunning() }
        dataOutputQueue.sync {}
        observers.forEach(NotificationCenter.default.removeObserver)
        observers.removeAll()
    }

    func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    ) {
        guard
            let frame = synchronizedDataCollection.synchronizedData(for: videoDataOutput)
                as? AVCaptureSynchronizedSampleBufferData
        else { return }
        if frame.sampleBufferWasDropped {
            dropped.append(frame.droppedReason)
            return
        }
        guard let pixelBuffer = CMSampleBufferGetImageBuffer(frame.sampleBuffer) else { return }
        CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
        guard CVPixelBufferGetBaseAddress(pixelBuffer) != nil,
            CVPixelBufferGetBytesPerRow(pixelBuffer) >= CVPixelBufferGetWidth(pixelBuffer) * 4
        else { return }
        frameCount += 1
        let time = CMSampleBufferGetPresentationTimeStamp(frame.sampleBuffer)
        guard
            let objects = synchronizedDataCollection[metadataOutput]
                as? AVCaptureSynchronizedMetadataObjectData
        else { return }
        for object in objects.metadataObjects {
            // In the pixels of this frame.
            guard let connection = videoDataOutput.connection(with: .video),
                let inFrame = videoDataOutput.transformedMetadataObject(for: object, connection: connection)
            else { continue }
            switch inFrame {
            case let code as AVMetadataMachineReadableCodeObject:
                seen.append((code.stringValue ?? "", code.bounds, time))
            case let face as AVMetadataFaceObject:
                seen.append(
                    ("face \(face.faceID) \(face.hasYawAngle ? face.yawAngle : 0)", face.bounds, time))
            default: break
            }
        }
        if CMTimeCompare(objects.timestamp, frame.timestamp) != 0 { onEvent("apart") }
    }
}
