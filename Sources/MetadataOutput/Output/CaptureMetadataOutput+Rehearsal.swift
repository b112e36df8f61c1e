extension CaptureMetadataOutput {
    /// Has a payload searched for what is wanted, for what that gets ready: nobody is told what was found, or that it failed.
    ///
    /// - Parameters:
    ///   - liveFrame: As of which frame of a camera; nil as of a picture.
    ///   - patience: The deadline where the one that is set is shorter. That one is for what is worth nothing when it comes late; a
    ///     worker that misses it is killed and has a spare beside it from then on, and all that is late here is the start.
    package func rehearse(_ payload: Payload, liveFrame: LiveFrame?, patience: Duration) {
        var request = currentRequest
        request.includesMotionPlane = liveFrame != nil && motion != nil
        request.liveFrame = liveFrame
        request.deadline = max(request.deadline, patience)
        _ = try? detector.detect(request, in: payload)
    }
}
