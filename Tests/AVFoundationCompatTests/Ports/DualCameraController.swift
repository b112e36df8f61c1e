#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Two cameras at once, connected by hand.
final class DualCameraController: NSObject {
    enum ConfigurationError: Error {
        case notSupported
        case missing(String)
        case cannotAdd(String)
    }

    let session = AVCaptureMultiCamSession()
    let backPreviewLayer = AVCaptureVideoPreviewLayer()
    let frontPreviewLayer = AVCaptureVideoPreviewLayer()
    let backVideoDataOutput = AVCaptureVideoDataOutput()
    let frontVideoDataOutput = AVCaptureVideoDataOutput()
    var onFrame: ((AVCaptureDevice, CMTime, CMVideoDimensions) -> Void)?

    private let dataOutputQueue = DispatchQueue(label: "data output queue")

    func configure() throws {
        guard AVCaptureMultiCamSession.isMultiCamSupported else { throw ConfigurationError.notSupported }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        backPreviewLayer.setSessionWithNoConnection(session)
        frontPreviewLayer.setSessionWithNoConnection(session)
        try add(position: .back, output: backVideoDataOutput, layer: backPreviewLayer, isMirrored: false)
        try add(position: .front, output: frontVideoDataOutput, layer: frontPreviewLayer, isMirrored: true)
    }

    private func add(
        position: AVCaptureDevice.Position, output: AVCaptureVideoDataOutput,
        layer: AVCaptureVideoPreviewLayer, isMirrored: Bool
    ) throws {
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position)
        else { throw ConfigurationError.missing("camera \(position)") }
        let input = try AVCaptureDeviceInput(device: camera)
        guard session.canAddInput(input) else { throw ConfigurationError.cannotAdd("input") }
        session.addInputWithNoConnections(input)

        guard
            let port = input.ports(
                for: .video, sourceDeviceType: camera.deviceType, sourceDevicePosition: camera.position
            ).first
        else { throw ConfigurationError.missing("port") }

        guard session.canAddOutput(output) else { throw ConfigurationError.cannotAdd("output") }
        session.addOutputWithNoConnections(output)
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)
        ]
        output.alwaysDiscardsLateVideoFrames = true
        output.setSampleBufferDelegate(self, queue: dataOutputQueue)

        let connection = AVCaptureConnection(inputPorts: [port], output: output)
        guard session.canAddConnection(connection) else { throw ConfigurationError.cannotAdd("connection") }
        session.addConnection(connection)
        if connection.isVideoRotationAngleSupported(90) { connection.videoRotationAngle = 90 }
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = isMirrored

        let layerConnection = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
        guard session.canAddConnection(layerConnection) else {
            throw ConfigurationError.cannotAdd("layer connection")
        }
        session.addConnection(layerConnection)
        layerConnection.automaticallyAdjustsVideoMirroring = false
        layerConnection.isVideoMirrored = isMirrored
    }

    func reduceCosts() throws {
        guard session.hardwareCost > 1 || session.systemPressureCost > 1 else { return }
        for case let input as AVCaptureDeviceInput in session.inputs {
            let current = input.device.activeFormat.formatDescription.dimensions
            let smaller = input.device.formats.filter { format in
                format.isMultiCamSupported && format.formatDescription.dimensions.width < current.width
            }
            guard
                let next = smaller.max(by: {
                    $0.formatDescription.dimensions.width < $1.formatDescription.dimensions.width
                })
            else { continue }
            try input.device.lockForConfiguration()
            input.device.activeFormat = next
            input.device.unlockForConfiguration()
        }
    }
}

extension DualCameraController: AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard let input = connection.inputPorts.first?.input as? AVCaptureDeviceInput,
            let description = CMSampleBufferGetFormatDescription(sampleBuffer)
        else { return }
        onFrame?(
            input.device, CMSampleBufferGetPresentationTimeStamp(sampleBuffer),
            CMVideoFormatDescriptionGetDimensions(description))
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        let reason = CMGetAttachment(
            sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
        print("dropped: \(reason.map { "\($0)" } ?? "unknown")")
    }
}
