public import Capture
import MetadataOutput
import Synchronization

/// Where a session's pictures are shown, and the way from what a session sees to there.
///
/// There is no window system behind it: what draws takes pictures from ``core``. Conversions are those of a layer of the
/// size of ``frame``.
open class AVCaptureVideoPreviewLayer: AVObject, @unchecked Sendable {
    /// The library's own layer, whose `frames()` give pictures with what was seen in them.
    public let core: CaptureVideoPreviewLayer
    /// As on Apple's systems the layer holds its session.
    private let held = Mutex<AVCaptureSession?>(nil)

    /// Makes a layer without a session.
    public override init() {
        core = CaptureVideoPreviewLayer()
        super.init()
        Self.wrappers.add(self, of: core)
        // Not on the camera's thread, for which whoever stops the session waits.
        core.onArrival { [weak self] in Self.telling.async { [weak self] in self?.arrivalChanged() } }
    }

    private func arrivalChanged() {
        didChange()
        // Of an input that is no camera only its pictures say what they are. A camera may just be opened anew.
        for input in session?.inputs ?? [] where !(input is AVCaptureDeviceInput) {
            input.formatsMayHaveChanged()
        }
    }

    private static let telling = DispatchQueue(label: "AVCaptureVideoPreviewLayer")

    private static let wrappers = WrapperTable<AVCaptureVideoPreviewLayer>()

    /// The layer with Apple's name for one of the library's, if somebody holds one.
    static func wrapping(_ core: CaptureVideoPreviewLayer) -> AVCaptureVideoPreviewLayer? {
        wrappers.wrapper(of: core)
    }

    /// Makes a layer of a session, which connects it to its first camera.
    public convenience init(session: AVCaptureSession) {
        self.init()
        self.session = session
    }

    /// Makes a layer of a session without a connection.
    public convenience init(sessionWithNoConnection session: AVCaptureSession) {
        self.init()
        setSessionWithNoConnection(session)
    }

    deinit { try? core.setSession(nil) }

    /// The session whose pictures it shows; one that is set connects the layer to its first camera.
    open var session: AVCaptureSession? {
        get { held.withLock { $0 } }
        set { move(to: newValue) { () throws(CaptureError) in try core.setSession(newValue?.core) } }
    }

    /// Moves the layer to a session, to be connected by ``AVCaptureConnection/init(inputPort:videoPreviewLayer:)``.
    open func setSessionWithNoConnection(_ session: AVCaptureSession) {
        move(to: session) { () throws(CaptureError) in try core.setSessionWithNoConnection(session.core) }
    }

    private func move(to session: AVCaptureSession?, _ body: () throws(CaptureError) -> Void) {
        if let session = session ?? self.session { session.perform("setSession:", body) }
        held.withLock { $0 = session }
        didChange()
    }

    /// Its connection; nil as long as it has none.
    open var connection: AVCaptureConnection? { core.connection.map(AVCaptureConnection.wrapping) }

    /// Whether pictures come. Observable.
    open var isPreviewing: Bool { core.isPreviewing }

    /// How pictures are fitted into the layer, default `.resizeAspect`.
    open var videoGravity: AVLayerVideoGravity {
        get { AVLayerVideoGravity(core.videoGravity) }
        set {
            guard let gravity = newValue.core else {
                raiseException(
                    "*** -[AVCaptureVideoPreviewLayer setVideoGravity:] Unsupported gravity '\(newValue.rawValue)'"
                )
            }
            core.videoGravity = gravity
        }
    }

    // MARK: - Geometry

    /// Where the layer lies in what is around it, in points; default empty. Layer points begin at its own top left.
    open var frame: CGRect {
        get { core.frame }
        set { core.frame = newValue }
    }

    /// The layer in its own points.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: core.frame.size) }
        set {
            let (center, size) = (position, newValue.size)
            core.frame = CGRect(
                x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
                height: size.height)
        }
    }

    /// The middle of the layer in what is around it.
    open var position: CGPoint {
        get { CGPoint(x: core.frame.midX, y: core.frame.midY) }
        set {
            let size = core.frame.size
            core.frame.origin = CGPoint(x: newValue.x - size.width / 2, y: newValue.y - size.height / 2)
        }
    }

    // MARK: - Conversions

    /// From pictures to layer points: of the size that comes, and before the first one of the size that its camera is set to.
    private var transform: PreviewTransform? {
        if let transform = core.transform { return transform }
        guard let connection = core.connection, let camera = connection.camera else { return nil }
        let size = AVCaptureDevice.wrapping(camera).activeFormat.formatDescription.dimensions
        return PreviewTransform(
            videoSize: CGSize(width: Int(size.width), height: Int(size.height)), previewSize: frame.size,
            videoGravity: core.videoGravity, videoRotationAngle: connection.videoRotationAngle,
            isVideoMirrored: connection.isVideoMirrored)
    }

    /// The same object in layer points, its angles as seen in the layer.
    ///
    /// - Returns: nil if the object is from another camera than the layer's, or the layer has no camera or no size.
    open func transformedMetadataObject(for metadataObject: AVMetadataObject) -> AVMetadataObject? {
        metadataObject.transformed { object in
            if let source = metadataObject.source, !core.isFed(as: source) { return nil }
            return transform.map { object.transformed(by: $0) }
        }
    }

    /// From layer points to a point of the unrotated picture, 0…1; zero as long as the picture's size is not known.
    open func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
        transform?.captureDevicePointConverted(fromLayerPoint: pointInLayer) ?? .zero
    }

    /// From a point of the unrotated picture, 0…1, to layer points; zero as long as the picture's size is not known.
    open func layerPointConverted(fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint) -> CGPoint {
        transform?.layerPointConverted(fromCaptureDevicePoint: captureDevicePointOfInterest) ?? .zero
    }

    /// From a rectangle in layer points to one of the unrotated picture, 0…1; zero as long as the picture's size is not
    /// known.
    open func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
        transform?.metadataOutputRectConverted(fromLayerRect: rectInLayerCoordinates) ?? .zero
    }

    /// From a rectangle of the unrotated picture, 0…1, to layer points; zero as long as the picture's size is not known.
    open func layerRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        transform?.layerRectConverted(fromMetadataOutputRect: rectInMetadataOutputCoordinates) ?? .zero
    }
}
