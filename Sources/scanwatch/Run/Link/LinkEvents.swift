import MetadataOutput
import MetadataRecords
import PreviewLink
import Synchronization

/// What comes, stays and goes before the cameras, for clients of the link in runs whose records do not tell it: those that do
/// have both hear of the same events.
final class LinkEvents: Sendable {
    private struct Camera {
        var announcer = MetadataAnnouncer()
        /// Its name in the last update: one that is gone has no number any more.
        var source = ""
    }

    private let server: LinkServer
    /// By the cameras' numbers: one that is opened in another way goes on under its own.
    private let known = Mutex<[Int: Camera]>([:])

    init(_ server: LinkServer) { self.server = server }

    /// Takes an update, and tells what happens in it; each of a camera comes here, also the end of its scene, for the settings may
    /// change.
    func take(_ update: MetadataUpdate, _ settings: LiveSettings) {
        guard let origin = update.origin, let camera = server.number(of: origin.source) else { return }
        let events = known.withLock { known in
            var one = known[camera] ?? Camera()
            defer { known[camera] = one }
            one.source = origin.source
            one.announcer.policy = settings.policy
            return one.announcer.take(update).events
        }
        tell(events, in: update, of: camera, settings)
    }

    /// Tells what was in view at the end of a scene and is not back.
    func endAbsent(after end: MetadataUpdate, _ settings: LiveSettings) {
        guard let source = end.origin?.source else { return }
        let found: (camera: Int, events: [MetadataEvent])? = known.withLock { known in
            guard let camera = known.first(where: { $0.value.source == source })?.key else { return nil }
            return (camera, known[camera]?.announcer.endAbsent(after: end) ?? [])
        }
        guard let found else { return }
        tell(found.events, in: end, of: found.camera, settings)
    }

    private func tell(
        _ events: [MetadataEvent], in update: MetadataUpdate, of camera: Int, _ settings: LiveSettings
    ) {
        guard !settings.tellsEvents, let origin = update.origin else { return }
        let moment = FrameMoment(frame: origin.sequenceNumber, takenAt: update.time)
        for event in events {
            let record = EventRecord(
                source: Array(origin.source.utf8), index: camera, moment: moment, update: update, event: event
            )
            server.send(.event, camera: camera, lines: settings.linkFormat.lines(for: record))
        }
    }
}
