#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// Takes each frame together with the codes in it, so that a drawing is never a frame late.
final class OverlayComposer: NSObject, AVCaptureDataOutputSynchronizerDelegate {
    struct Composition: Sendable {
        var time: Double
        var width: Int
        var texts: [String]
        var objectTimes: [Double]
        var bounds: [CGRect]
    }

    let session = AVCaptureSession()
    private let videoDataOutput = AVCaptureVideoDataOutput()
    private let metadataOutput = AVCaptureMetadataOutput()
    private var outputSynchronizer: AVCaptureDataOutputSynchronizer?
    private let dataOutputQueue = DispatchQueue(label: "data output", qos: .userInitiated)
    var onComposition: (@Sendable (Composition) -> Void)?

    func configure() throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        guard let camera = AVCaptureDevice.default(for: .video) else { throw AVError(.deviceNotConnected) }
        session.addInput(try AVCaptureDeviceInput(device: camera))
        session.addOutput(videoDataOutput)
        session.addOutput(metadataOutput)
        metadataOutput.metadataObjectTypes = [.qr]
        let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [videoDataOutput, metadataOutput])
        synchronizer.setDelegate(self, queue: dataOutputQueue)
        outputSynchronizer = synchronizer
    }

    func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    ) {
        guard
            let videoData = synchronizedDataCollection.synchronizedData(for: videoDataOutput)
                as? AVCaptureSynchronizedSampleBufferData, !videoData.sampleBufferWasDropped,
            let pixelBuffer = CMSampleBufferGetImageBuffer(videoData.sampleBuffer)
        else { return }
        var composition = Composition(
            time: CMTimeGetSeconds(videoData.timestamp), width: CVPixelBufferGetWidth(pixelBuffer), texts: [],
            objectTimes: [], bounds: [])
        let connection = videoDataOutput.connection(with: .video)
        if let metadata = synchronizedDataCollection[metadataOutput]
            as? AVCaptureSynchronizedMetadataObjectData,
            let connection
        {
            for object in metadata.metadataObjects {
                guard
                    let code = videoDataOutput.transformedMetadataObject(for: object, connection: connection)
                        as? AVMetadataMachineReadableCodeObject
                else { continue }
                composition.texts.append(code.stringValue ?? "")
                composition.objectTimes.append(object.time.seconds)
                composition.bounds.append(code.bounds)
            }
        }
        onComposition?(composition)
    }
}
