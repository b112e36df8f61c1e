#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Two cameras, each with a preview and a scanner.
final class TwoCameraScanner: NSObject, AVCaptureMetadataOutputObjectsDelegate, @unchecked Sendable {
    let session = AVCaptureMultiCamSession()
    let layers = [AVCaptureVideoPreviewLayer(), AVCaptureVideoPreviewLayer()]
    private let outputs = [AVCaptureMetadataOutput(), AVCaptureMetadataOutput()]
    let queue = DispatchQueue(label: "codes")
    private var coordinators: [AVCaptureDevice.RotationCoordinator] = []
    private var observations: [NSKeyValueObservation] = []
    private(set) var drawn: [(Int, String, CGPoint)] = []
    private(set) var problem: String?

    func configure() {
        guard AVCaptureMultiCamSession.isMultiCamSupported else { problem = "MultiCam not supported"; return }
        let discovery = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera, .external], mediaType: .video, position: .unspecified)
        guard let set = discovery.supportedMultiCamDeviceSets.first(where: { $0.count >= 2 }) else {
            problem = "no set"; return
        }
        let devices = discovery.devices.filter(set.contains).prefix(2)
        session.beginConfiguration()
        defer {
            session.commitConfiguration()
            if problem == nil { checkCosts() }
        }
        for (index, device) in devices.enumerated() {
            guard let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input) else {
                problem = "input"; return
            }
            session.addInputWithNoConnections(input)
            guard
                let port = input.ports(
                    for: .video, sourceDeviceType: device.deviceType, sourceDevicePosition: device.position
                ).first
            else { problem = "port"; return }
            let output = outputs[index]
            guard session.canAddOutput(output) else { problem = "output"; return }
            session.addOutputWithNoConnections(output)
            guard
                let metadataPort = input.ports(
                    for: .metadataObject, sourceDeviceType: device.deviceType,
                    sourceDevicePosition: device.position
                ).first
            else { problem = "metadata port"; return }
            let connection = AVCaptureConnection(inputPorts: [metadataPort], output: output)
            guard session.canAddConnection(connection) else { problem = "connection"; return }
            session.addConnection(connection)
            output.setMetadataObjectsDelegate(self, queue: queue)
            output.metadataObjectTypes = output.availableMetadataObjectTypes.contains(.qr) ? [.qr] : []
            let layer = layers[index]
            layer.setSessionWithNoConnection(session)
            let layerConnection = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
            guard session.canAddConnection(layerConnection) else { problem = "layer"; return }
            session.addConnection(layerConnection)
            layerConnection.automaticallyAdjustsVideoMirroring = false
            layerConnection.isVideoMirrored = index == 1
            let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
            layerConnection.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelPreview
            observations.append(
                coordinator.observe(\.videoRotationAngleForHorizonLevelPreview, options: .new) {
                    [weak layer] _, change in
                    if let angle = change.newValue { layer?.connection?.videoRotationAngle = angle }
                })
            coordinators.append(coordinator)
            layer.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
        }
    }

    private func checkCosts() {
        while session.hardwareCost > 1.0 || session.systemPressureCost > 1.0 {
            guard reduceResolution() else { problem = "too expensive"; return }
        }
    }

    private func reduceResolution() -> Bool {
        for case let input as AVCaptureDeviceInput in session.inputs {
            let current = CMVideoFormatDescriptionGetDimensions(input.device.activeFormat.formatDescription)
            let smaller = input.device.formats.last {
                $0.isMultiCamSupported
                    && CMVideoFormatDescriptionGetDimensions($0.formatDescription).width < current.width
            }
            if let smaller, (try? input.device.lockForConfiguration()) != nil {
                input.device.activeFormat = smaller
                input.device.unlockForConfiguration()
                return true
            }
        }
        return false
    }

    /// Turns one camera's scanner off without touching the other.
    func setScanning(_ isOn: Bool, camera index: Int) {
        outputs[index].connection(with: .metadataObject)?.isEnabled = isOn
    }

    func removePreview(of index: Int) {
        session.beginConfiguration()
        if let connection = layers[index].connection { session.removeConnection(connection) }
        session.commitConfiguration()
    }

    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        guard let index = outputs.firstIndex(where: { $0 === output }) else { return }
        for code in metadataObjects.compactMap({ $0 as? AVMetadataMachineReadableCodeObject }) {
            // Of the other camera there is nothing to draw.
            if layers[1 - index].transformedMetadataObject(for: code) != nil {
                problem = "drawn in the other layer"
            }
            guard
                let shown = layers[index].transformedMetadataObject(for: code)
                    as? AVMetadataMachineReadableCodeObject,
                let corner = code.corners.first, let shownCorner = shown.corners.first
            else { continue }
            let converted = layers[index].layerPointConverted(fromCaptureDevicePoint: corner)
            if hypot(converted.x - shownCorner.x, converted.y - shownCorner.y) > 0.01 {
                problem = "\(converted) \(shownCorner)"
            }
            drawn.append((index, code.stringValue ?? "", shownCorner))
        }
    }
}
