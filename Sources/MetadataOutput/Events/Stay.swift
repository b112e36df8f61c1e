/// One object while it is in view, or was a moment ago.
struct Stay {
    enum Standing { case unconfirmed, announced, suppressed }

    /// In updates.
    let id: Int
    /// What a code says; nil for a face and for a code that was only located.
    let payload: CodePayload?
    var standing = Standing.unconfirmed
    /// Whether the last frame had it.
    var isInView = true
    /// Detections of others that said the same, one after the other, before it came: of a code that is too fast to be followed each
    /// detection is another object.
    var readsBefore = 0
    /// Frames in which it was detected, but for those of which nobody is told.
    private(set) var reads = 0
    /// As it was detected last.
    private(set) var object: any MetadataObject
    /// When it was detected last, or was in view and nobody had to look for it, as nothing changed where it is.
    private(set) var lastKnown: Duration
    /// When it was detected first.
    private(set) var firstDetection: Duration
    /// The id under which it is told.
    private var toldID: Int
    /// The time of its last event.
    private(set) var toldAt = Duration.zero

    init(_ object: any MetadataObject, _ payload: CodePayload?, since firstDetection: Duration) {
        id = object.objectID
        self.payload = payload
        self.object = object
        self.firstDetection = firstDetection
        lastKnown = object.time
        toldID = object.objectID
    }

    /// Notes that it was detected, in so many frames.
    mutating func detect(_ object: any MetadataObject, count: Int) {
        self.object = object
        lastKnown = object.time
        if standing != .suppressed { reads += count }
    }

    /// Notes that it was in view where nobody looked.
    mutating func rest(at time: Duration) { lastKnown = time }

    /// Is as long ago as before, on a clock that was set back.
    mutating func move(back step: Duration) {
        firstDetection -= step
        lastKnown -= step
        toldAt -= step
    }

    /// Is told to nobody from now on.
    ///
    /// - Returns: How many detections that are so far.
    mutating func suppress() -> Int {
        standing = .suppressed
        defer { reads = 0 }
        return reads
    }

    /// Goes on as `other`, a code that says the same and has been told.
    mutating func take(over other: Stay) {
        standing = .announced
        (firstDetection, toldID, toldAt) = (other.firstDetection, other.toldID, other.toldAt)
        reads += other.reads
    }

    /// What happened to it.
    ///
    /// - Parameter object: As it is at that moment.
    mutating func event(
        _ kind: MetadataEvent.Kind, _ object: any MetadataObject, at time: Duration
    ) -> MetadataEvent {
        toldAt = time
        var told = object
        if var code = object as? MetadataMachineReadableCodeObject {
            code.objectID = toldID
            told = code
        }
        return MetadataEvent(kind, told, reads: reads, dwell: lastKnown - firstDetection)
    }
}
