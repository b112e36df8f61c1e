import Foundation
import MetadataOutput
import MetadataRecords
import Synchronization

/// The pictures and the clip of each event, made once, whoever tells of it first: clients of the link hear of events at once, the
/// records' reader in its own time, and both of the same files.
final class EventFiles: Sendable {
    /// What an event's record says of them.
    struct Names: Sendable, Hashable {
        var pictures: EventRecord.Pictures?
        var clip: EventRecord.Clip?
    }

    private struct Object: Hashable {
        let source: String
        let id: Int
    }

    /// So many objects may wait for the records' reader; of events it is given up more is forgotten.
    private static let mostWaiting = 10_000

    private let pictures: EventPictures?
    private let clips: EventClips?
    /// What clients were told of and the records not yet.
    private let waiting = Mutex<[Object: Names]>([:])

    /// - Returns: nil if neither is wanted.
    init?(pictures: EventPictures?, clips: EventClips?) {
        guard pictures != nil || clips != nil else { return nil }
        (self.pictures, self.clips) = (pictures, clips)
    }

    /// Begins the files of an event that clients are told of. Waits for no disk.
    func namesForClients(of event: MetadataEvent, in update: MetadataUpdate) -> Names {
        guard let object = object(of: event, in: update) else { return Names() }
        let names = make(event, update)
        waiting.withLock { waiting in
            if waiting.count >= Self.mostWaiting { waiting = [:] }
            waiting[object] = names
        }
        return names
    }

    /// The files of an event that records tell of; begins them if nobody was told of it before. Waits for no disk.
    func namesForRecord(of event: MetadataEvent, in update: MetadataUpdate) -> Names {
        guard let object = object(of: event, in: update) else { return Names() }
        return waiting.withLock { $0.removeValue(forKey: object) } ?? make(event, update)
    }

    /// Only what appears has files.
    private func object(of event: MetadataEvent, in update: MetadataUpdate) -> Object? {
        guard event.kind == .appeared, let source = update.origin?.source else { return nil }
        return Object(source: source, id: event.object.objectID)
    }

    private func make(_ event: MetadataEvent, _ update: MetadataUpdate) -> Names {
        let id = EventPictureID(at: Date())
        return Names(
            pictures: pictures?.take(event, in: update, id: id), clip: clips?.take(event, in: update, id: id))
    }
}
