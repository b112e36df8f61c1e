import MetadataOutput

/// A stream of video that can be recorded as it was sent, beside its pictures.
protocol VideoStream: CaptureStream {
    /// Whether what comes now can be.
    var hasVideo: Bool { get }
    /// Whether frames are to have ``CaptureFrame/video``; set before each.
    var carriesVideo: Bool { get set }
    /// Whether pictures are wanted as long as there is video; set before each.
    var decodesVideo: Bool { get set }

    /// Says that no frame has come for a while, and what has instead.
    func stalled(after silence: Duration) -> CaptureError
}

extension CaptureStream {
    /// Says that no frame has come for a while, though the source is open.
    func stallError(of source: String, after silence: Duration) -> CaptureError {
        if let video = self as? any VideoStream { return video.stalled(after: silence) }
        return CaptureError(.deviceStalled, "\(source) has sent no frame for \(silence.inSeconds)")
    }
}

/// Those who take a source's video as it was sent, for one frame.
struct VideoTakers {
    /// Who takes it if there is some, and who gets it instead of pictures, as there was some before.
    private let willing: [any BufferReceiver]
    private let takers: [any BufferReceiver]
    /// Whether nobody else wants anything of the source.
    let areAlone: Bool

    /// Tells the stream what is wanted of it.
    ///
    /// - Parameters:
    ///   - stream: Nil for one of which pictures are all there is.
    ///   - isMasked: Whether something is to be hidden: nobody has it as it was sent then.
    init(of stream: (any VideoStream)?, among receivers: [any CaptureFrameReceiver], isMasked: Bool) {
        let tapping = receivers.compactMap { $0 as? any BufferReceiver }
        let willing = tapping.filter(\.takesVideo)
        let takers = stream?.hasVideo == true && !isMasked ? willing : []
        if stream != nil {
            for receiver in tapping where !takers.contains(where: { $0 === receiver }) { receiver.endVideo() }
        }
        (self.willing, self.takers) = (willing, takers)
        areAlone = !takers.isEmpty && takers.count == receivers.count
        stream?.carriesVideo = !isMasked && !willing.isEmpty
        stream?.decodesVideo = !areAlone
    }

    func contains(_ receiver: any CaptureFrameReceiver) -> Bool { takers.contains { $0 === receiver } }

    /// Hands out what has come.
    ///
    /// - Parameter isMasked: Whether something is to be hidden by now.
    /// - Returns: Those who want a picture of it all the same.
    func take(
        _ video: [SentFrame], isMasked: Bool, among wanting: [any BufferReceiver]
    ) -> [any BufferReceiver] {
        guard !isMasked, !video.isEmpty else { return wanting }
        for frame in video {
            for receiver in willing { receiver.receive(frame) }
        }
        return wanting.filter { receiver in !willing.contains { $0 === receiver } }
    }
}
