public import Capture
public import Foundation
import PixelConversion

/// A photo that was taken.
public final class AVCapturePhoto: AVObject, @unchecked Sendable {
    /// How it was taken.
    public let resolvedSettings: AVCaptureResolvedPhotoSettings
    /// The library's own photo, which knows more: its evidence, its unique name.
    public let core: CapturePhoto
    /// The small picture for the screen, stored as the photo is; nil unless the settings' `previewPhotoFormat` asked for it,
    /// and of a raw photo.
    public let previewPixelBuffer: CVPixelBuffer?

    init(
        _ core: CapturePhoto, _ resolvedSettings: AVCaptureResolvedPhotoSettings,
        previewFormat: VideoPixelFormat?
    ) {
        (self.core, self.resolvedSettings) = (core, resolvedSettings)
        previewPixelBuffer = core.previewData.flatMap { data in
            previewFormat.flatMap { try? PixelBuffer(jpeg: [UInt8](data), as: $0, by: YUVPixelConverter()) }
        }.map { CVPixelBuffer($0) }
    }

    /// The photo as a file; nil if there is none, which the error beside it says why.
    public func fileDataRepresentation() -> Data? { core.fileDataRepresentation() }
    /// When it was taken, on the session's clock.
    public var timestamp: CMTime { CMTime(core.timestamp) }
    /// Which of the expected photos it is, from 1.
    public var photoCount: Int { core.photoCount }
    /// Which of a series it is, from 1; 0 unless it is of one.
    public var sequenceCount: Int { core.sequenceCount }
    /// What its file says of it, by Image I/O's names: `Orientation`, and the dictionaries of ``kCGImagePropertyExifDictionary`` and
    /// ``kCGImagePropertyTIFFDictionary``. Empty if there is no photo.
    public var metadata: [String: Any] { core.imageProperties }
    /// Whether it is the sensor's samples.
    public var isRawPhoto: Bool { core.isRawPhoto }
    /// How it was taken, if it is of a series.
    public var bracketSettings: AVCaptureBracketedStillImageSettings? {
        core.bracketSettings.map { AVCaptureBracketedStillImageSettings($0) }
    }
}

/// The key of what EXIF says of a picture: `ExposureTime` in seconds, `ISOSpeedRatings`, and of photos `DateTimeOriginal` and more.
public let kCGImagePropertyExifDictionary = "{Exif}"
/// The key of what TIFF says of a picture: `Make`, `Model`, `DateTime` and more.
public let kCGImagePropertyTIFFDictionary = "{TIFF}"
/// The key of how a picture is to be turned to stand upright, 1…8 as EXIF counts.
public let kCGImagePropertyOrientation = "Orientation"
/// Of EXIF: how long it was exposed, in seconds.
public let kCGImagePropertyExifExposureTime = "ExposureTime"
/// Of EXIF: ISO's numbers, as an array.
public let kCGImagePropertyExifISOSpeedRatings = "ISOSpeedRatings"
/// Of EXIF: when it was taken, such as `2026:11:29 14:00:00`.
public let kCGImagePropertyExifDateTimeOriginal = "DateTimeOriginal"
