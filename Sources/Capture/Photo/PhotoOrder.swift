import Foundation
import MediaFiles
import Synchronization

/// One call of `capturePhoto`: what was asked for, what was promised, and who is told.
struct PhotoOrder: Sendable {
    let settings: CapturePhotoSettings
    /// What is promised. Whether the flash fires by itself is known when the photo is begun, before anybody is told.
    var resolved: CaptureResolvedPhotoSettings
    let delegate: any CapturePhotoCaptureDelegate
    /// EXIF's ImageUniqueID of each picture, which all files of a picture share.
    private let uniqueIDs: [String]
    /// What a photo and the movie around it have in common; nil unless they are two files.
    let contentIdentifier: String?

    init(
        settings: CapturePhotoSettings, resolved: CaptureResolvedPhotoSettings,
        delegate: any CapturePhotoCaptureDelegate
    ) {
        (self.settings, self.resolved, self.delegate) = (settings, resolved, delegate)
        contentIdentifier = settings.livePhotoMovieFileURL == nil ? nil : UUID().uuidString
        uniqueIDs = (0..<max(1, settings.bracket.count)).map { picture in
            if picture == 0, let id = settings.metadata.imageUniqueID { return id.lowercased() }
            return UUID().uuidString.lowercased().filter { $0 != "-" }
        }
    }

    /// Makes one of the photos.
    ///
    /// - Parameters:
    ///   - place: Which one, from 0; files of one picture stand side by side.
    ///   - taken: The pictures, or why there are none.
    ///   - movie: What is to be behind the photo; nil for nothing.
    func photo(
        _ place: Int, of taken: Result<[PhotoTaker.Exposure], CaptureError>, movie: LivePhotoMovie.Outcome?,
        by developer: PhotoDeveloper
    ) -> (CapturePhoto, CaptureError?) {
        let files = settings.format.count
        let picture = place / files
        // Raw comes before what is made of it, as on Apple's systems.
        let isRaw = settings.format == .raw || (settings.format == .rawAndJPEG && place % files == 0)
        let bracketed = settings.bracket.isEmpty ? nil : settings.bracket[picture]
        var photo = CapturePhoto(
            resolved, photoCount: place + 1, sequenceCount: bracketed == nil ? 0 : picture + 1,
            bracketSettings: bracketed, isRawPhoto: isRaw)
        do throws(CaptureError) {
            let exposure = try taken.get()[picture].get()
            photo.timestamp = exposure.buffer.time
            photo.sequenceNumber = exposure.buffer.sequenceNumber
            photo.date = exposure.date
            photo.settingEvidence = exposure.evidence
            photo.imageUniqueID = uniqueIDs[picture]
            let contents = exposure.buffer.contents
            if let format = (isRaw ? contents.raw : contents.shown)?.format {
                let description = developer.description(
                    of: exposure, settings, format.width, format.height, photo.imageUniqueID)
                photo.imageProperties = description.properties
            }
            if isRaw {
                photo.file = try developer.dng(of: exposure, settings, uniqueID: photo.imageUniqueID)
            } else {
                let files = try developer.jpeg(
                    of: exposure, settings, uniqueID: photo.imageUniqueID,
                    contentIdentifier: contentIdentifier,
                    movie: movie)
                photo.file = files.file
                photo.previewData = files.preview.map { Data($0) }
            }
            return (photo, nil)
        } catch {
            return (photo, error)
        }
    }
}

/// Whether settings were used; shared by copies of them.
final class SettingsUse: Sendable {
    private let isUsed = Atomic(false)

    /// True the first time.
    func claim() -> Bool { !isUsed.exchange(true, ordering: .relaxed) }
}
