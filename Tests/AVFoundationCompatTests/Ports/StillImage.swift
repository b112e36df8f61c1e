#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// A camera as it was written before there was a photo output.
final class StillImageCamera {
    let session = AVCaptureSession()
    let stillImageOutput = AVCaptureStillImageOutput()

    /// Returns whether images can be taken.
    func configure() -> Bool {
        session.sessionPreset = .photo
        guard let device = AVCaptureDevice.default(for: .video),
            let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input)
        else { return false }
        session.addInput(input)
        stillImageOutput.outputSettings = [AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoQualityKey: 0.9]
        guard session.canAddOutput(stillImageOutput) else { return false }
        session.addOutput(stillImageOutput)
        return true
    }

    func snapStillImage(completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
        guard let connection = stillImageOutput.connection(with: .video) else { return }
        stillImageOutput.captureStillImageAsynchronously(from: connection) { imageDataSampleBuffer, error in
            guard let buffer = imageDataSampleBuffer, error == nil else {
                return completionHandler(nil, error)
            }
            completionHandler(AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation(buffer), nil)
        }
    }

    /// Takes as many images as there are biases, or as many as can be had.
    func snapBracket(
        biases: [Float], completionHandler: @escaping @Sendable (Float?, Data?, (any Error)?) -> Void
    ) {
        guard let connection = stillImageOutput.connection(with: .video) else { return }
        let settings = biases.prefix(stillImageOutput.maxBracketedCaptureStillImageCount).map {
            AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
        }
        stillImageOutput.prepareToCaptureStillImageBracket(
            from: connection, withSettingsArray: settings
        ) { [stillImageOutput] prepared, error in
            guard prepared else { return completionHandler(nil, nil, error) }
            stillImageOutput.captureStillImageBracketAsynchronously(
                from: connection, withSettingsArray: settings
            ) { buffer, stillImageSettings, error in
                let autoExposure = stillImageSettings as? AVCaptureAutoExposureBracketedStillImageSettings
                completionHandler(
                    autoExposure?.exposureTargetBias,
                    buffer.flatMap(AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation), error)
            }
        }
    }
}
