/// What the output says of one frame.
public struct MetadataUpdate: Sendable {
    /// When the frame was taken, on the source's clock.
    public var time: Duration
    /// Width of the upright picture in pixels.
    public var width: Int
    /// Height of the upright picture in pixels.
    public var height: Int
    /// Everything in view, in the order of the object ids.
    public var objects: [any MetadataObject]
    /// Engines that failed on the frame while others went on.
    public var failures: [EngineFailure]
    /// What became of each reading: which object it speaks for, or why it was refused. Those that detectors
    /// refused themselves come last.
    public var judgements: [Judgement]
    /// The picture itself, as far as it was asked for.
    public var views = PictureViews()

    /// Makes an update.
    public init(
        time: Duration, width: Int, height: Int, objects: [any MetadataObject], failures: [EngineFailure],
        judgements: [Judgement] = []
    ) {
        self.time = time
        self.width = width
        self.height = height
        self.objects = objects
        self.failures = failures
        self.judgements = judgements
    }
}
