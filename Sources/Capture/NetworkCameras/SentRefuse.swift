import MetadataOutput

/// What a camera sends that is no picture: whoever is told that none has come looks for the network otherwise.
struct SentRefuse {
    private var unusable: NetworkStreamUnusable?
    /// When there was more of it the last time.
    private var growth: ContinuousClock.Instant?

    /// Takes note of all that has come since the last picture.
    mutating func note(_ new: NetworkStreamUnusable, at now: ContinuousClock.Instant) {
        if new != unusable { growth = now }
        unusable = new
    }

    /// How many of the pictures that came were damaged, or none.
    var damagedPictures: Int {
        switch unusable?.kind {
        case .parts, .answers, .frames: unusable?.count ?? 0
        case .framesBeforeKeyFrame, .packets, .otherPackets, nil: 0
        }
    }

    /// Why no picture has come.
    ///
    /// - Parameters:
    ///   - words: That none has, in words.
    ///   - silence: For how long.
    func error(
        _ words: String, for silence: Duration, at now: ContinuousClock.Instant = .now
    ) -> CaptureError {
        let told = "\(words) for \(silence.inSeconds)"
        // Of what has gone on up to now it is the reason; else the camera is silent.
        guard let unusable, let growth, now - growth < silence / 2 else {
            return CaptureError(.deviceStalled, told)
        }
        return CaptureError(.deviceFailed, "\(told): \(unusable.words)")
    }
}

extension NetworkStreamUnusable {
    /// Says what it is, and how much of it came.
    fileprivate var words: String {
        switch kind {
        case .parts: "what it sends are no whole JPEGs (parts: \(count))"
        case .answers: "what it answers are no whole pictures (answers: \(count))"
        case .framesBeforeKeyFrame: "there is no key frame in its video (frames: \(count))"
        case .frames: "its video cannot be decoded (frames: \(count))"
        case .packets: "its packets make no video (packets: \(count))"
        case .otherPackets: "what it sends is not its video (packets: \(count))"
        }
    }
}

extension Duration {
    /// `5 s`, `0.3 s`.
    var inSeconds: String {
        let seconds = self / .seconds(1)
        return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}
