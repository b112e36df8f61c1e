public import Dispatch
public import MetadataOutput
import Synchronization

/// Hands bare frames to a caller's own code; AVFoundation's `AVCaptureVideoDataOutput`.
public final class CaptureVideoFrameOutput: CaptureOutput, CaptureFrameOutput {
    /// One frame.
    public struct VideoFrame: Sendable {
        /// The picture's luma, turned and mirrored as ``connection`` says. Of a ``pixelBuffer`` with a plane of luma it is
        /// that plane.
        public let frame: Frame
        /// The picture in the output's ``CaptureVideoFrameOutput/videoPixelFormat``, turned and mirrored; nil if none was set.
        public let pixelBuffer: PixelBuffer?
        /// What the camera gave, neither zoomed nor turned; nil unless a pixel format was set, the camera gave
        /// samples, and nothing of them is hidden by a mask.
        public let picture: SourcePicture?
        /// What it came over.
        public let connection: CaptureConnection
        /// The name of its source.
        public let source: String
        /// The source's number for it.
        public let sequenceNumber: Int
        /// Frames of this source that were dropped before this one was handed out and since the one before it was, by reason.
        /// One that was handed out and replaced before a slow consumer took it counts with the next; ``drops()`` has them all.
        public let drops: [CaptureDropReason: Int]
        /// How the camera was set, if ``CaptureVideoFrameOutput/includesAttachments`` asked for it.
        public let attachments: FrameAttachments?
    }

    /// Frames that did not come.
    public struct VideoFrameDrop: Sendable {
        /// Why.
        public let reason: CaptureDropReason
        /// How many.
        public internal(set) var count: Int
        /// What they should have come over.
        public let connection: CaptureConnection
        /// The name of their source.
        public let source: String
        /// The source's number of the frame that came after them.
        public internal(set) var sequenceNumber: Int
        /// When that one was taken.
        public internal(set) var time: Duration
    }

    private struct State {
        var discardsLate = true
        var pixelFormat: VideoPixelFormat?
        var maxDimensions: PhotoDimensions?
        var includesAttachments = false
        var delegate: FramesDelegate?
        var synchronizer: SynchronizerInlet?
    }

    let decoder: any PictureDecoder
    private let converter: (any PixelConverter)?
    private let state = Mutex(State())
    private let streams = NewestStreams<VideoFrame>()
    private let dropStreams = NewestStreams<VideoFrameDrop>()

    /// Makes an output.
    ///
    /// - Parameters:
    ///   - decoder: Decodes what cameras send encoded (Motion JPEG).
    ///   - converter: Makes pixel buffers, `YUVPixelConverter` of `PixelConversion`; nil, the default, for luma alone.
    public init(decoder: any PictureDecoder, converter: (any PixelConverter)? = nil) {
        self.decoder = decoder
        self.converter = converter
    }

    // MARK: - Pixels

    /// The pixel formats that frames can have, those that cost least first, as the cameras that are connected send
    /// pictures; none without a converter.
    public var availableVideoPixelFormats: [VideoPixelFormat] {
        guard converter != nil else { return [] }
        // Motion JPEG has the full range; to make it smaller costs a pass.
        let isFullRange = connections.contains { connection in
            connection.session?.inputs(of: connection).contains { input in
                input.camera?.activeFormat?.isMotionJPEG ?? false
            } ?? false
        }
        return isFullRange
            ? [.luma, .yuv420FullRange, .yuv420VideoRange, .bgra]
            : [.luma, .yuv420VideoRange, .yuv420FullRange, .bgra]
    }

    /// How the pixels of ``VideoFrame/pixelBuffer`` lie; nil, the default, for none, which costs nothing.
    public var videoPixelFormat: VideoPixelFormat? { state.withLock { $0.pixelFormat } }

    /// Sets how pixels lie, from the next frame on.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it is not one of ``availableVideoPixelFormats``.
    public func setVideoPixelFormat(_ format: VideoPixelFormat?) throws(CaptureError) {
        guard format == nil || converter != nil else {
            throw CaptureError(.unsupported, "this output has no converter for pixels")
        }
        state.withLock { $0.pixelFormat = format }
    }

    /// The most pixels that a row and a column of ``VideoFrame/pixelBuffer`` have, turned as they are; nil, the default, for as many as
    /// the camera's. Larger pictures are made smaller, in their shape and as little as need be, from the next frame on.
    public var maxVideoDimensions: PhotoDimensions? { state.withLock { $0.maxDimensions } }

    /// Sets how large pixel buffers may be.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if one of the sides is less than 1.
    public func setMaxVideoDimensions(_ dimensions: PhotoDimensions?) throws(CaptureError) {
        guard dimensions.map({ $0.width > 0 && $0.height > 0 }) ?? true else {
            throw CaptureError(.unsupported, "a picture needs a pixel in each direction")
        }
        state.withLock { $0.maxDimensions = dimensions }
    }

    /// Whether frames say how their camera was set, default false. Cameras are asked ten times a second at most, because an
    /// answer may take as long as a frame.
    public var includesAttachments: Bool {
        get { state.withLock { $0.includesAttachments } }
        set { state.withLock { $0.includesAttachments = newValue } }
    }

    // MARK: - Frames

    /// Whether a frame that comes before the one before it was taken replaces that one, default true. If not, up
    /// to eight frames wait for a slow consumer, at the price of their memory.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { state.withLock { $0.discardsLate } }
        set { state.withLock { $0.discardsLate = newValue } }
    }

    private var mostWaiting: Int { alwaysDiscardsLateVideoFrames ? 1 : 8 }

    /// The frames from now on, of every source that is connected; each call makes a stream of its own, for which
    /// ``alwaysDiscardsLateVideoFrames`` holds as it is at the call.
    public func frames() -> AsyncStream<VideoFrame> { streams.stream(keeping: mostWaiting) }

    /// What is dropped from now on, told when the next frame has come; each call makes a stream of its own, which keeps the
    /// newest 256.
    public func drops() -> AsyncStream<VideoFrameDrop> { dropStreams.stream(keeping: 256) }

    /// Sets whom a session hands frames to; nil hands them to nobody. ``frames()`` gets the same.
    ///
    /// - Parameters:
    ///   - delegate: Held weakly.
    ///   - queue: A serial queue on which it is called. What happens while it is busy ``alwaysDiscardsLateVideoFrames`` says;
    ///     what still waits when the session stops is dropped.
    /// - Precondition: A delegate comes with a queue.
    public func setVideoFrameDelegate(
        _ delegate: (any CaptureVideoFrameOutputDelegate)?, queue: DispatchQueue?
    ) {
        precondition(delegate == nil || queue != nil, "a delegate needs a queue")
        var listener: FramesDelegate?
        if let delegate, let queue { listener = FramesDelegate(delegate, queue: queue) }
        state.withLock { [listener] in $0.delegate = listener }
    }

    /// Whom a session hands frames to; nil, the default, hands them to nobody.
    public var videoFrameDelegate: (any CaptureVideoFrameOutputDelegate)? {
        state.withLock { $0.delegate }?.delegate
    }

    /// Where it is called; nil without a delegate.
    public var videoFrameCallbackQueue: DispatchQueue? { state.withLock { $0.delegate }?.queue }

    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
    ) -> any CaptureFrameReceiver {
        WorkingReceiver(
            connection: connection, input: input, means: means,
            frameWork: FrameHandOut(
                output: self, converter: converter, connection: connection, input: input))
    }

    /// Hands everybody a frame, if there is one, after telling what was dropped before it.
    ///
    /// - Returns: How many older frames were dropped for it: one that several consumers missed is one.
    func hand(_ frame: VideoFrame?, drops: [VideoFrameDrop]) -> Int {
        for drop in drops { dropStreams.send(drop) }
        let late = frame.map { streams.send($0) } ?? 0
        let delegate = state.withLock { $0.delegate }
        return min(1, late + (delegate?.take(frame, drops: drops, keeping: mostWaiting, of: self) ?? 0))
    }

    /// Has the delegate told nothing more of a connection and source.
    func end(of source: String, from connection: CaptureConnection) {
        state.withLock { $0.delegate }?.end(of: source, from: connection)
    }
}

extension CaptureVideoFrameOutput: SynchronizableOutput {
    func join(_ inlet: SynchronizerInlet) -> Bool {
        state.withLock { state in
            guard state.synchronizer?.isClosed ?? true else { return false }
            state.synchronizer = inlet
            return true
        }
    }

    /// Where to put frames, or why there is none, beside handing them out.
    var synchronizer: SynchronizerInlet? { state.withLock { $0.synchronizer } }
}

extension CaptureDevice.Format {
    fileprivate var isMotionJPEG: Bool { LumaLayout(pixelFormat) == .jpeg }
}
