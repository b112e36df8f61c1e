#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Takes one Live Photo and keeps whoever waits for it until both of its files are there.
final class LivePhotoCaptureProcessor: NSObject, AVCapturePhotoCaptureDelegate {
    private let completionHandler: (LivePhotoCaptureProcessor) -> Void
    private let livePhotoCaptureHandler: (Bool) -> Void
    private(set) var photoData: Data?
    private(set) var livePhotoCompanionMovieURL: URL?
    private(set) var photoDisplayTime = CMTime.invalid
    private(set) var duration = CMTime.invalid
    private(set) var error: (any Error)?
    private(set) var calls: [String] = []

    init(
        livePhotoCaptureHandler: @escaping (Bool) -> Void,
        completionHandler: @escaping (LivePhotoCaptureProcessor) -> Void
    ) {
        self.livePhotoCaptureHandler = livePhotoCaptureHandler
        self.completionHandler = completionHandler
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        calls.append("willBegin")
        if resolvedSettings.livePhotoMovieDimensions.width > 0
            && resolvedSettings.livePhotoMovieDimensions.height > 0
        {
            livePhotoCaptureHandler(true)
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        calls.append("didFinishProcessingPhoto")
        photoData = photo.fileDataRepresentation()
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        calls.append("didFinishRecordingLivePhotoMovie")
        livePhotoCaptureHandler(false)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL,
        duration: CMTime, photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        calls.append("didFinishProcessingLivePhoto")
        if let error = error {
            print("Error processing Live Photo companion movie: \(error)")
            return
        }
        livePhotoCompanionMovieURL = outputFileURL
        (self.duration, self.photoDisplayTime) = (duration, photoDisplayTime)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        calls.append("didFinishCapture")
        self.error = error
        completionHandler(self)
    }
}

/// A camera of which Live Photos are taken.
final class LivePhotoCamera {
    let session = AVCaptureSession()
    let photoOutput = AVCapturePhotoOutput()
    private(set) var inProgressLivePhotoCapturesCount = 0
    private var inProgressPhotoCaptureDelegates: [Int64: LivePhotoCaptureProcessor] = [:]

    /// Returns whether Live Photos can be taken.
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
        photoOutput.isLivePhotoCaptureEnabled = photoOutput.isLivePhotoCaptureSupported
        return photoOutput.isLivePhotoCaptureEnabled
    }

    func captureLivePhoto(to movieURL: URL, completionHandler: @escaping (LivePhotoCaptureProcessor) -> Void)
    {
        let photoSettings = AVCapturePhotoSettings()
        photoSettings.livePhotoMovieFileURL = movieURL
        if let codec = photoOutput.availableLivePhotoVideoCodecTypes.first {
            photoSettings.livePhotoVideoCodecType = codec
        }
        let processor = LivePhotoCaptureProcessor(
            livePhotoCaptureHandler: { capturing in
                self.inProgressLivePhotoCapturesCount += capturing ? 1 : -1
            },
            completionHandler: { processor in
                self.inProgressPhotoCaptureDelegates[photoSettings.uniqueID] = nil
                completionHandler(processor)
            })
        inProgressPhotoCaptureDelegates[photoSettings.uniqueID] = processor
        photoOutput.capturePhoto(with: photoSettings, delegate: processor)
    }
}
