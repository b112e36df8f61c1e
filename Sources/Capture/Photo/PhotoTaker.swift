import MetadataOutput

/// Takes the pictures of one photo or series.
struct PhotoTaker {
    /// A picture, or why there is none.
    typealias Exposure = Result<PhotoExposure, CaptureError>

    /// How long a picture may take: the longest of cameras' exposures, and a stream that is opened anew.
    static let patience = Duration.seconds(5)

    let developer: PhotoDeveloper
    let settings: CapturePhotoSettings
    let receiver: PhotoReceiver
    let latencies: CameraLatencies

    /// The pictures in the order of the settings.
    ///
    /// - Throws: Why none can be taken any more.
    func exposures() throws(CaptureError) -> [Exposure] {
        guard settings.bracket.isEmpty else {
            guard let device = receiver.device else {
                throw CaptureError(.unsupported, "\(receiver.input.sourceName) is no camera that can be set")
            }
            return try BracketSeries(
                receiver: receiver, developer: developer, latencies: latencies, device: device,
                expose: exposure
            ).exposures(settings.bracket)
        }
        return [.success(try sharpest(of: settings.qualityPrioritization.frameCount, after: receiver.now))]
    }

    private func exposure(_ buffer: CaptureBuffer) -> PhotoExposure {
        PhotoExposure(buffer, over: receiver.connection, from: receiver.device)
    }

    /// The sharpest of so many pictures; the first of those that are as sharp.
    func sharpest(of count: Int, after time: Duration) throws(CaptureError) -> PhotoExposure {
        var best: (buffer: CaptureBuffer, sharpness: Double)?
        var last = time
        for _ in 0..<count {
            let buffer = try receiver.next(after: last, within: Self.patience)
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
