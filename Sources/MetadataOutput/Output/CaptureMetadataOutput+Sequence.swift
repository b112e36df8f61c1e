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
    ///   - shares: How much of which types' search is due in this frame, see ``SearchedFrame/shares``. Types that
    ///     are not wanted are left out. Default: all that is wanted, whole. Empty: nothing is searched, objects move.
    ///   - change: Changes what is asked of the detectors in this frame (steps left out); types and region excepted.
    /// - Throws: ``PayloadError`` if there is nothing to search; the sequence goes on with the next frame.
    public func search(
        _ payload: Payload, time: Duration, duration: Duration? = nil,
        shares: [MetadataObjectType: Double]? = nil,
        changingRequest change: (inout DetectionRequest) -> Void = { _ in }
    ) throws(PayloadError) -> SearchedFrame {
        let wanted = currentRequest
        let whole = Dictionary(uniqueKeysWithValues: wanted.types.map { ($0, 1.0) })
        let due = shares?.filter { wanted.types.contains($0.key) } ?? whole
        var request = wanted
        change(&request)
        request.types = Set(due.keys)
        request.rectOfInterest = wanted.rectOfInterest
        request.includesMotionPlane = motion != nil
        let result = try detector.detect(request, in: payload)
        let selection = Selection(of: result, for: request)
        let detections = selection.detections
        var frame = SearchedFrame(
            time: time, duration: duration, request: wanted, shares: due, width: result.width,
            height: result.height, detections: detections, motionPlane: result.motionPlane,
            failures: result.failures)
        frame.judgements = selection.judgements(numbered: Array(detections.indices)) + result.refused
        frame.views = result.views
        return frame
    }
}
