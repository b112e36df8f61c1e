import Capture
import Dispatch
import Foundation
import MetadataOutput
import MetadataRecords
import Synchronization

/// Writes what cameras see and what becomes of them to standard output, in the order in which it is told. A reader that does not
/// read holds up nobody but those who wait for a record of a frame and for ``finish()``: events and their pictures do not. A disk
/// without room takes lines away, and nothing from others who get what is seen.
final class LiveWriter: Sendable {
    private struct State {
        var sources: [String: LiveSource] = [:]
        var hasFound = false
        /// Whether the code was written that was waited for.
        var hasEnough = false
        var statuses = WaitingStatuses()
        var events = WaitingEvents()
        /// Why nothing can be written any more.
        var failure: OutputFailure?
        /// Lines that could not be written, since the start and since the last that could.
        var (lost, missing) = (0, 0)
    }

    /// What there is to write of an update.
    private struct Account {
        /// Tells that something cannot be read for other reasons than before.
        var hints: StatusRecord?
        /// What is to be told as events, and when its frame was taken.
        var events: [MetadataEvent] = []
        var moment: FrameMoment?
        /// What is to be told as a record instead.
        var record: Record?
        var endsRun = false
    }

    private let sink: RecordSink
    private let link: LiveLink?
    private let files: EventFiles?
    private let servesOthers: Bool
    private let onFailure: @Sendable () -> Void
    /// Never held while something is written: who asks for cameras or adds them does not wait for a reader of the records.
    private let state = Mutex(State())
    /// The cameras' places by their names.
    private let indices = Mutex<[String: Int]>([:])
    private let current: CurrentSettings
    /// Where all is written: a reader that does not read holds up this queue, and no thread of Swift's pool, which the link needs.
    private let writing = DispatchQueue(label: "scanwatch.records")

    /// Takes standard output over.
    ///
    /// - Parameters:
    ///   - settings: What is told, and how.
    ///   - link: Is told the statuses too, and what is written as events.
    ///   - files: Keeps pictures and clips of what appears.
    ///   - servesOthers: Whether others get what is seen, for whom the run goes on where records cannot be written.
    ///   - onFailure: Is told, once, when nothing can be written any more.
    init(
        _ settings: CurrentSettings, sources: [String], link: LiveLink? = nil, files: EventFiles? = nil,
        servesOthers: Bool = false, onFailure: @escaping @Sendable () -> Void
    ) throws(OutputFailure) {
        self.link = link
        self.servesOthers = servesOthers
        self.files = files
        self.onFailure = onFailure
        sink = try RecordSink()
        current = settings
        try sink.write(settings.value.format.header)
        addSources(sources)
    }

    private var settings: LiveSettings { current.value }

    /// Adds cameras by their names; those that are known already keep what is known of them.
    func addSources(_ names: [String]) {
        state.withLock { state in
            for name in names where state.sources[name] == nil {
                let index = state.sources.count
                state.sources[name] = LiveSource(index: index, policy: settings.policy)
                indices.withLock { $0[name] = index }
            }
        }
    }

    /// The number of a camera that was added. The search of frames asks for it.
    func index(of name: String) -> Int { indices.withLock { $0[name] ?? 0 } }

    /// Whether anything was found.
    var hasFound: Bool { state.withLock { $0.hasFound } }

    /// How many lines the run has gone on without, as they could not be written.
    var lost: Int { state.withLock { $0.lost } }

    // MARK: - What is seen

    /// Takes an update, to be written as a record or as events. A record is waited for, so that the one after it is of the newest
    /// frame; of events the pictures and clips are begun at once, while the frame is still kept, and their lines wait for the reader.
    ///
    /// - Returns: Whether the run is to end with it.
    func take(_ update: MetadataUpdate) async -> Bool {
        let settings = settings
        let update = settings.told(update)
        let account = state.withLock { self.account(of: update, &$0, settings) }
        if let hints = account.hints {
            link?.tell(hints, format: settings.linkFormat)
            wait(for: hints)
        }
        for event in account.events { wait(for: event, in: update, at: account.moment, settings) }
        if let record = account.record {
            await withCheckedContinuation { continuation in
                writing.async {
                    self.write(settings.format.lines(for: record))
                    continuation.resume()
                }
            }
        }
        return account.endsRun
    }

    /// Tells what was in view at the end of a scene and is not back.
    func endAbsent(after end: MetadataUpdate) {
        guard let origin = end.origin else { return }
        let settings = settings
        let events = state.withLock { state in
            state.hasEnough ? [] : state.sources[origin.source]?.announcer.endAbsent(after: end) ?? []
        }
        guard settings.tellsEvents else { return }
        let moment = FrameMoment(frame: origin.sequenceNumber, takenAt: end.time)
        for event in events { wait(for: event, in: end, at: moment, settings) }
    }

    /// Begins an event's pictures and clip, which wait for no disk here, tells of it over the link, and has its lines written.
    private func wait(
        for event: MetadataEvent, in update: MetadataUpdate, at moment: FrameMoment?,
        _ settings: LiveSettings
    ) {
        guard let origin = update.origin, let moment else { return }
        var record = EventRecord(
            source: Array(origin.source.utf8), index: index(of: origin.source), moment: moment,
            update: update, event: event)
        let names = files?.names(of: event, in: update)
        (record.pictures, record.clip) = (names?.pictures, names?.clip)
        link?.tell(record, format: settings.linkFormat)
        let entry = WaitingEvents.Entry(
            source: origin.source, objectID: event.object.objectID, kind: event.kind,
            lines: settings.format.lines(for: record))
        let isOneMore = state.withLock { state in
            guard let lost = state.events.add(entry) else { return true }
            state.sources[lost.source]?.countUnwritten(1)
            return false
        }
        if isOneMore { writing.async { self.writeEvent() } }
    }

    private func wait(for status: StatusRecord) {
        let isOneMore = state.withLock { $0.statuses.add(status) }
        if isOneMore { writing.async { self.writeStatus() } }
    }

    private func account(
        of update: MetadataUpdate, _ state: inout State, _ settings: LiveSettings
    ) -> Account {
        var account = Account()
        guard !state.hasEnough, state.failure == nil, let origin = update.origin,
            var source = state.sources[origin.source]
        else { return account }
        defer { state.sources[origin.source] = source }
        source.announcer.policy = settings.policy
        let announcement = source.announcer.take(update)
        let seen = announcement.update
        state.hasFound = state.hasFound || !seen.objects.isEmpty
        // Of events those between are told, and what is given up is counted.
        if !settings.tellsEvents { source.countUnwritten(update.replacedUpdates) }
        let hints = source.hints.note(
            update.hints, at: update.time, settling: settings.tellsEvents ? SettledHints.settling : .zero)
        let name = Array(origin.source.utf8)
        if settings.tellsEvents, let hints {
            account.hints = StatusRecord(hints, of: StatusRecord.Source(name: name, index: source.index))
        }
        guard !update.isEmpty || source.wasInView || !announcement.events.isEmpty || hints != nil
        else { return account }
        let moment = source.note(update, frame: origin.sequenceNumber)
        account.moment = moment
        if settings.tellsEvents {
            account.events = announcement.events
        } else if !seen.objects.isEmpty || source.wasInView || !seen.failures.isEmpty || hints != nil {
            account.record = Record(
                source: name, index: source.index, time: update.time, moment: moment,
                result: .success(seen))
        }
        source.wasInView = !seen.objects.isEmpty
        account.endsRun =
            settings.endsAtFirstCode && announcement.events.contains(where: \.isOfNewCode)
        state.hasEnough = account.endsRun
        return account
    }

    // MARK: - Statuses

    /// Tells a status of a camera, or of the run: at once over the link, and in a record behind what was told before. Counts that
    /// are not written, because those before them wait yet, are in the next.
    ///
    /// - Parameters:
    ///   - status: What is said.
    ///   - name: Of which camera; nil if of the run.
    ///   - statistics: What the camera has delivered, if that is to be told.
    ///   - change: Says the rest.
    func tell(
        _ status: StatusRecord.Status, of name: String? = nil, counting statistics: CaptureStatistics? = nil,
        _ change: (inout StatusRecord) -> Void = { _ in }
    ) {
        let settings = settings
        var record = StatusRecord(status, date: Date())
        let isOneMore = state.withLock { state in
            if let name, var source = state.sources[name] {
                record.source = StatusRecord.Source(name: Array(name.utf8), index: source.index)
                if status == .started { record.status = source.start() }
                if status == .lost { source.lose() }
                if let statistics {
                    record.counts = source.counts(statistics)
                    if !state.statuses.hold(record) { source.beginCounting(statistics) }
                }
                if status == .stopped { source.stop() }
                state.sources[name] = source
            }
            change(&record)
            return state.statuses.add(record)
        }
        link?.tell(record, format: settings.linkFormat)
        if isOneMore { writing.async { self.writeStatus() } }
    }

    // MARK: - The queue's side

    /// Writes the event that has waited longest.
    private func writeEvent() {
        guard let entry = state.withLock({ $0.events.next() }) else { return }
        write(entry.lines)
    }

    /// Writes the status that has waited longest.
    private func writeStatus() {
        guard let record = state.withLock({ $0.statuses.next() }) else { return }
        write(record, settings)
    }

    private func write(_ record: StatusRecord, _ settings: LiveSettings) {
        let lines = settings.format.lines(for: record)
        let isForPeople = (lines.isEmpty && !settings.isQuiet) || settings.isVerbose
        if isForPeople, let message = record.words { StandardStreams.complain(message) }
        write(lines)
    }

    private func write(_ lines: [UInt8], areLast: Bool = false) {
        guard areLast || !lines.isEmpty, state.withLock({ $0.failure == nil }) else { return }
        do throws(OutputFailure) {
            guard !areLast else { return try sink.finish(lines) }
            try sink.write(lines)
            noteRoom()
        } catch {
            if servesOthers, !areLast, case .system(let reason) = error {
                return lose(lines, because: reason)
            }
            state.withLock { $0.failure = error }
            onFailure()
        }
    }

    /// Goes on without lines that cannot be written; those after them may be again.
    private func lose(_ lines: [UInt8], because reason: String) {
        let count = lines.count { $0 == UInt8(ascii: "\n") }
        let isFirst = state.withLock { state in
            state.lost += count
            state.missing += count
            return state.missing == count
        }
        if isFirst { StandardStreams.complain("cannot write: \(reason); the run goes on without records") }
    }

    private func noteRoom() {
        let missing = state.withLock { state in
            defer { state.missing = 0 }
            return state.missing
        }
        if missing > 0 { StandardStreams.complain("records are written again; \(missing) lines are missing") }
    }

    /// Writes what stands at the end, behind what was told before, and waits until that is done.
    ///
    /// - Throws: Why not everything could be written.
    func finish() async throws(OutputFailure) {
        await withCheckedContinuation { continuation in
            writing.async {
                self.write(self.settings.format.footer, areLast: true)
                continuation.resume()
            }
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}

extension StatusRecord {
    /// In one line for a person; nil for what only programs want to know.
    fileprivate var words: String? {
        let camera = source.map { String(decoding: $0.name, as: UTF8.self) } ?? ""
        let name = camera.isEmpty ? "" : camera + ": "
        let detail = message ?? format ?? ""
        return switch status {
        case .started: "\(name)\(detail)"
        case .returned: "\(name)back: \(detail)"
        case .changed: "\(name)now \(detail)"
        case .lost, .failed, .clipsFailed: detail.hasPrefix(camera) ? detail : name + detail
        case .configured: "configuration reloaded"
        case .configurationRefused, .picturesFailed: detail
        case .hints: hints.isEmpty ? nil : name + detail
        case .picturesReturned: "event pictures are written again; \(missing ?? 0) events have none"
        case .running, .stopped: nil
        }
    }
}
