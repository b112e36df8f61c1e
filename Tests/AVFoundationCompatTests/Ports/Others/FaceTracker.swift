#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Keeps a frame for each face in view, on the main actor.
@MainActor
final class FaceTracker: NSObject {
    struct Face {
        var frame: CGRect
        var roll: CGFloat?
        var yaw: CGFloat?
    }

    private(set) var faces: [Int: Face] = [:]
    private let session = AVCaptureSession()
    private let layer = AVCaptureVideoPreviewLayer()
    private let output = AVCaptureMetadataOutput()

    func start(in bounds: CGRect) async throws {
        layer.frame = bounds
        layer.session = session
        guard let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front),
            let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input)
        else { return }
        session.addInput(input)
        session.addOutput(output)
        output.metadataObjectTypes = [.face]
        output.setMetadataObjectsDelegate(self, queue: .main)
        let session = session
        await Task.detached { session.startRunning() }.value
    }

    func stop() {
        session.stopRunning()
    }

    private func update(_ objects: [AVMetadataObject]) {
        var lost = Set(faces.keys)
        for face in objects.compactMap({ layer.transformedMetadataObject(for: $0) as? AVMetadataFaceObject })
        {
            lost.remove(face.faceID)
            faces[face.faceID] = Face(
                frame: face.bounds, roll: face.hasRollAngle ? face.rollAngle : nil,
                yaw: face.hasYawAngle ? face.yawAngle : nil)
        }
        for id in lost { faces[id] = nil }
    }
}

extension FaceTracker: AVCaptureMetadataOutputObjectsDelegate {
    nonisolated func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        MainActor.assumeIsolated { update(metadataObjects) }
    }
}
