#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Watches for faces and codes and says where they are on the screen.
final class CodeScanner: NSObject {
    struct Overlay: Equatable {
        var text: String
        var frame: CGRect
        var corners: [CGPoint]
    }

    let session = AVCaptureSession()
    let previewLayer: AVCaptureVideoPreviewLayer
    var onOverlays: (([Overlay]) -> Void)?
    private let metadataOutput = AVCaptureMetadataOutput()

    init(previewSize: CGSize) {
        previewLayer = AVCaptureVideoPreviewLayer(session: session)
        previewLayer.videoGravity = .resizeAspectFill
        previewLayer.frame = CGRect(origin: .zero, size: previewSize)
        super.init()
    }

    func configure() throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .high

        guard let device = AVCaptureDevice.default(for: .video) else { return }
        let input = try AVCaptureDeviceInput(device: device)
        guard session.canAddInput(input) else { return }
        session.addInput(input)

        guard session.canAddOutput(metadataOutput) else { return }
        session.addOutput(metadataOutput)
        metadataOutput.setMetadataObjectsDelegate(self, queue: .main)
        let wanted: [AVMetadataObject.ObjectType] = [.qr, .ean13, .face]
        metadataOutput.metadataObjectTypes = wanted.filter {
            metadataOutput.availableMetadataObjectTypes.contains($0)
        }
        if let connection = previewLayer.connection, connection.isVideoRotationAngleSupported(90) {
            connection.videoRotationAngle = 90
        }
    }
}

extension CodeScanner: AVCaptureMetadataOutputObjectsDelegate {
    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        var overlays: [Overlay] = []
        for object in metadataObjects {
            guard let transformed = previewLayer.transformedMetadataObject(for: object) else { continue }
            if let code = transformed as? AVMetadataMachineReadableCodeObject {
                guard let value = code.stringValue else { continue }
                overlays.append(Overlay(text: value, frame: code.bounds, corners: code.corners))
            } else if let face = transformed as? AVMetadataFaceObject {
                let roll = face.hasRollAngle ? "\(Int(face.rollAngle))°" : "?"
                overlays.append(Overlay(text: "face \(face.faceID) \(roll)", frame: face.bounds, corners: []))
            }
        }
        onOverlays?(overlays)
    }
}
