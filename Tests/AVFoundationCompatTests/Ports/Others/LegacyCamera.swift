#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Code of the first years, brought up to compile.
class LegacyCamera: NSObject {
    var session: AVCaptureSession!
    var device: AVCaptureDevice!
    var input: AVCaptureDeviceInput!
    var output: AVCaptureMetadataOutput!
    var preview: AVCaptureVideoPreviewLayer!

    func cameraWithPosition(_ position: AVCaptureDevice.Position) -> AVCaptureDevice? {
        for device in AVCaptureDevice.devices(for: AVMediaType.video) where device.position == position {
            return device
        }
        return nil
    }

    func setup() {
        session = AVCaptureSession()
        session.sessionPreset = AVCaptureSession.Preset.hd1280x720
        if !session.canSetSessionPreset(.hd1280x720) { session.sessionPreset = .vga640x480 }
        device = cameraWithPosition(.back) ?? AVCaptureDevice.default(for: .video)
        do {
            input = try AVCaptureDeviceInput(device: device)
        } catch let error as NSError {
            print(error.localizedDescription, error.domain, error.code)
            return
        }
        if session?.canAddInput(input) == true { session?.addInput(input) }
        output = AVCaptureMetadataOutput()
        if session.canAddOutput(output) { session.addOutput(output) }
        output.metadataObjectTypes = [AVMetadataObject.ObjectType.qr]
        preview = AVCaptureVideoPreviewLayer(session: session)
        preview.videoGravity = AVLayerVideoGravity.resizeAspectFill
        preview.connection?.videoOrientation = AVCaptureVideoOrientation.portrait
        let frameRate = 15
        if let device = device, (try? device.lockForConfiguration()) != nil {
            device.activeVideoMinFrameDuration = CMTimeMake(value: 1, timescale: Int32(frameRate))
            device.activeVideoMaxFrameDuration = CMTimeMake(value: 1, timescale: Int32(frameRate))
            if device.isFocusModeSupported(AVCaptureDevice.FocusMode.continuousAutoFocus) {
                device.focusMode = AVCaptureDevice.FocusMode.continuousAutoFocus
            }
            device.unlockForConfiguration()
        }
        session.startRunning()
    }
}
