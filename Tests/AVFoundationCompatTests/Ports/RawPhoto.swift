#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Takes the sensor's samples and a JPEG of the same picture.
final class RawPhotoCamera: NSObject, AVCapturePhotoCaptureDelegate {
    let session = AVCaptureSession()
    private let photoOutput = AVCapturePhotoOutput()
    private var rawData: Data?
    private var processedData: Data?
    private var completion: ((Data?, Data?, (any Error)?) -> Void)?

    func configure() -> Bool {
        guard let device = AVCaptureDevice.default(for: .video),
            let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input),
            session.canAddOutput(photoOutput)
        else { return false }
        session.addInput(input)
        session.addOutput(photoOutput)
        return true
    }

    /// Returns whether the camera has raw photos.
    func captureRAW(completion: @escaping (Data?, Data?, (any Error)?) -> Void) -> Bool {
        guard let rawFormat = photoOutput.availableRawPhotoPixelFormatTypes.first else { return false }
        self.completion = completion
        let processedFormat = [AVVideoCodecKey: AVVideoCodecType.jpeg]
        let settings = AVCapturePhotoSettings(
            rawPixelFormatType: rawFormat, processedFormat: processedFormat)
        photoOutput.capturePhoto(with: settings, delegate: self)
        return true
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        guard error == nil else { return }
        if photo.isRawPhoto {
            rawData = photo.fileDataRepresentation()
        } else {
            processedData = photo.fileDataRepresentation()
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        // What is told may take the next one at once.
        let told = completion
        completion = nil
        told?(rawData, processedData, error)
    }
}
