extension CaptureMetadataOutput {
    /// Begins a sequence of frames of one input, through which objects keep their ids.
    ///
    /// - Parameter ids: Where the ids come from; sequences of one session share one.
    public func makeSequence(ids: ObjectIDSource = ObjectIDSource()) -> MetadataSequence {
        MetadataSequence(motion: motion, ids: ids)
    }

    /// Decodes and searches one frame of a sequence; ``MetadataSequence/update(for:)`` gives what it saw ids.
    ///
    /// Blocks while it works. May be called from several threads at once, for frames in any order.
    ///
    /// - Parameters:
    ///   - payload: The frame's picture.
    ///   - time: When it was taken, on the source's clock.
    ///   - duration: How long it stands, or nil if that is not known.
    ///   - liveFrame: Of a live source the frame, see ``DetectionRequest/liveFrame``; default nil.
    /// - Throws: ``PayloadError`` if there is nothing to search; the sequence goes on with the next frame.
    public func search(
        _ payload: Payload, time: Duration, duration: Duration? = nil, liveFrame: LiveFrame? = nil
    ) throws(PayloadError) -> SearchedFrame {
        let wanted = currentRequest
        var request = wanted
        request.includesMotionPlane = motion != nil
        request.liveFrame = liveFrame
        let result = try detector.detect(request, in: payload)
        let filter = ResultFilter(of: result, for: request)
        let detections = filter.detections
        let whole = Dictionary(uniqueKeysWithValues: wanted.types.map { ($0, 1.0) })
        var frame = SearchedFrame(
            time: time, duration: duration, request: wanted, shares: whole.merging(result.shares) { $1 },
            width: result.width,
            height: result.height, detections: detections, motionPlane: result.motionPlane,
            failures: result.failures)
        frame.judgements = filter.judgements(numbered: Array(detections.indices)) + result.refused
        frame.views = result.views
        (frame.unread, frame.hints) = (result.unread, result.hints)
        frame.liveCycle = result.liveCycle
        (frame.changes, frame.parts, frame.isSearched) = (result.changes, result.parts, result.isSearched)
        frame.round = result.round
        return frame
    }
}
