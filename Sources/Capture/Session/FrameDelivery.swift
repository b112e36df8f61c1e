import MetadataOutput

/// The frames of one open stream on their way to receivers.
struct FrameDelivery {
    /// So many frames that do not come in a row are more than a camera loses now and then.
    private static let mostMissingFrames = 4
    /// And no longer than this, whatever interval the driver tells.
    private static let mostMissingTime = Duration.seconds(60)

    private let stream: any CaptureStream
    private let input: any CaptureInput
    private let masks: PictureMasks
    private let counters: CaptureCounters
    private let report: @Sendable (CaptureSessionEvent) -> Void
    private let stallTimeout: Duration
    private let clock = SuspendingClock()
    /// Only time spent waiting counts: neither receivers that are slow nor a process that was stopped make a source look dead.
    private var silence = Duration.zero
    private var longestSilence: Duration
    private var format: StreamFormat
    private var repetition = PictureRepetition()
    /// Whether frames that were missed between the stream before this one and the next frame are lost.
    private var continuesAnother: Bool
    /// Those who want the frame that is awaited as a buffer, where the stream has none of its own.
    private var wanting: [any BufferReceiver] = []

    /// - Parameters:
    ///   - continuesAnother: Whether frames that were missed between this stream and the one before are lost.
    ///   - policy: When the stream counts as stalled.
    init(
        of stream: any CaptureStream, from input: any CaptureInput, continuesAnother: Bool,
        policy: ReconnectPolicy, masks: PictureMasks, counters: CaptureCounters,
        report: @escaping @Sendable (CaptureSessionEvent) -> Void
    ) {
        (self.stream, self.input, self.masks) = (stream, input, masks)
        (self.counters, self.report) = (counters, report)
        self.continuesAnother = continuesAnother
        format = StreamFormat(stream)
        let fewFrames = min((stream.frameInterval ?? .zero) * Self.mostMissingFrames, Self.mostMissingTime)
        stallTimeout = max(policy.stallTimeout, fewFrames)
        longestSilence = stream.longestSilence ?? max(policy.startTimeout, fewFrames)
    }

    private var mask: PictureMask? { masks[input] }

    /// Waits for the next frame, no longer than anything may take to notice that it should stop.
    ///
    /// - Returns: What is to be handed out; nil if nothing has come.
    /// - Throws: Why nothing will come.
    mutating func next(for receivers: [any CaptureFrameReceiver]) throws(CaptureError) -> CaptureFrame? {
        let begin = clock.now
        let takers = tellStream(whatIsWantedBy: receivers)
        if let frame = try stream.nextFrame(timeout: InputRunner.patience) {
            wanting = takers.take(frame.video, isMasked: mask != nil, among: wanting)
            // Who waits for pictures waits on.
            if !frame.isVideoAlone || takers.areAlone {
                silence = .zero
                longestSilence = stream.longestSilence ?? stallTimeout
                return frame
            }
        }
        silence += min(clock.now - begin, InputRunner.patience)
        if silence >= longestSilence { throw stream.stallError(of: input.sourceName, after: longestSilence) }
        return nil
    }

    private mutating func tellStream(
        whatIsWantedBy receivers: [any CaptureFrameReceiver]
    ) -> VideoTakers {
        let tapping = receivers.compactMap { $0 as? any BufferReceiver }
        let buffered = stream as? any BufferedStream
        let takers = VideoTakers(of: stream as? any VideoStream, among: receivers, isMasked: mask != nil)
        // Of a source without buffers its frames are all that photos can be made of. Whoever begins to want one while it comes
        // gets the next: this one may have been made without its colours.
        wanting = buffered == nil ? tapping.filter { $0.wantsBuffers && !takers.contains($0) } : []
        stream.carriesPictures = !wanting.isEmpty || receivers.contains { $0.wantsPictures }
        buffered?.bufferReceivers = tapping
        buffered?.bufferMask = mask
        return takers
    }

    /// Hands out the frame that has come.
    ///
    /// - Parameter cadence: How often the input has delivered frames up to now, also by streams before this one.
    mutating func hand(
        _ frame: CaptureFrame, to receivers: [any CaptureFrameReceiver], cadence: inout FrameCadence
    ) {
        var frame = frame
        let missed = continuesAnother ? cadence.missed(before: frame.time) : 0
        if missed > 0 { frame.drops[.discontinuity, default: 0] += missed }
        continuesAnother = false
        if let new = format.change(of: stream, at: clock.now) {
            counters.formatChanged(to: new)
            report(.sourceDidStart(source: input.sourceName, format: new))
        }
        let unchanged = frame.isVideoAlone ? .zero : repetition.note(frame.payload)
        if let mask { frame.hide(mask) }
        cadence.note(frame)
        counters.captured(frame, unchangedFor: unchanged)
        guard !frame.isVideoAlone else { return }
        for receiver in wanting { receiver.receive(CaptureBuffer(frame)) }
        for receiver in receivers { receiver.receive(frame) }
    }
}
