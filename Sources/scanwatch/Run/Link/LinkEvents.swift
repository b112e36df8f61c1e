import MetadataOutput
import MetadataRecords
import PreviewLink
import Synchronization

/// What comes, stays and goes before the cameras, and why something cannot be read, for clients of the link.
final class LinkEvents: Sendable {
    private let server: LinkServer
    /// By the cameras' numbers: one that is opened in another way goes on under its own.
    private let known = Mutex<[Int: (announcer: MetadataAnnouncer, hints: SettledHints)]>([:])

    init(_ server: LinkServer) { self.server = server }

    /// Tells what happens in an update; each of a camera comes here, also the end of its scene.
    func take(_ update: MetadataUpdate, _ settings: LiveSettings) {
        guard let origin = update.origin, let camera = server.number(of: origin.source) else { return }
        let (events, hints) = known.withLock { known in
            var (announcer, hints) = known[camera] ?? (MetadataAnnouncer(), SettledHints())
            announcer.policy = settings.policy
            let told = (announcer.take(update).events, hints.note(update.hints, at: update.time))
            known[camera] = (announcer, hints)
            return told
        }
        let name = Array(origin.source.utf8)
        if settings.tellsEvents, let hints {
            let status = StatusRecord(hints, of: StatusRecord.Source(name: name, index: camera))
            server.send(.status, camera: camera, lines: settings.linkFormat.lines(for: status))
        }
        guard !events.isEmpty else { return }
        let moment = FrameMoment(frame: origin.sequenceNumber, takenAt: update.time)
        for event in events {
            let record = EventRecord(
                source: name, index: camera, moment: moment, update: update, event: event
            )
            server.send(.event, camera: camera, lines: settings.linkFormat.lines(for: record))
        }
    }
}
