#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Takes a series of photos from dark to bright, for one picture with all that is in them.
final class BracketCamera: NSObject, AVCapturePhotoCaptureDelegate {
    let session = AVCaptureSession()
    private let photoOutput = AVCapturePhotoOutput()
    private var frames: [Data] = []
    private var sequence: [Int] = []
    private var completion: (([Data], [Int], (any Error)?) -> Void)?

    func configure() -> Bool {
        guard let device = AVCaptureDevice.default(for: .video),
            let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input),
            session.canAddOutput(photoOutput)
        else { return false }
        session.addInput(input)
        session.addOutput(photoOutput)
        return photoOutput.maxBracketedCapturePhotoCount >= 3
    }

    func captureBracket(
        biases: [Float], completion: @escaping ([Data], [Int], (any Error)?) -> Void
    ) {
        self.completion = completion
        frames = []
        sequence = []
        let bracketedStillImageSettings = biases.map {
            AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
        }
        let settings = AVCapturePhotoBracketSettings(
            rawPixelFormatType: 0, processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg],
            bracketedSettings: bracketedStillImageSettings)
        settings.isLensStabilizationEnabled =
            photoOutput.isLensStabilizationDuringBracketedCaptureSupported
        photoOutput.capturePhoto(with: settings, delegate: self)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        guard error == nil, let data = photo.fileDataRepresentation() else { return }
        frames.append(data)
        sequence.append(photo.sequenceCount)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        // What is told may take the next one at once.
        let told = completion
        completion = nil
        told?(frames, sequence, error)
    }
}
