#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// A camera of which movies are recorded, one after the other.
final class MovieCamera: NSObject, AVCaptureFileOutputRecordingDelegate {
    let session = AVCaptureSession()
    let movieFileOutput = AVCaptureMovieFileOutput()
    private(set) var calls: [String] = []
    private var completionHandler: ((URL, Bool, (any Error)?) -> Void)?

    /// Returns whether movies can be recorded.
    func configure() -> Bool {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .high
        guard let device = AVCaptureDevice.default(for: .video),
            let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input),
            session.canAddOutput(movieFileOutput)
        else { return false }
        session.addInput(input)
        session.addOutput(movieFileOutput)
        movieFileOutput.movieFragmentInterval = CMTime(seconds: 1, preferredTimescale: 600)
        movieFileOutput.minFreeDiskSpaceLimit = 1024 * 1024
        return true
    }

    /// What is said of the movies that are recorded from now on.
    func describe(title: String, location: String, date: Date) {
        func item(_ identifier: AVMetadataIdentifier, _ value: (any NSCopying & NSObjectProtocol))
            -> AVMetadataItem
        {
            let item = AVMutableMetadataItem()
            item.identifier = identifier
            item.value = value
            return item
        }
        movieFileOutput.metadata = [
            item(.commonIdentifierTitle, NSString(string: title)),
            item(.quickTimeMetadataLocationISO6709, NSString(string: location)),
            item(.quickTimeMetadataCreationDate, date as NSDate),
            item(AVMetadataIdentifier(rawValue: "mdta/org.example.place"), NSString(string: "nowhere")),
        ]
    }

    /// Records until it is told to stop, or for so many seconds.
    func record(
        to url: URL, atMost seconds: Double? = nil, rotatedBy angle: CGFloat = 0,
        completionHandler: @escaping (URL, Bool, (any Error)?) -> Void
    ) {
        guard !movieFileOutput.isRecording else { return movieFileOutput.stopRecording() }
        self.completionHandler = completionHandler
        movieFileOutput.maxRecordedDuration =
            seconds.map { CMTime(seconds: $0, preferredTimescale: 600) } ?? .invalid
        if let connection = movieFileOutput.connection(with: .video),
            connection.isVideoRotationAngleSupported(angle)
        {
            connection.videoRotationAngle = angle
        }
        movieFileOutput.startRecording(to: url, recordingDelegate: self)
    }

    func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {
        calls.append("didStart")
    }

    func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection], error: (any Error)?
    ) {
        calls.append("didFinish")
        var success = true
        if let error = error {
            print("Movie file finishing error: \(error)")
            let information = (error as? AVError)?.userInfo
            success = information?[AVErrorRecordingSuccessfullyFinishedKey] as? Bool ?? false
        }
        // What is told may record the next one at once.
        let told = completionHandler
        completionHandler = nil
        told?(outputFileURL, success, error)
    }
}
