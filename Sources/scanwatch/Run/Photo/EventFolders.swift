import Capture
import Foundation
import Synchronization

/// A folder that event pictures and clips may share.
final class SharedEventFolder: Sendable {
    let path: String
    let state: Mutex<EventPictureFolder>

    init(_ folder: sending EventPictureFolder) {
        path = folder.path
        state = Mutex(folder)
    }
}

/// The folders of a run's event pictures and clips. What is to be kept holds for each of them, and for one that is both
/// for all that is in it.
struct EventFolders {
    private(set) var pictures: SharedEventFolder?
    private(set) var clips: SharedEventFolder?

    /// Opens what is wanted.
    ///
    /// - Throws: ``CaptureError/Code/fileFailed`` if there is no such folder.
    init(_ options: EventPictureOptions) throws(CaptureError) {
        let limits = EventPictureFolder.Limits(
            files: options.maxFiles, bytes: options.maxBytes?.value, days: options.keepDays)
        if let path = options.eventPictures {
            pictures = SharedEventFolder(try EventPictureFolder(path: path, limits: limits))
        }
        guard let path = options.eventClips else { return }
        if let pictures, FileIdentity(of: Array(path.utf8)) == FileIdentity(of: Array(pictures.path.utf8)) {
            clips = pictures
        } else {
            clips = SharedEventFolder(try EventPictureFolder(path: path, limits: limits))
        }
    }

}
