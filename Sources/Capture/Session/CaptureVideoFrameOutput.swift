public import MetadataOutput
import Synchronization

/// Hands bare frames to a caller's own code; AVFoundation's `AVCaptureVideoDataOutput`.
public final class CaptureVideoFrameOutput: CaptureOutput, CaptureFrameOutput {
    /// One frame, as it came from a source.
    public struct VideoFrame: Sendable {
        /// The picture, upright.
        public let frame: Frame
        /// The name of its source.
        public let source: String
        /// The source's number for it.
        public let sequenceNumber: Int
        /// Frames of this source that were dropped since the one before, by reason.
        public let drops: [CaptureDropReason: Int]
    }

    private let decoder: any PictureDecoder
    private let discardsLate = Mutex(true)
    private let streams = NewestStreams<VideoFrame>()

    /// Makes an output.
    ///
    /// - Parameter decoder: Decodes what cameras send encoded (Motion JPEG).
    public init(decoder: any PictureDecoder) {
        self.decoder = decoder
    }

    /// Whether a frame that comes before the one before it was taken replaces that one, default true. If not, up
    /// to eight frames wait for a slow consumer, at the price of their memory.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { discardsLate.withLock { $0 } }
        set { discardsLate.withLock { $0 = newValue } }
    }

    /// The frames from now on, of every source that is connected; each call makes a stream of its own, for which
    /// ``alwaysDiscardsLateVideoFrames`` holds as it is at the call.
    public func frames() -> AsyncStream<VideoFrame> {
        streams.stream(keeping: alwaysDiscardsLateVideoFrames ? 1 : 8)
    }

    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
    ) -> any CaptureFrameReceiver {
        WorkingReceiver(
            connection: connection, input: input, means: means,
            frameWork: FrameHandOut(decoder: decoder, streams: streams, source: input.sourceName))
    }
}

/// Decodes the frames of one source and hands them out.
private final class FrameHandOut: FrameWork {
    private let decoder: any PictureDecoder
    private let streams: NewestStreams<CaptureVideoFrameOutput.VideoFrame>
    private let source: String

    init(
        decoder: any PictureDecoder, streams: NewestStreams<CaptureVideoFrameOutput.VideoFrame>,
        source: String
    ) {
        self.decoder = decoder
        self.streams = streams
        self.source = source
    }

    func take(_ frame: CaptureFrame) -> [CaptureDropReason: Int] {
        guard let decoded = try? frame.decoded(by: decoder) else { return [.corrupted: 1] }
        let late = streams.send(
            .init(frame: decoded, source: source, sequenceNumber: frame.sequenceNumber, drops: frame.drops))
        return late > 0 ? [.late: late] : [:]
    }

    func endScene() {}
}

extension CaptureFrame {
    /// The picture, decoded if it came encoded.
    fileprivate func decoded(by decoder: any PictureDecoder) throws(PayloadError) -> Frame {
        // An encoded picture does not know when it was taken.
        Frame(luma: try decoder.frame(from: payload).luma, time: time)
    }
}
