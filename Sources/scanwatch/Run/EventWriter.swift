import Capture
import MetadataOutput
import MetadataRecords

/// Writes records or events of a sequence to standard output or into a file.
final class EventWriter: PictureConsumer {
    private let format: any RecordFormat
    private let tellsEvents: Bool
    private let endsAtFirstCode: Bool
    private let sink: RecordSink
    private var announcer: MetadataAnnouncer
    /// The picture before, in whose frame all that is in view disappears at the end.
    private var last: (picture: PictureUpdate, update: MetadataUpdate)?
    private(set) var hasEnough = false
    private(set) var hasFound = false

    /// Takes standard output over.
    init(format: any RecordFormat, file: RecordFile?, options: EventOptions) throws(OutputFailure) {
        self.format = format
        tellsEvents = options.events
        endsAtFirstCode = options.once
        announcer = MetadataAnnouncer(policy: options.policy)
        sink = try RecordSink(to: file)
        try sink.begin(format.header)
    }

    func take(_ picture: PictureUpdate) throws(OutputFailure) {
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
        if tellsEvents, !hasEnough, let last {
            try write(announcer.finish(), in: last.update, of: last.picture)
        }
        try sink.finish(format.footer)
    }

    private func write(
        _ events: [MetadataEvent], in update: MetadataUpdate, of picture: PictureUpdate
    ) throws(OutputFailure) {
        let lines = events.flatMap { event in
            format.lines(
                for: EventRecord(
                    source: picture.source.bytes, index: picture.index, update: update, event: event))
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
