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
    /// Those of ``objects`` whose id is new; of a still picture all.
    public var appeared: [any MetadataObject]
    /// What will not be seen again under its id, as it was in view last (its ``MetadataObject/time`` says when).
    ///
    /// An object leaves ``objects`` when it was not detected for a moment, but may be hidden and return under its id,
    /// and then it is not among ``appeared``; here it is when that is over, which may be two seconds later. This is
    /// about ids. What a listener takes for coming and going is decided by ``MetadataAnnouncer``.
    public var disappeared: [any MetadataObject]
    /// The ids of those that were detected in this very frame, or in one that it replaces; the others are held by
    /// their motion, or, faces that were hidden, look again as they did.
    public var detectedObjectIDs: Set<Int>
    /// The ids of objects in parts of the frame that were not searched, as nothing has changed there: they are as they were in
    /// the frames before. Of a frame that was not searched those of all ``objects``. Those of an update that this one replaces are
    /// among them. Default none.
    public var unsearchedObjectIDs: Set<Int> = []
    /// Whether the frame was searched. One that was not shows what the frames before it have shown, so that all that was
    /// in view is, though nothing of it was detected anew; default true.
    public var isSearched = true
    /// Whether it ends a scene: the source's frames end here, or those that may come are of another scene (a camera that
    /// was away). It has no objects then, and all ids have ended with it. Default false.
    public var endsScene = false
    /// How many earlier updates of its source with anything in them this one replaces, because nobody took them in
    /// time. Default 0.
    public var replacedUpdates = 0
    /// What was in view in updates that this one replaces and is not among ``objects``, as it was in view last (its
    /// ``MetadataObject/time`` says when), in the order of the ids; at most 1,000, those that came last. Default none.
    public var passedObjects: [any MetadataObject] = []
    /// How often each of ``detectedObjectIDs`` was detected in updates that this one replaces, beside one detection.
    var furtherDetections: [Int: Int] = [:]
    /// Engines that failed on the frame while others went on.
    public var failures: [EngineFailure]
    /// What became of each reading: which object it speaks for, or why it was refused. Those that detectors
    /// refused themselves come last.
    public var judgements: [Judgement]
    /// What looks like a code or a face and was not read in this frame, if ``DetectionRequest/includesHints`` asks for it.
    /// Default none.
    public var unread: [UnreadPlace] = []
    /// Why something in this frame cannot be read, as far as the picture shows it, if that was asked for; in the order of
    /// ``ReaderHint``. Frames of a scene that rests have those of the frame that was searched last. Default none.
    public var hints: [ReaderHint] = []
    /// Which input of a session the frame is from, and its number there; nil for a still picture.
    public var origin: FrameOrigin?
    /// The picture itself, as far as it was asked for; default nothing of it.
    public var views = PictureViews()
    /// How long a processor worked for it, decoding included; zero of a frame in a sequence, which is the default.
    public var processorTime = Duration.zero

    /// In how many frames an object was detected: in this one and those that it replaces, 0…
    ///
    /// - Parameter id: The object's.
    public func detectionCount(of id: Int) -> Int {
        detectedObjectIDs.contains(id) ? 1 + furtherDetections[id, default: 0] : 0
    }

    /// Whether it says no more than that there is nothing.
    package var isEmpty: Bool {
        objects.isEmpty && appeared.isEmpty && disappeared.isEmpty && failures.isEmpty
    }

    /// Makes an update of a still picture: everything has just appeared.
    public init(
        time: Duration, width: Int, height: Int, objects: [any MetadataObject], failures: [EngineFailure],
        judgements: [Judgement] = []
    ) {
        self.init(
            time: time, width: width, height: height, objects: objects, appeared: objects, disappeared: [],
            detectedObjectIDs: Set(objects.map(\.objectID)), failures: failures, judgements: judgements)
    }

    /// Makes an update of a frame.
    public init(
        time: Duration, width: Int, height: Int, objects: [any MetadataObject],
        appeared: [any MetadataObject], disappeared: [any MetadataObject], detectedObjectIDs: Set<Int>,
        failures: [EngineFailure], judgements: [Judgement] = []
    ) {
        self.time = time
        self.width = width
        self.height = height
        self.objects = objects
        self.appeared = appeared
        self.disappeared = disappeared
        self.detectedObjectIDs = detectedObjectIDs
        self.failures = failures
        self.judgements = judgements
    }
}
