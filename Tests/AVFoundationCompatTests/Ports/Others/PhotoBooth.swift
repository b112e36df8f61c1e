#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Takes photos of whoever holds up a code, as a session for photos has it: everything is asked for that a camera may have.
final class PhotoBooth: NSObject, @unchecked Sendable {
    let session = AVCaptureSession()
    let photoOutput = AVCapturePhotoOutput()
    let videoOutput = AVCaptureVideoDataOutput()
    private let sessionQueue = DispatchQueue(label: "session queue")
    private let frameQueue = DispatchQueue(label: "frame queue", qos: .userInitiated)
    private var input: AVCaptureDeviceInput!
    private var observations: [NSKeyValueObservation] = []
    private var inProgress: [Int64: BoothPhoto] = [:]
    private(set) var displaySize: CGSize = .zero
    private var lastTimestamp = CMTime()
    private(set) var pressure = ""

    func configure() throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .photo
        if session.isMultitaskingCameraAccessSupported { session.isMultitaskingCameraAccessEnabled = true }
        guard let device = AVCaptureDevice.systemPreferredCamera else { return }
        AVCaptureDevice.userPreferredCamera = device
        input = try AVCaptureDeviceInput(device: device)
        if session.canAddInput(input) { session.addInput(input) }
        if session.canAddOutput(photoOutput) {
            session.addOutput(photoOutput)
            photoOutput.isHighResolutionCaptureEnabled = true
            photoOutput.isLivePhotoCaptureEnabled = false
            photoOutput.isDepthDataDeliveryEnabled = photoOutput.isDepthDataDeliverySupported
            photoOutput.isPortraitEffectsMatteDeliveryEnabled =
                photoOutput.isPortraitEffectsMatteDeliverySupported
            photoOutput.maxPhotoQualityPrioritization = .quality
            photoOutput.isResponsiveCaptureEnabled = photoOutput.isResponsiveCaptureSupported
            photoOutput.isFastCapturePrioritizationEnabled = photoOutput.isFastCapturePrioritizationSupported
            photoOutput.isAutoDeferredPhotoDeliveryEnabled = photoOutput.isAutoDeferredPhotoDeliverySupported
            if photoOutput.isZeroShutterLagSupported { photoOutput.isZeroShutterLagEnabled = true }
        }
        if session.canAddOutput(videoOutput) {
            session.addOutput(videoOutput)
            videoOutput.videoSettings = [
                kCVPixelBufferPixelFormatTypeKey as String: Int(
                    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
            ]
            videoOutput.automaticallyConfiguresOutputBufferDimensions = false
            videoOutput.deliversPreviewSizedOutputBuffers = true
            videoOutput.setSampleBufferDelegate(self, queue: frameQueue)
            if let connection = videoOutput.connection(with: .video),
                connection.isCameraIntrinsicMatrixDeliverySupported
            {
                connection.isCameraIntrinsicMatrixDeliveryEnabled = true
            }
        }
        observations.append(
            device.observe(\.systemPressureState, options: [.initial, .new]) { [weak self] _, change in
                guard let state = change.newValue else { return }
                if state.level == .serious || state.level == .critical { self?.pressure = "slower" }
                if state.level == .shutdown { self?.pressure = "off" }
            })
    }

    func start() { sessionQueue.sync { session.startRunning() } }
    func stop() { sessionQueue.sync { session.stopRunning() } }

    func capturePhoto(_ completion: @escaping @Sendable (Data?, Bool) -> Void) {
        sessionQueue.async {
            var settings = AVCapturePhotoSettings()
            if self.photoOutput.availablePhotoCodecTypes.contains(.hevc) {
                settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
            }
            if self.input.device.isFlashAvailable { settings.flashMode = .auto }
            settings.isHighResolutionPhotoEnabled = true
            if let type = settings.__availablePreviewPhotoPixelFormatTypes.first {
                settings.previewPhotoFormat = [
                    kCVPixelBufferPixelFormatTypeKey as String: type,
                    kCVPixelBufferWidthKey as String: NSNumber(value: 160),
                ]
            }
            settings.isDepthDataDeliveryEnabled = self.photoOutput.isDepthDataDeliveryEnabled
            settings.isPortraitEffectsMatteDeliveryEnabled =
                self.photoOutput.isPortraitEffectsMatteDeliveryEnabled
            let id = settings.uniqueID
            let photo = BoothPhoto { photo in
                self.sessionQueue.async { self.inProgress[id] = nil }
                completion(photo.data, photo.isSlow)
            }
            self.inProgress[id] = photo
            self.photoOutput.capturePhoto(with: settings, delegate: photo)
        }
    }
}

extension PhotoBooth: AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard CMSampleBufferIsValid(sampleBuffer), CMSampleBufferGetNumSamples(sampleBuffer) == 1,
            let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer)
        else { return }
        let timestamp = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        if CMTIME_IS_VALID(lastTimestamp),
            CMTimeAbsoluteValue(timestamp - lastTimestamp) < CMTimeMake(value: 1, timescale: 15)
        {
            return
        }
        lastTimestamp = timestamp
        displaySize = CVImageBufferGetDisplaySize(pixelBuffer)
    }
}

/// What becomes of one photo.
final class BoothPhoto: NSObject, AVCapturePhotoCaptureDelegate {
    private let completion: (BoothPhoto) -> Void
    private(set) var data: Data?
    private(set) var isSlow = false

    init(completion: @escaping (BoothPhoto) -> Void) { self.completion = completion }

    func photoOutput(
        _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        let range = resolvedSettings.photoProcessingTimeRange
        isSlow = range.start + range.duration > CMTime(seconds: 1, preferredTimescale: 1)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
    ) {
        data = photo.previewPixelBuffer == nil ? nil : photo.fileDataRepresentation()
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: Error?
    ) {
        completion(self)
    }
}
