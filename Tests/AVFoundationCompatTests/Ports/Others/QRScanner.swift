#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

protocol QRScannerDelegate: AnyObject {
    func scanner(_ scanner: QRScanner, didFind code: String)
    func scanner(_ scanner: QRScanner, didFailWith error: Error)
}

/// Reads the first code inside a window of the preview, and then stops.
class QRScanner: NSObject, AVCaptureMetadataOutputObjectsDelegate {
    weak var delegate: QRScannerDelegate?
    let captureSession: AVCaptureSession = AVCaptureSession()
    lazy var previewLayer = AVCaptureVideoPreviewLayer(session: captureSession)
    private let supportedTypes: [AVMetadataObject.ObjectType] = [
        .upce, .code39, .code39Mod43, .code93, .code128, .ean8, .ean13, .aztec, .pdf417, .itf14, .dataMatrix,
        .interleaved2of5, .qr,
    ]

    func setUp(frame: CGRect, window: CGRect) {
        guard let captureDevice = AVCaptureDevice.default(for: AVMediaType.video) else { return }
        do {
            let input = try AVCaptureDeviceInput(device: captureDevice)
            captureSession.addInput(input)
            let output = AVCaptureMetadataOutput()
            captureSession.addOutput(output)
            output.setMetadataObjectsDelegate(self, queue: DispatchQueue.main)
            output.metadataObjectTypes = supportedTypes
            previewLayer.videoGravity = AVLayerVideoGravity.resizeAspectFill
            previewLayer.frame = frame
            output.rectOfInterest = previewLayer.metadataOutputRectConverted(fromLayerRect: window)
        } catch {
            delegate?.scanner(self, didFailWith: error)
            return
        }
        DispatchQueue.global(qos: .userInitiated).async { [captureSession] in
            captureSession.startRunning()
        }
    }

    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        guard let metadataObject = metadataObjects.first,
            let readableObject = metadataObject as? AVMetadataMachineReadableCodeObject,
            let stringValue = readableObject.stringValue
        else { return }
        if readableObject.type == .ean13, stringValue.hasPrefix("0") {
            delegate?.scanner(self, didFind: String(stringValue.dropFirst()))
        } else {
            delegate?.scanner(self, didFind: stringValue)
        }
    }

    func toggleTorch() {
        guard let device = AVCaptureDevice.default(for: .video), device.hasTorch else { return }
        do {
            try device.lockForConfiguration()
            device.torchMode = device.torchMode == .on ? .off : .on
            device.unlockForConfiguration()
        } catch let error as NSError {
            delegate?.scanner(self, didFailWith: error)
        }
    }
}
