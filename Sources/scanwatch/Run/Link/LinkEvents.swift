import MetadataOutput
import MetadataRecords
import PreviewLink
import Synchronization

/// What comes, stays and goes before the cameras, for clients of the link.
final class LinkEvents: Sendable {
    private let server: LinkServer
    /// By the cameras' numbers: one that is opened in another way goes on under its own.
    private let announcers = Mutex<[Int: MetadataAnnouncer]>([:])

    init(_ server: LinkServer) { self.server = server }

    /// Tells what happens in an update; each of a camera comes here, also the end of its scene.
    func take(_ update: MetadataUpdate, _ settings: LiveSettings) {
        guard let origin = update.origin, let camera = server.number(of: origin.source) else { return }
        let events = announcers.withLock { announcers in
            announcers[camera, default: MetadataAnnouncer()].policy = settings.policy
            return announcers[camera]?.take(update).events ?? []
        }
        guard !events.isEmpty else { return }
        let moment = FrameMoment(frame: origin.sequenceNumber, takenAt: update.time)
        for event in events {
            let record = EventRecord(
                source: Array(origin.source.utf8), index: camera, moment: moment, update: update, event: event
            )
            server.send(.event, camera: camera, lines: settings.linkFormat.lines(for: record))
        }
    }
}
