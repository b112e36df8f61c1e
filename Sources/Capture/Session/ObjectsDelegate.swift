import Dispatch
import MetadataOutput
import Synchronization

/// Calls a delegate on its queue, with at most a few calls waiting whatever it does.
final class ObjectsDelegate: Sendable {
    /// Called on the queue only; weak references may be read anywhere.
    nonisolated(unsafe) private(set) weak var delegate: (any CaptureMetadataOutputObjectsDelegate)?
    private let currentQueue: Mutex<DispatchQueue>
    /// Whether the end of the frames is told as the end of what was in view. If not, only what is seen in a frame is told, or is
    /// not seen in it any more.
    let hearsOfEnds: Bool

    /// Where it is called.
    var queue: DispatchQueue {
        get { currentQueue.withLock { $0 } }
        set { currentQueue.withLock { $0 = newValue } }
    }

    /// What is told apart: codes and faces of one source and connection.
    private struct Category: Hashable {
        let connection: ObjectIdentifier
        let source: String?
        let isFaces: Bool
    }

    /// What one category has yet to tell.
    private struct Line {
        var waiting: [[any MetadataObject]] = []
        /// Of what was told or waits last.
        var isInView = false
        /// Of what was told last.
        var wasToldInView = false
        var isScheduled = false
    }

    /// Why something of a source cannot be read, as it is to be told, and as it was.
    private struct HintLine {
        var newest: [ReaderHint] = []
        var told: [ReaderHint] = []
        var isScheduled = false
    }

    private let hints = Mutex<[Category: HintLine]>([:])

    private static let mostWaiting = 4
    private let lines = Mutex<[Category: Line]>([:])

    init(
        _ delegate: any CaptureMetadataOutputObjectsDelegate, queue: DispatchQueue, hearsOfEnds: Bool = true
    ) {
        self.delegate = delegate
        self.hearsOfEnds = hearsOfEnds
        currentQueue = Mutex(queue)
    }

    /// Does something on the queue: on that one which is set by the time that it has its turn.
    private func onQueue(_ body: @escaping @Sendable (ObjectsDelegate) -> Void) {
        let queue = queue
        queue.async { [weak self] in
            guard let self else { return }
            guard self.queue === queue else { return onQueue(body) }
            body(self)
        }
    }

    func take(_ update: MetadataUpdate, of output: CaptureMetadataOutput, from connection: CaptureConnection)
    {
        take(update, hintsOf: output, from: connection)
        for isFaces in [false, true] {
            let category = Category(
                connection: ObjectIdentifier(connection), source: update.origin?.source, isFaces: isFaces)
            let isFirst = put(update.objects.filter { ($0.type == .face) == isFaces }, in: category)
            if isFirst { tell(category, of: output, from: connection) }
        }
    }

    /// Takes what is said when no more frames come for now. Who does not hear of that is told by the next frame, should there be
    /// one, what it does not show any more.
    func takeEnd(
        _ update: MetadataUpdate, of output: CaptureMetadataOutput, from connection: CaptureConnection
    ) {
        if hearsOfEnds { take(update, of: output, from: connection) }
    }

    /// One update a block: a delegate that is slower than frames come would keep others from its queue for ever.
    private func tell(
        _ category: Category, of output: CaptureMetadataOutput, from connection: CaptureConnection
    ) {
        onQueue { listener in
            guard let objects = listener.next(in: category) else { return }
            listener.delegate?.metadataOutput(output, didOutput: objects, from: connection)
            listener.tell(category, of: output, from: connection)
        }
    }

    /// Drops what waits of a connection and source of which nothing comes any more, after the word that all is gone. That
    /// alone is still told, to whom something was told to be there and who hears of ends: it would stay in view for ever.
    func end(of source: String, from connection: CaptureConnection) {
        lines.withLock { lines in
            for isFaces in [false, true] {
                let category = Category(
                    connection: ObjectIdentifier(connection), source: source, isFaces: isFaces)
                guard var line = lines[category] else { continue }
                let isTold = hearsOfEnds && line.wasToldInView
                line.waiting = Array(line.waiting.filter(\.isEmpty).suffix(isTold ? 1 : 0))
                if !hearsOfEnds { line.isInView = line.wasToldInView }
                lines[category] = line
            }
        }
    }

    /// Tells why something cannot be read, if that is news.
    private func take(
        _ update: MetadataUpdate, hintsOf output: CaptureMetadataOutput, from connection: CaptureConnection
    ) {
        let source = Category(
            connection: ObjectIdentifier(connection), source: update.origin?.source, isFaces: false)
        let isNew = hints.withLock { hints in
            var line = hints[source] ?? HintLine()
            guard line.newest != update.hints else { return false }
            line.newest = update.hints
            defer { hints[source] = line }
            defer { line.isScheduled = true }
            return !line.isScheduled
        }
        guard isNew else { return }
        onQueue { listener in
            guard let news = listener.nextHints(of: source) else { return }
            listener.delegate?.metadataOutput(output, didOutput: news, from: connection)
        }
    }

    /// The newest of a source, if they are others than were told.
    private func nextHints(of source: Category) -> [ReaderHint]? {
        hints.withLock { hints in
            guard let line = hints[source] else { return nil }
            hints[source] = line.newest.isEmpty ? nil : HintLine(newest: line.newest, told: line.newest)
            return line.newest == line.told ? nil : line.newest
        }
    }

    /// Lets objects wait; true if nobody is on the way to fetch them.
    private func put(_ objects: [any MetadataObject], in category: Category) -> Bool {
        lines.withLock { lines in
            var line = lines[category] ?? Line()
            guard !objects.isEmpty || line.isInView else { return false }
            // A frame that nobody has looked at gives way to the next, but not to the word that all is gone.
            if let last = line.waiting.last, !last.isEmpty, !objects.isEmpty { line.waiting.removeLast() }
            line.waiting.append(objects)
            if line.waiting.count > Self.mostWaiting { line.waiting.removeFirst(2) }
            line.isInView = !objects.isEmpty
            defer { lines[category] = line }
            defer { line.isScheduled = true }
            return !line.isScheduled
        }
    }

    private func next(in category: Category) -> [any MetadataObject]? {
        lines.withLock { lines in
            guard var line = lines[category] else { return nil }
            if !line.waiting.isEmpty {
                let objects = line.waiting.removeFirst()
                line.wasToldInView = !objects.isEmpty
                lines[category] = line
                return objects
            }
            line.isScheduled = false
            lines[category] = line.isInView ? line : nil
            return nil
        }
    }
}
