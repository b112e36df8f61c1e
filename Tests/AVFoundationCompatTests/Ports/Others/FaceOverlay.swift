#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Draws a plate over each face, which tilts and turns with it.
final class FaceOverlay: NSObject, AVCaptureMetadataOutputObjectsDelegate {
    /// The four corners of a plate on the screen, and how wide it seems.
    struct Plate: Equatable, Sendable {
        var corners: [CGPoint]
        var foreshortening: CGFloat
    }

    let session = AVCaptureSession()
    var onPlates: (@Sendable ([Int: Plate]) -> Void)?
    private let previewLayer: AVCaptureVideoPreviewLayer
    private let output = AVCaptureMetadataOutput()
    private let queue = DispatchQueue(label: "faces")
    private var plates: [Int: Plate] = [:]

    init(bounds: CGRect) {
        previewLayer = AVCaptureVideoPreviewLayer(session: session)
        previewLayer.frame = bounds
        previewLayer.videoGravity = .resizeAspectFill
        super.init()
    }

    func configure() throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        let discovery = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInTrueDepthCamera, .builtInWideAngleCamera], mediaType: .video,
            position: .front)
        guard let device = discovery.devices.first else { throw AVError(.deviceNotConnected) }
        let input = try AVCaptureDeviceInput(device: device)
        if session.canAddInput(input) { session.addInput(input) }
        if session.canAddOutput(output) { session.addOutput(output) }
        guard output.availableMetadataObjectTypes.contains(.face) else { return }
        output.setMetadataObjectsDelegate(self, queue: queue)
        output.metadataObjectTypes = [.face]
    }

    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        var lostFaces = Set(plates.keys)
        for case let face as AVMetadataFaceObject in metadataObjects {
            lostFaces.remove(face.faceID)
            guard
                let transformed = previewLayer.transformedMetadataObject(for: face) as? AVMetadataFaceObject
            else { continue }
            plates[face.faceID] = plate(over: transformed)
        }
        for id in lostFaces { plates[id] = nil }
        onPlates?(plates)
    }

    private func plate(over face: AVMetadataFaceObject) -> Plate {
        let roll = face.hasRollAngle ? face.rollAngle * .pi / 180 : 0
        let yaw = face.hasYawAngle ? face.yawAngle * .pi / 180 : 0
        let foreshortening = abs(cos(yaw))
        let center = CGPoint(x: face.bounds.midX, y: face.bounds.midY)
        let (halfWidth, halfHeight) = (face.bounds.width / 2 * foreshortening, face.bounds.height / 2)
        let signs: [(CGFloat, CGFloat)] = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        let corners = signs.map { horizontal, vertical in
            let (x, y) = (horizontal * halfWidth, vertical * halfHeight)
            return CGPoint(
                x: center.x + x * cos(roll) - y * sin(roll), y: center.y + x * sin(roll) + y * cos(roll))
        }
        return Plate(corners: corners, foreshortening: foreshortening)
    }
}
