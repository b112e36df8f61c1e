public import Foundation
public import MetadataOutput
import Synchronization

/// Shows what a session sees, as data for whoever draws it; AVFoundation's `AVCaptureVideoPreviewLayer`.
///
/// It belongs to one session and has one connection, which says how pictures are turned and mirrored. Conversions are those
/// of `PreviewTransform`; they are nil until the first picture has come, because its shape is not known before, unless the
/// input says it (``CaptureStream/pictureSize``), and as long as ``frame`` is empty. Results are not clipped.
public final class CaptureVideoPreviewLayer: CaptureOutput, CaptureFrameOutput {
    /// One picture, what was seen in it, and where both belong in the layer.
    public struct PreviewFrame: Sendable {
        /// The picture as it came: neither decoded nor turned. Of a camera that gives samples, its luma.
        public let picture: Payload
        /// The same in colour, if ``CaptureVideoPreviewLayer/includesSourcePictures`` asked for it; nil if the camera gives
        /// JPEGs, as ``picture`` has its colours then, all memory is held, or something of it is hidden by a mask.
        public var sourcePicture: SourcePicture? { colors.flatMap { $0.mask == nil ? $0 : nil } }
        /// With what is to be hidden.
        let colors: SourcePicture?
        /// Whether its colours were not asked for yet when it was taken.
        package let precedesColors: Bool
        /// What was seen in it; nil if no metadata output is connected to its input, or the search failed.
        public let update: MetadataUpdate?
        /// The name of its input.
        public let source: String
        /// The input's number for it.
        public let sequenceNumber: Int
        /// When it was taken, on the monotonic clock of the system.
        public let time: Duration
        /// From the picture to layer points, as the layer was set when it came; nil if the layer's frame was empty.
        public let transform: PreviewTransform?
    }

    private struct Look {
        var frame = CGRect.zero
        var videoGravity = VideoGravity.resizeAspect
        var includesSourcePictures = false
    }

    private let look = Mutex(Look())
    private let streams = NewestStreams<PreviewFrame>()

    /// Makes a layer that belongs to no session.
    public init() {}

    /// Makes a layer of a session, as ``setSession(_:)`` does.
    ///
    /// - Throws: As that.
    public convenience init(session: CaptureSession) throws(CaptureError) {
        self.init()
        try setSession(session)
    }

    /// Makes a layer of a session, as ``setSessionWithNoConnection(_:)`` does.
    ///
    /// - Throws: As that.
    public convenience init(sessionWithNoConnection session: CaptureSession) throws(CaptureError) {
        self.init()
        try setSessionWithNoConnection(session)
    }

    // MARK: - The session

    /// The session whose pictures it shows; nil if it is in none. The session holds the layer, not the other way round.
    public var session: CaptureSession? { SessionMembership.session(of: self) }

    /// Its connection; nil as long as it has none.
    public var connection: CaptureConnection? { connections.first }

    /// Moves the layer to a session and connects it to the session's first input, or to the first one that is added;
    /// nil takes it out of its session.
    ///
    /// - Throws: As ``CaptureSession/addOutput(_:)``.
    public func setSession(_ session: CaptureSession?) throws(CaptureError) {
        try move(to: session, connecting: true)
    }

    /// Moves the layer to a session, to be connected by ``CaptureConnection/init(inputPort:videoPreviewLayer:)`` and
    /// ``CaptureSession/addConnection(_:)``; nil takes it out of its session.
    ///
    /// - Throws: As ``CaptureSession/addOutput(_:)``.
    public func setSessionWithNoConnection(_ session: CaptureSession?) throws(CaptureError) {
        try move(to: session, connecting: false)
    }

    private func move(to session: CaptureSession?, connecting: Bool) throws(CaptureError) {
        try self.session?.removeOutput(self)
        guard let session else { return }
        if connecting {
            try session.addOutput(self)
        } else {
            try session.addOutputWithNoConnections(self)
        }
    }

    /// Whether pictures come: its session runs, its connection is active, and one has come over it since the camera was opened.
    public var isPreviewing: Bool {
        guard let connection, connection.isActive, arrival.withLock({ $0.receiver != nil }) else {
            return false
        }
        return session?.isRunning ?? false
    }

    /// Whether a picture has come since the camera was opened, and who is told when that changes.
    private struct Arrival {
        /// Whose pictures they are; nil while none come.
        var receiver: ObjectIdentifier?
        var handler: (@Sendable () -> Void)?
    }

    private let arrival = Mutex(Arrival())

    /// Has somebody be told when the first picture has come, and when no more do; on the camera's thread.
    package func onArrival(_ handler: @escaping @Sendable () -> Void) {
        arrival.withLock { $0.handler = handler }
    }

    /// Notes that pictures come over a connection, or that no more do.
    ///
    /// - Returns: Who is to be told, by whom no lock is held; nil if that is no news.
    func note(hasArrived: Bool, by receiver: PreviewReceiver) -> (@Sendable () -> Void)? {
        arrival.withLock { arrival in
            let (had, id) = (arrival.receiver != nil, ObjectIdentifier(receiver))
            // One that has been replaced says nothing of the other's.
            guard hasArrived || arrival.receiver == id else { return nil }
            arrival.receiver = hasArrived ? id : nil
            return had == hasArrived ? nil : arrival.handler
        }
    }

    /// The pictures from now on: every frame that a metadata output has searched, also if nothing is in view; without a
    /// metadata output at its input, every frame. Each call makes a stream of its own.
    ///
    /// - Parameter count: Most pictures that wait to be taken; of more the oldest are dropped. Each takes the memory of a
    ///   picture.
    public func frames(keeping count: Int = 8) -> AsyncStream<PreviewFrame> {
        streams.stream(keeping: count)
    }

    /// Whether frames have their ``PreviewFrame/sourcePicture``, from the next one that is taken on; default false. It costs
    /// a copy of each picture of a camera that gives samples, and nothing of others.
    public var includesSourcePictures: Bool {
        get { look.withLock { $0.includesSourcePictures } }
        set { look.withLock { $0.includesSourcePictures = newValue } }
    }

    // MARK: - The look

    /// Where the layer lies in what is around it, in points; default empty. Conversions use its size: layer points begin
    /// at the layer's own top left.
    public var frame: CGRect {
        get { look.withLock { $0.frame } }
        set { look.withLock { $0.frame = newValue } }
    }

    /// How pictures are fitted into the layer, default `VideoGravity.resizeAspect`.
    public var videoGravity: VideoGravity {
        get { look.withLock { $0.videoGravity } }
        set { look.withLock { $0.videoGravity = newValue } }
    }

    /// From the unrotated picture to layer points; nil before the first picture, and while ``frame`` is empty. All conversions
    /// are by it, and nil with it.
    public var transform: PreviewTransform? { connection.flatMap(transform) }

    private func transform(for connection: CaptureConnection) -> PreviewTransform? {
        let look = look.withLock { $0 }
        return connection.videoSize.flatMap {
            PreviewTransform(
                videoSize: $0, previewSize: look.frame.size, videoGravity: look.videoGravity,
                videoRotationAngle: connection.videoRotationAngle, isVideoMirrored: connection.isVideoMirrored
            )
        }
    }

    // MARK: - Conversions

    /// The same object in layer points, its angles as seen in the layer.
    public func transformedMetadataObject<O: MetadataObject>(for object: O) -> O? {
        transform.map { object.transformed(by: $0) }
    }

    /// The same for objects that a metadata output has told of a connection's frames.
    ///
    /// - Returns: nil also if the connection's input is not the layer's. Objects themselves do not know their input.
    public func transformedMetadataObject<O: MetadataObject>(
        for object: O, from source: CaptureConnection
    ) -> O? {
        isFed(as: source) ? transformedMetadataObject(for: object) : nil
    }

    /// Whether the layer's pictures come from an input of another connection's.
    package func isFed(as source: CaptureConnection) -> Bool {
        connection.map { !Set($0.inputPorts).isDisjoint(with: source.inputPorts) } ?? false
    }

    /// From layer points to a point of the unrotated picture, 0…1. Nil where ``transform`` is.
    public func captureDevicePointConverted(fromLayerPoint point: CGPoint) -> CGPoint? {
        transform?.captureDevicePointConverted(fromLayerPoint: point)
    }

    /// From a point of the unrotated picture, 0…1, to layer points. Nil where ``transform`` is.
    public func layerPointConverted(fromCaptureDevicePoint point: CGPoint) -> CGPoint? {
        transform?.layerPointConverted(fromCaptureDevicePoint: point)
    }

    /// From a rectangle in layer points to one of the unrotated picture, 0…1. Nil where ``transform`` is.
    public func metadataOutputRectConverted(fromLayerRect rect: CGRect) -> CGRect? {
        transform?.metadataOutputRectConverted(fromLayerRect: rect)
    }

    /// From a rectangle of the unrotated picture, 0…1, to layer points. Nil where ``transform`` is.
    public func layerRectConverted(fromMetadataOutputRect rect: CGRect) -> CGRect? {
        transform?.layerRectConverted(fromMetadataOutputRect: rect)
    }

    // MARK: - Frames

    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
    ) -> any CaptureFrameReceiver {
        PreviewReceiver(layer: self, connection: connection, input: input, tap: means.searches)
    }

    /// Tells everybody who waits on ``frames(keeping:)``.
    func send(
        _ frame: CaptureFrame, _ update: MetadataUpdate?, source: String, over connection: CaptureConnection
    ) {
        streams.send(
            PreviewFrame(
                picture: frame.payload, colors: frame.picture,
                precedesColors: frame.missingPicture == .notAsked, update: update, source: source,
                sequenceNumber: frame.sequenceNumber, time: frame.time, transform: transform(for: connection)
            ))
    }
}
