public import MetadataOutput

extension CaptureMetadataOutput {
    /// How long a search of noise may take: on a busy machine longer than a camera's frame may.
    private static let patience = Duration.seconds(10)

    /// Gets ready what the types asked for are searched with (models, other processes, memory), by searches of noise,
    /// for which all of it is needed: a camera's first frames need not wait for it then. What goes wrong is told by the
    /// first search that matters.
    public func prepare() async {
        try? await onThread { () throws(CaptureError) in
            let frame = Payload.frame(Frame(luma: .noise(width: 640, height: 480)))
            self.rehearse(frame, liveFrame: LiveFrame(number: 0), patience: Self.patience)
            // Each step of a picture's search, which a small one shows too: of noise they take the longest time.
            let picture = Payload.frame(Frame(luma: .noise(width: 320, height: 240)))
            self.rehearse(picture, liveFrame: nil, patience: Self.patience)
        }
    }
}

extension Plane {
    /// Samples without a pattern, the same each time.
    fileprivate static func noise(width: Int, height: Int) -> Plane {
        // Knuth's and Newman's generator; the upper bits are the random ones.
        var state: UInt32 = 1
        let samples = (0..<width * height).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
        return Plane(width: width, height: height, samples: samples)
    }
}
