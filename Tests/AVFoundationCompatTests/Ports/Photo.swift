#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Takes one photo at a time and keeps whoever waits for it until it is there.
final class PhotoCaptureProcessor: NSObject, AVCapturePhotoCaptureDelegate {
    private(set) var requestedPhotoSettings: AVCapturePhotoSettings
    private let willCapturePhotoAnimation: () -> Void
    private let completionHandler: (PhotoCaptureProcessor, Data?, (any Error)?) -> Void
    private var photoData: Data?
    private(set) var calls: [String] = []

    init(
        with requestedPhotoSettings: AVCapturePhotoSettings,
        willCapturePhotoAnimation: @escaping () -> Void,
        completionHandler: @escaping (PhotoCaptureProcessor, Data?, (any Error)?) -> Void
    ) {
        self.requestedPhotoSettings = requestedPhotoSettings
        self.willCapturePhotoAnimation = willCapturePhotoAnimation
        self.completionHandler = completionHandler
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        calls.append("willBegin \(resolvedSettings.expectedPhotoCount)")
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        calls.append("willCapture")
        willCapturePhotoAnimation()
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        calls.append("didFinishProcessing \(photo.photoCount)")
        if let error = error {
            print("Error capturing photo: \(error)")
            return
        }
        photoData = photo.fileDataRepresentation()
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        calls.append(resolvedSettings.uniqueID == requestedPhotoSettings.uniqueID ? "didFinish" : "strange")
        completionHandler(self, photoData, error)
    }
}

/// A camera of which photos are taken.
final class PhotoCamera {
    let session = AVCaptureSession()
    let photoOutput = AVCapturePhotoOutput()
    private var inProgressPhotoCaptureDelegates: [Int64: PhotoCaptureProcessor] = [:]

    /// Returns whether photos can be taken.
    func configure() -> Bool {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .photo
        guard let device = AVCaptureDevice.default(for: .video),
            let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input),
            session.canAddOutput(photoOutput)
        else { return false }
        session.addInput(input)
        session.addOutput(photoOutput)
        photoOutput.maxPhotoQualityPrioritization = .quality
        if let largest = device.activeFormat.supportedMaxPhotoDimensions.last {
            photoOutput.maxPhotoDimensions = largest
        }
        return true
    }

    func capturePhoto(
        rotatedBy angle: CGFloat = 0,
        completionHandler: @escaping (PhotoCaptureProcessor, Data?, (any Error)?) -> Void
    ) {
        if let connection = photoOutput.connection(with: .video),
            connection.isVideoRotationAngleSupported(angle)
        {
            connection.videoRotationAngle = angle
        }
        var photoSettings = AVCapturePhotoSettings()
        if photoOutput.availablePhotoCodecTypes.contains(.hevc) {
            photoSettings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
        } else if photoOutput.availablePhotoCodecTypes.contains(.jpeg) {
            photoSettings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.jpeg])
        }
        if photoOutput.supportedFlashModes.contains(.auto) { photoSettings.flashMode = .auto }
        if let codec = photoSettings.availableEmbeddedThumbnailPhotoCodecTypes.first {
            photoSettings.embeddedThumbnailPhotoFormat = [
                AVVideoCodecKey: codec, AVVideoWidthKey: 160, AVVideoHeightKey: 160,
            ]
        }
        if let previewType = photoSettings.availablePreviewPhotoPixelFormatTypes.first {
            photoSettings.previewPhotoFormat = [kCVPixelBufferPixelFormatTypeKey as String: previewType]
        }
        photoSettings.maxPhotoDimensions = photoOutput.maxPhotoDimensions
        photoSettings.photoQualityPrioritization = .balanced
        let processor = PhotoCaptureProcessor(
            with: photoSettings, willCapturePhotoAnimation: {}, completionHandler: completionHandler)
        inProgressPhotoCaptureDelegates[photoSettings.uniqueID] = processor
        photoOutput.capturePhoto(with: photoSettings, delegate: processor)
    }

    func photoIsDone(_ uniqueID: Int64) { inProgressPhotoCaptureDelegates[uniqueID] = nil }
}
