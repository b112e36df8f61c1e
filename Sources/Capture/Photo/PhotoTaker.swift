import MetadataOutput

/// Takes the pictures of one photo or series.
struct PhotoTaker {
    /// A picture, or why there is none.
    typealias Exposure = Result<PhotoExposure, CaptureError>

    let developer: PhotoDeveloper
    let settings: CapturePhotoSettings
    let receiver: PhotoReceiver
    let latencies: CameraLatencies
    var isFlashEnabled = false

    /// The pictures in the order of the settings.
    ///
    /// - Throws: Why none can be taken any more.
    func exposures() throws(CaptureError) -> [Exposure] {
        guard let input = receiver.input as? CaptureDeviceInput else { return try exposuresAsDelivered() }
        return try input.delivering(settings.maxPhotoDimensions, isRaw: settings.format.includesRaw) {
            (isNew) throws(CaptureError) in
            if isNew { try waitForRest() }
            return try exposuresAsDelivered()
        }
    }

    /// Waits until two pictures in succession are as bright: cameras that expose by themselves begin anew with each stream. What moves
    /// never comes to rest, and has so many pictures.
    private func waitForRest() throws(CaptureError) {
        var last = receiver.now
        var lumas: [Double] = []
        for _ in 0..<BracketSeries.mostFrames {
            let buffer = try receiver.next(after: last)
            last = buffer.time
            guard let luma = try? developer.measure(buffer).meanLuma else { continue }
            lumas.append(luma)
            if lumas.count > 1, BracketSeries.isStill(lumas) { return }
        }
    }

    private func exposuresAsDelivered() throws(CaptureError) -> [Exposure] {
        guard settings.bracket.isEmpty else {
            guard let device = receiver.device else {
                throw CaptureError(.unsupported, "\(receiver.input.sourceName) is no camera that can be set")
            }
            return try BracketSeries(
                receiver: receiver, developer: developer, latencies: latencies, device: device,
                expose: exposure
            ).exposures(settings.bracket)
        }
        let count = settings.qualityPrioritization.frameCount
        if isFlashEnabled, let device = receiver.device {
            return [.success(try FlashShot(taker: self, device: device).exposure(of: count))]
        }
        return [.success(try sharpest(of: count, after: receiver.now))]
    }

    func exposure(_ buffer: CaptureBuffer) -> PhotoExposure {
        PhotoExposure(buffer, over: receiver.connection, from: receiver.device)
    }

    /// The sharpest of so many pictures; the first of those that are as sharp.
    private func sharpest(of count: Int, after time: Duration) throws(CaptureError) -> PhotoExposure {
        var best: (buffer: CaptureBuffer, sharpness: Double)?
        var last = time
        for _ in 0..<count {
            let buffer = try receiver.next(after: last)
            last = buffer.time
            if count == 1 { return exposure(buffer) }
            // One that is damaged is not the sharpest.
            let sharpness = (try? developer.measure(buffer))?.sharpness ?? -1
            if best.map({ sharpness > $0.sharpness }) ?? true { best = (buffer, sharpness) }
        }
        guard let best else { throw CaptureError(.noDataCaptured, "no picture came") }
        return exposure(best.buffer)
    }
}
