import Capture
import MetadataOutput
import MetadataRecords

/// Writes records or events of a sequence, or of movies, to standard output or into a file.
final class EventWriter: PictureConsumer {
    private let format: any RecordFormat
    private let tellsEvents: Bool
    private let endsAtFirstCode: Bool
    private let isOfMovies: Bool
    private let policy: AnnouncementPolicy
    private let sink: RecordSink
    private var announcer: MetadataAnnouncer
    /// The picture before, in whose frame all that is in view disappears at the end.
    private var last: (picture: PictureUpdate, update: MetadataUpdate)?
    /// The movie that is being read, by what was said of it last, and what came of its frames so far.
    private var movie: PictureUpdate?
    private var counts = RunCounts()
    private(set) var hasEnough = false
    private(set) var hasFound = false

    /// Takes standard output over.
    ///
    /// - Parameter isOfMovies: Whether pictures of one input are the frames of one movie; otherwise all inputs are one sequence.
    init(
        format: any RecordFormat, file: RecordFile?, options: EventOptions, isOfMovies: Bool
    ) throws(OutputFailure) {
        self.format = format
        tellsEvents = options.events
        endsAtFirstCode = options.once
        self.isOfMovies = isOfMovies
        policy = options.policy
        announcer = MetadataAnnouncer(policy: policy)
        sink = try RecordSink(to: file)
        try sink.begin(format.header)
    }

    func resume(after counts: RunCounts) { hasFound = hasFound || counts.hasTold }

    func take(_ picture: PictureUpdate) throws(OutputFailure) {
        if isOfMovies, let movie, movie.index != picture.index { try endMovie() }
        movie = picture
        try tell(picture)
        counts.count(
            objects: picture.result.objectCount, hasFailed: picture.result.hasFailed, isTold: hasFound)
    }

    private func tell(_ picture: PictureUpdate) throws(OutputFailure) {
        guard case .success(let update) = picture.result else {
            return try sink.write(format.lines(for: Record(picture)))
        }
        last = (picture, update)
        let announcement = announcer.take(update)
        hasFound = hasFound || !announcement.update.objects.isEmpty
        if tellsEvents {
            try write(announcement.events, in: update, of: picture)
        } else {
            var record = Record(picture)
            record.result = .success(announcement.update)
            try sink.write(format.lines(for: record))
        }
        if endsAtFirstCode { hasEnough = announcement.events.contains(where: \.isOfNewCode) }
    }

    func finish() throws(OutputFailure) {
        // One that was not read to its end is not done.
        if isOfMovies, !hasEnough, !Interruption.hasCome { try endMovie() } else { try endSequence() }
        try sink.finish(format.footer)
    }

    /// Nothing more comes of the movie, so that a run that goes on need not read it.
    private func endMovie() throws(OutputFailure) {
        try endSequence()
        guard let movie else { return }
        try sink.note(movie, counts)
        (self.movie, counts) = (nil, RunCounts())
    }

    /// What was in view disappears.
    private func endSequence() throws(OutputFailure) {
        if tellsEvents, !hasEnough, let last {
            try write(announcer.finish(), in: last.update, of: last.picture)
        }
        (last, announcer) = (nil, MetadataAnnouncer(policy: policy))
    }

    private func write(
        _ events: [MetadataEvent], in update: MetadataUpdate, of picture: PictureUpdate
    ) throws(OutputFailure) {
        let lines = events.flatMap { event in
            var record = EventRecord(
                source: picture.source.bytes, index: picture.index, update: update, event: event)
            record.frame = picture.frame
            return format.lines(for: record)
        }
        try sink.write(lines)
    }
}

extension MetadataEvent {
    /// Whether a code that was decoded has appeared.
    var isOfNewCode: Bool {
        guard kind == .appeared, let code = object as? MetadataMachineReadableCodeObject else { return false }
        return code.content.isDecoded
    }
}
