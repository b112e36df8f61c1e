#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Measures how bright and how coloured the middle of each frame is.
final class FrameReader: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    struct Colour: Equatable, Sendable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8
    }

    let session = AVCaptureSession()
    private let output = AVCaptureVideoDataOutput()
    private let queue = DispatchQueue(label: "frames")
    var onColour: (@Sendable (Colour, Double) -> Void)?

    func configure() throws {
        session.beginConfiguration()
        session.sessionPreset = .vga640x480
        guard
            let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .unspecified)
        else { throw AVError(.deviceNotConnected) }
        session.addInput(try AVCaptureDeviceInput(device: device))
        if output.availableVideoPixelFormatTypes.contains(kCVPixelFormatType_32BGRA) {
            output.videoSettings = [
                String(kCVPixelBufferPixelFormatTypeKey): NSNumber(value: kCVPixelFormatType_32BGRA)
            ]
        }
        output.alwaysDiscardsLateVideoFrames = true
        output.setSampleBufferDelegate(self, queue: queue)
        if session.canAddOutput(output) { session.addOutput(output) }
        output.connection(with: .video)?.videoOrientation = .portrait
        session.commitConfiguration()
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        CVPixelBufferLockBaseAddress(pixelBuffer, CVPixelBufferLockFlags(rawValue: 0))
        defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, CVPixelBufferLockFlags(rawValue: 0)) }
        guard CVPixelBufferGetPixelFormatType(pixelBuffer) == kCVPixelFormatType_32BGRA,
            let base = CVPixelBufferGetBaseAddress(pixelBuffer)
        else { return }
        let (width, height) = (CVPixelBufferGetWidth(pixelBuffer), CVPixelBufferGetHeight(pixelBuffer))
        let rowBytes = CVPixelBufferGetBytesPerRow(pixelBuffer)
        let pixel = base.assumingMemoryBound(to: UInt8.self) + height / 2 * rowBytes + width / 2 * 4
        let time = sampleBuffer.presentationTimeStamp.seconds
        onColour?(Colour(red: pixel[2], green: pixel[1], blue: pixel[0]), time)
    }
}
