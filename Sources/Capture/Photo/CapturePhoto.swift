public import Foundation

/// A photo that was taken, or one that was not; AVFoundation's `AVCapturePhoto`.
public struct CapturePhoto: Sendable {
    /// How it is known that a photo of a series was taken with its setting.
    public enum SettingEvidence: Sendable, Hashable {
        /// The picture became brighter or darker as it had to, and then stayed as it was; so many pictures were let go
        /// before it.
        case measured(framesWaited: Int)
        /// The camera says that it is set so; the picture does not tell, because it is dark, black or white, or because
        /// nothing had to change.
        case accepted
    }

    /// What was promised of it.
    public let resolvedSettings: CaptureResolvedPhotoSettings
    /// Which of the expected photos it is, from 1; files of one picture count.
    public let photoCount: Int
    /// Which of the series it is, from 1; 0 unless it is of one.
    public let sequenceCount: Int
    /// The setting that it was taken with; nil unless it is of a series.
    public let bracketSettings: CaptureBracketedStillSettings?
    /// Why it is believed to have that setting; nil unless it is of a series.
    public internal(set) var settingEvidence: SettingEvidence?
    /// Whether it is the sensor's samples (DNG), and not a JPEG.
    public let isRawPhoto: Bool
    /// When it was taken, on the monotonic clock, by the driver; zero if it was not.
    public internal(set) var timestamp = Duration.zero
    /// The driver's number of the picture.
    public internal(set) var sequenceNumber = 0
    /// When it was taken, on the wall's clock.
    public internal(set) var date = Date(timeIntervalSince1970: 0)
    /// EXIF's ImageUniqueID: 32 hexadecimal digits.
    public internal(set) var imageUniqueID = ""
    /// A small JPEG for the screen, stored as the photo is, if ``CapturePhotoSettings/previewSide`` asked for it; nil if not.
    public internal(set) var previewData: Data?
    /// What the file says of it, by Image I/O's names: `Orientation`, `{Exif}`, `{TIFF}`; empty if there is none.
    package internal(set) var imageProperties: [String: any Sendable] = [:]
    var file: [UInt8]?

    init(
        _ resolved: CaptureResolvedPhotoSettings, photoCount: Int, sequenceCount: Int,
        bracketSettings: CaptureBracketedStillSettings?, isRawPhoto: Bool
    ) {
        resolvedSettings = resolved
        self.photoCount = photoCount
        self.sequenceCount = sequenceCount
        self.bracketSettings = bracketSettings
        self.isRawPhoto = isRawPhoto
    }

    /// The photo as a file; nil if there is none, which the error beside it says why.
    public func fileDataRepresentation() -> Data? { file.map { Data($0) } }

    /// Writes the photo's file, which appears as a whole or not at all: it is written under another name, synced, and
    /// renamed.
    ///
    /// - Parameter path: Where to; a file that is there is replaced, a device or a pipe is an error.
    /// - Throws: ``CaptureError/Code/diskFull``, ``CaptureError/Code/noDataCaptured``, or ``CaptureError/Code/fileFailed``.
    public func write(toFile path: String) throws(CaptureError) {
        guard let file else { throw CaptureError(.noDataCaptured, "there is no photo to write to \(path)") }
        try SyncedFile.write(file, to: path)
    }
}
