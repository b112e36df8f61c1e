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

    func take(_ picture: PictureUpdate) throws(OutputFailure) {
        if isOfMovies, let last, last.picture.index != picture.index { try endSequence() }
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
        try endSequence()
        try sink.finish(format.footer)
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
