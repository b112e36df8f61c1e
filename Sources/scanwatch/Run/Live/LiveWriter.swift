import Capture
import Foundation
import MetadataOutput
import MetadataRecords
import Synchronization

/// Writes what cameras see and what becomes of them to standard output; its callers wait while a reader does not read.
final class LiveWriter: Sendable {
    private struct State {
        var sources: [String: LiveSource] = [:]
        var hasFound = false
        /// Whether the code was written that was waited for.
        var hasEnough = false
    }

    /// How long reasons why nothing can be read stay the same before they are told beside events.
    private static let settling = Duration.milliseconds(500)

    private let sink: RecordSink
    private let link: LiveLink?
    private let pictures: EventPictures?
    private let clips: EventClips?
    private let state = Mutex(State())
    /// Apart from the rest: who wants to know or change them does not wait for a reader of the records.
    private let current: Mutex<LiveSettings>

    /// Takes standard output over.
    ///
    /// - Parameters:
    ///   - link: Is told the statuses too.
    ///   - pictures: Keeps pictures of what appears.
    ///   - clips: Keeps clips of it.
    init(
        _ settings: LiveSettings, sources: [String], link: LiveLink? = nil, pictures: EventPictures? = nil,
        clips: EventClips? = nil
    ) throws(OutputFailure) {
        self.link = link
        (self.pictures, self.clips) = (pictures, clips)
        sink = try RecordSink()
        current = Mutex(settings)
        try sink.write(settings.format.header)
        addSources(sources)
    }

    /// What is done from the next record on.
    var settings: LiveSettings {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// Adds cameras by their names; those that are known already keep what is known of them.
    func addSources(_ names: [String]) {
        state.withLock { state in
            for name in names where state.sources[name] == nil {
                state.sources[name] = LiveSource(
                    index: state.sources.count, policy: settings.policy)
            }
        }
    }

    /// The number of a camera that was added.
    func index(of name: String) -> Int { state.withLock { $0.sources[name]?.index ?? 0 } }

    /// Whether anything was found.
    var hasFound: Bool { state.withLock { $0.hasFound } }

    /// Writes an update as records or events.
    ///
    /// - Returns: Whether the run is to end with it.
    func take(_ update: MetadataUpdate) throws(OutputFailure) -> Bool {
        let settings = settings
        return try state.withLock { (state) throws(OutputFailure) in
            guard !state.hasEnough, let origin = update.origin, var source = state.sources[origin.source]
            else { return false }
            defer { state.sources[origin.source] = source }
            var update = update
            if !settings.tellsHints { update.hints = [] }
            clips?.append(update, index: source.index, as: settings.linkFormat)
            source.announcer.policy = settings.policy
            let announcement = source.announcer.take(update)
            let seen = announcement.update
            state.hasFound = state.hasFound || !seen.objects.isEmpty
            source.countUnwritten(update)
            let hints = source.note(
                update.hints, at: update.time, settling: settings.tellsEvents ? Self.settling : .zero)
            if settings.tellsEvents, let hints {
                var status = StatusRecord(.hints, date: Date())
                status.source = StatusRecord.Source(name: Array(origin.source.utf8), index: source.index)
                status.hints = hints
                status.message = hints.isEmpty ? nil : hints.map(\.message).joined(separator: ", ")
                try write(status, settings)
            }
            guard !update.isEmpty || source.wasInView || !announcement.events.isEmpty || hints != nil
            else { return false }
            let moment = source.note(update, frame: origin.sequenceNumber)
            let name = Array(origin.source.utf8)
            var lines: [UInt8] = []
            if settings.tellsEvents {
                for event in announcement.events {
                    var record = EventRecord(
                        source: name, index: source.index, moment: moment, update: update, event: event)
                    let id = EventPictureID(at: Date())
                    record.pictures = pictures?.take(event, in: update, id: id)
                    record.clip = clips?.take(event, in: update, id: id)
                    lines += settings.format.lines(for: record)
                }
            } else if !seen.objects.isEmpty || source.wasInView || !seen.failures.isEmpty || hints != nil {
                lines = settings.format.lines(
                    for: Record(
                        source: name, index: source.index, time: update.time, moment: moment,
                        result: .success(seen)))
            }
            source.wasInView = !seen.objects.isEmpty
            try sink.write(lines)
            state.hasEnough =
                settings.endsAtFirstCode && announcement.events.contains(where: \.isOfNewCode)
            return state.hasEnough
        }
    }

    /// Writes a status of a camera, or of the run.
    ///
    /// - Parameters:
    ///   - status: What is said.
    ///   - name: Of which camera; nil if of the run.
    ///   - statistics: What the camera has delivered, if that is to be told.
    ///   - change: Says the rest.
    func tell(
        _ status: StatusRecord.Status, of name: String? = nil, counting statistics: CaptureStatistics? = nil,
        _ change: (inout StatusRecord) -> Void = { _ in }
    ) throws(OutputFailure) {
        let settings = settings
        try state.withLock { (state) throws(OutputFailure) in
            var record = StatusRecord(status, date: Date())
            if let name, var source = state.sources[name] {
                record.source = StatusRecord.Source(name: Array(name.utf8), index: source.index)
                if status == .started {
                    if source.hasStarted { record.status = .returned }
                    source.hasStarted = true
                }
                record.counts = statistics.map { source.counts($0) }
                state.sources[name] = source
            }
            change(&record)
            try write(record, settings)
        }
    }

    private func write(_ record: StatusRecord, _ settings: LiveSettings) throws(OutputFailure) {
        link?.tell(record, format: settings.linkFormat)
        let lines = settings.format.lines(for: record)
        let isForPeople = (lines.isEmpty && !settings.isQuiet) || settings.isVerbose
        if isForPeople, let message = record.words { StandardStreams.complain(message) }
        try sink.write(lines)
    }

    /// Writes what stands at the end.
    func finish() throws(OutputFailure) {
        try sink.write(settings.format.footer)
    }
}

extension StatusRecord {
    /// In one line for a person; nil for what only programs want to know.
    fileprivate var words: String? {
        let name = source.map { String(decoding: $0.name, as: UTF8.self) + ": " } ?? ""
        let detail = message ?? format ?? ""
        return switch status {
        case .started: "\(name)\(detail)"
        case .returned: "\(name)back: \(detail)"
        case .lost, .failed: detail.hasPrefix(name) ? detail : name + detail
        case .configured: "configuration reloaded"
        case .configurationRefused, .picturesFailed, .clipsFailed: detail
        case .hints: hints.isEmpty ? nil : name + detail
        case .running, .stopped: nil
        }
    }
}
