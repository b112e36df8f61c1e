package import Foundation
public import MetadataOutput
import Synchronization

/// A way from the ports of inputs to an output, and what is done to the pictures on it; AVFoundation's
/// `AVCaptureConnection`.
///
/// Everything may be changed while the session runs, and holds from the next frame on.
public final class CaptureConnection: Sendable {
    /// Where its frames come from.
    public let inputPorts: [CaptureInputPort]
    /// Where they go.
    public let output: any CaptureOutput

    private struct State {
        var isEnabled = true
        var videoRotationAngle = 0
        var isVideoMirrored = false
        var adjustsMirroring = true
        var minFrameDuration: Duration?
        var stabilization = 0
        /// Whether its source is at the front, as far as it has delivered.
        var isSourceInFront: Bool?
        /// Of the last frame that went through, before it was turned, or of those that its source has said will come.
        var videoSize: CGSize?
        /// The source, if it was closed after that frame: pictures that come next may be of another size.
        weak var closedSource: (any CaptureInput)?
    }

    private let state = Mutex(State())

    /// Makes a connection; a session that has both ends takes it with `addConnection(_:)`.
    public init(inputPorts: [CaptureInputPort], output: any CaptureOutput) {
        self.inputPorts = inputPorts
        self.output = output
    }

    /// Makes a connection to a preview layer.
    public convenience init(inputPort: CaptureInputPort, videoPreviewLayer: CaptureVideoPreviewLayer) {
        self.init(inputPorts: [inputPort], output: videoPreviewLayer)
    }

    /// The layer that it leads to; nil if it leads to another ``output``.
    public var videoPreviewLayer: CaptureVideoPreviewLayer? { output as? CaptureVideoPreviewLayer }

    /// What goes over it: metadata objects to a `CaptureMetadataOutput`, else pictures.
    public var mediaType: MediaType { output is CaptureMetadataOutput ? .metadataObject : .video }

    /// Whether frames go through, default true.
    public var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set { state.withLock { $0.isEnabled = newValue } }
    }

    /// Whether frames can go through: it is enabled, a session has it, and one of its inputs is there.
    public var isActive: Bool {
        isEnabled && session?.inputs(of: self).contains { $0.isConnected } ?? false
    }

    /// The session that has it.
    package var session: CaptureSession? { SessionMembership.session(of: output) }

    // MARK: - Rotation

    /// Whether pictures can be turned by so many degrees clockwise: 0, 90, 180 or 270 where it carries pictures. Metadata
    /// objects stay in the space of the unrotated picture, as on Apple's systems, so that theirs has only 0.
    public func isVideoRotationAngleSupported(_ angle: Int) -> Bool {
        mediaType == .video ? [0, 90, 180, 270].contains(angle) : angle == 0
    }

    /// Degrees clockwise that pictures are turned by, default 0.
    public var videoRotationAngle: Int { state.withLock { $0.videoRotationAngle } }

    /// Sets how pictures are turned.
    ///
    /// - Parameter angle: Degrees clockwise.
    /// - Throws: ``CaptureError/Code/unsupported``, see ``isVideoRotationAngleSupported(_:)``.
    public func setVideoRotationAngle(_ angle: Int) throws(CaptureError) {
        guard isVideoRotationAngleSupported(angle) else {
            throw CaptureError(.unsupported, "this connection cannot turn pictures by \(angle) degrees")
        }
        state.withLock { $0.videoRotationAngle = angle }
    }

    // MARK: - Mirroring

    /// Whether pictures can be flipped; not where it carries metadata objects.
    public var isVideoMirroringSupported: Bool { mediaType == .video }

    /// Whether pictures are flipped left to right, after they were turned. While
    /// ``automaticallyAdjustsVideoMirroring`` is on, those are which a camera at the front sends to a preview layer: people
    /// see themselves as in a mirror.
    public var isVideoMirrored: Bool {
        let (own, isInFront) = state.withLock {
            ($0.adjustsMirroring ? nil : $0.isVideoMirrored, $0.isSourceInFront)
        }
        if let own { return own }
        guard videoPreviewLayer != nil else { return false }
        // Workers must not be the last to hold a session, and need not ask it: they have noted what it would say.
        return isInFront ?? (session?.inputs(of: self).first?.position == .front)
    }

    /// Sets whether pictures are flipped.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if they cannot be;
    ///   ``CaptureError/Code/invalidConfiguration`` while ``automaticallyAdjustsVideoMirroring`` is true.
    public func setVideoMirrored(_ isMirrored: Bool) throws(CaptureError) {
        guard isVideoMirroringSupported else {
            throw CaptureError(.unsupported, "this connection cannot mirror pictures")
        }
        let isAutomatic = state.withLock { state in
            if !state.adjustsMirroring { state.isVideoMirrored = isMirrored }
            return state.adjustsMirroring
        }
        guard !isAutomatic else {
            throw CaptureError(
                .invalidConfiguration,
                "isVideoMirrored cannot be set while automaticallyAdjustsVideoMirroring is on")
        }
    }

    /// Whether ``isVideoMirrored`` is decided by what is at the connection's ends, default true. Setting it to false
    /// leaves mirroring as it is.
    public var automaticallyAdjustsVideoMirroring: Bool {
        get { state.withLock { $0.adjustsMirroring } }
        set {
            let isMirrored = isVideoMirrored
            state.withLock { state in
                state.isVideoMirrored = isMirrored
                state.adjustsMirroring = newValue
            }
        }
    }

    // MARK: - Rate and stabilization

    /// The least time between two frames that go through; those that come sooner are left out, and are no drops. Default
    /// nil: all go through. What the camera itself delivers is ``CaptureDevice/setActiveVideoMinFrameDuration(_:)``'s.
    ///
    /// On the way to a metadata output fewer frames are searched; a ``CaptureVideoPreviewLayer`` of the same input has
    /// no others either.
    public var videoMinFrameDuration: Duration? {
        get { state.withLock { $0.minFrameDuration } }
        set { state.withLock { $0.minFrameDuration = newValue } }
    }

    /// How AVFoundation's program would have pictures steadied, by AVFoundation's number; default 0, not at all. Kept for it and
    /// without effect: nothing here can.
    package var preferredStabilization: Int {
        get { state.withLock { $0.stabilization } }
        set { state.withLock { $0.stabilization = newValue } }
    }

    // MARK: - The picture

    /// Size in pixels of pictures that go through, before they are turned: of the last one, or, of a camera that was closed
    /// since, of those that it is set to. nil before the first, unless its source says it.
    var videoSize: CGSize? {
        let (last, source) = state.withLock { ($0.videoSize, $0.closedSource) }
        return last.map { source?.pictureSize ?? $0 }
    }

    /// Size in pixels of the pictures that come at present, or will; nil while none do.
    fileprivate var arrivingSize: CGSize? { state.withLock { $0.closedSource == nil ? $0.videoSize : nil } }

    /// Notes where the source that delivers is.
    func noteSource(isInFront: Bool) { state.withLock { $0.isSourceInFront = isInFront } }

    /// Notes the size of a frame that went through.
    func noteFrame(width: Int, height: Int) { noteSize(CGSize(width: width, height: height)) }

    /// Notes the size of frames that come or will.
    func noteSize(_ size: CGSize) {
        state.withLock { state in (state.videoSize, state.closedSource) = (size, nil) }
    }

    /// Notes that a source was closed. It may come back with other pictures, before the first of which somebody may ask for
    /// their size.
    func noteClosing(of source: any CaptureInput) { state.withLock { $0.closedSource = source } }

    /// The way from unrotated pictures of a size to those that come out, in pixels.
    func pictureTransform(width: Int, height: Int) -> PreviewTransform? {
        let (angle, isMirrored) = (videoRotationAngle, isVideoMirrored)
        let isOnItsSide = !angle.isMultiple(of: 180)
        return PreviewTransform(
            videoSize: CGSize(width: width, height: height),
            previewSize: CGSize(
                width: isOnItsSide ? height : width, height: isOnItsSide ? width : height),
            videoGravity: .resize, videoRotationAngle: angle, isVideoMirrored: isMirrored)
    }
}

extension CaptureInput {
    /// Size in pixels of the pictures that a camera gives as it is set, after its zoom; nil of what is none.
    var pictureSize: CGSize? {
        guard let device = camera, let format = device.activeFormat else {
            return nil
        }
        let part = device.softwareZoom.part
        return CGSize(
            width: (Double(format.width) * part.width).rounded(),
            height: (Double(format.height) * part.height).rounded())
    }

    /// Size in pixels of the pictures that it gives at present, before they are turned, as far as it says so
    /// (``CaptureStream/pictureSize``), or an output or a layer of its session has had one; nil while none come.
    package var arrivingSize: CGSize? {
        let connections = SessionMembership.session(of: self)?.connections ?? []
        let own = connections.filter { $0.inputPorts.contains { $0.input == ObjectIdentifier(self) } }
        return own.lazy.compactMap(\.arrivingSize).first
    }
}
