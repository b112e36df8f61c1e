#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// The scanner of most tutorials: a message and a frame over the preview, and a stop at the first code.
@MainActor
final class ScannerScreen: NSObject {
    static let hint = "No code is detected"

    private(set) var message = ScannerScreen.hint
    private(set) var codeFrame = CGRect.zero
    let captureSession = AVCaptureSession()
    let metadataOutput = AVCaptureMetadataOutput()
    private(set) var previewLayer: AVCaptureVideoPreviewLayer!
    private let window: CGRect
    private var startObserver: (any NSObjectProtocol)?

    init(window: CGRect) {
        self.window = window
        super.init()
    }

    func viewDidLoad(bounds: CGRect) {
        guard let videoCaptureDevice = AVCaptureDevice.default(for: .video) else { return failed() }
        let videoInput: AVCaptureDeviceInput
        do {
            videoInput = try AVCaptureDeviceInput(device: videoCaptureDevice)
        } catch {
            return failed()
        }
        guard captureSession.canAddInput(videoInput) else { return failed() }
        captureSession.addInput(videoInput)
        guard captureSession.canAddOutput(metadataOutput) else { return failed() }
        captureSession.addOutput(metadataOutput)
        metadataOutput.setMetadataObjectsDelegate(self, queue: DispatchQueue.main)
        metadataOutput.metadataObjectTypes = [.ean8, .ean13, .pdf417, .qr]

        if (try? videoCaptureDevice.lockForConfiguration()) != nil {
            if videoCaptureDevice.isAutoFocusRangeRestrictionSupported {
                videoCaptureDevice.autoFocusRangeRestriction = .near
            }
            videoCaptureDevice.activeVideoMinFrameDuration = CMTimeMake(value: 1, timescale: 30)
            videoCaptureDevice.activeVideoMaxFrameDuration = CMTimeMake(value: 1, timescale: 30)
            videoCaptureDevice.unlockForConfiguration()
        }

        previewLayer = AVCaptureVideoPreviewLayer(session: captureSession)
        previewLayer.frame = bounds
        previewLayer.videoGravity = .resizeAspectFill
        startObserver = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.didStartRunningNotification, object: captureSession, queue: .main
        ) { [weak self] _ in
            MainActor.assumeIsolated { self?.sessionDidStart() }
        }
    }

    func viewWillAppear() {
        let session = captureSession
        guard !session.isRunning else { return }
        DispatchQueue.global(qos: .userInitiated).async { session.startRunning() }
    }

    func viewWillDisappear() {
        if captureSession.isRunning { captureSession.stopRunning() }
    }

    private func sessionDidStart() {
        metadataOutput.rectOfInterest = previewLayer.metadataOutputRectConverted(fromLayerRect: window)
    }

    private func failed() {
        message = "Scanning is not supported"
    }

    private func show(_ metadataObjects: [AVMetadataObject]) {
        guard let metadataObject = metadataObjects.first else {
            codeFrame = .zero
            message = Self.hint
            return
        }
        guard let readableObject = metadataObject as? AVMetadataMachineReadableCodeObject,
            let stringValue = readableObject.stringValue
        else { return }
        codeFrame = previewLayer.transformedMetadataObject(for: readableObject)?.bounds ?? .zero
        captureSession.stopRunning()
        message = stringValue
    }
}

extension ScannerScreen: AVCaptureMetadataOutputObjectsDelegate {
    nonisolated func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        MainActor.assumeIsolated { show(metadataObjects) }
    }
}
