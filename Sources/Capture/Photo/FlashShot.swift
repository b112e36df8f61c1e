import MetadataOutput

/// Takes one picture by the light of a camera's flash.
struct FlashShot {
    let taker: PhotoTaker
    let device: CaptureDevice

    private var receiver: PhotoReceiver { taker.receiver }

    /// The picture: the sharpest of as many as the settings want, of those that were lit as a whole. The lamp is out when this
    /// returns, whatever happened.
    ///
    /// - Throws: ``CaptureError/Code/deviceFailed`` if the lamp does not obey, ``CaptureError/Code/settingNotReached`` if its light
    ///   reached parts of pictures only; or why no picture came.
    func exposure(of count: Int) throws(CaptureError) -> PhotoExposure {
        let dark = try measured(after: receiver.now)
        let flash = try PhotoFlash.lit(of: device)
        // A picture that was begun before the light is not all lit by it.
        let begin = receiver.now
        var watch = FlashWatch(dark: dark.measure)
        var picture = try measured(after: begin + (device.exposureDuration ?? .zero))
        var frames = 1
        var isLit = watch.isLit(picture.measure)
        while !isLit,
            frames < BracketSeries.mostFrames || MonotonicClock.now - begin < BracketSeries.leastTime,
            frames < 20 * BracketSeries.mostFrames
        {
            picture = try measured(after: picture.buffer.time)
            frames += 1
            isLit = watch.isLit(picture.measure)
        }
        try flash.check()
        guard isLit || !watch.hasSeenLight else {
            throw CaptureError(
                .settingNotReached, "the flash of \(device.title) has lit parts of \(frames) pictures only")
        }
        // Where there was light enough before, it changes nothing that could be seen.
        var best = picture
        for _ in 1..<max(1, count) where isLit {
            picture = try measured(after: picture.buffer.time)
            // The hardware may have ended it.
            isLit = watch.isLit(picture.measure)
            if isLit, picture.measure.sharpness > best.measure.sharpness { best = picture }
        }
        var exposure = taker.exposure(best.buffer)
        exposure.isFlashFired = true
        return exposure
    }

    /// The next picture that is not damaged.
    private func measured(after time: Duration) throws(CaptureError) -> (
        buffer: CaptureBuffer, measure: StillMeasure
    ) {
        var last = time
        for _ in 0..<BracketSeries.mostFrames {
            let buffer = try receiver.next(after: last)
            if let measure = try? taker.developer.measure(buffer) { return (buffer, measure) }
            last = buffer.time
        }
        throw CaptureError(.noDataCaptured, "\(device.title) gives no pictures that can be measured")
    }
}
