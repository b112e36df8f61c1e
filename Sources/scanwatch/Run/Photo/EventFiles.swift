import Foundation
import MetadataOutput
import MetadataRecords

/// The pictures and the clip of each event.
struct EventFiles: Sendable {
    /// What an event's record says of them.
    struct Names: Sendable, Hashable {
        var pictures: EventRecord.Pictures?
        var clip: EventRecord.Clip?
    }

    private let pictures: EventPictures?
    private let clips: EventClips?

    /// - Returns: nil if neither is wanted.
    init?(pictures: EventPictures?, clips: EventClips?) {
        guard pictures != nil || clips != nil else { return nil }
        (self.pictures, self.clips) = (pictures, clips)
    }

    /// Begins the files of an event; only what appears has some. Waits for no disk.
    func names(of event: MetadataEvent, in update: MetadataUpdate) -> Names {
        guard event.kind == .appeared, update.origin != nil else { return Names() }
        let id = EventPictureID(at: Date())
        return Names(
            pictures: pictures?.take(event, in: update, id: id), clip: clips?.take(event, in: update, id: id))
    }
}
