public import Foundation
public import MetadataOutput
import Synchronization

/// What is wanted of one photo, or of one series of photos; AVFoundation's `AVCapturePhotoSettings`, and with ``bracket``
/// its `AVCapturePhotoBracketSettings`.
///
/// Settings are used once: what is told of a photo is told of its ``uniqueID``. ``init(from:)`` makes the same for another.
public struct CapturePhotoSettings: Sendable {
    /// What files a photo becomes.
    public enum FileFormat: Sendable, Hashable {
        /// A JPEG.
        case jpeg
        /// The sensor's samples as a DNG.
        case raw
        /// Both, of the same picture.
        case rawAndJPEG

        /// How many files that are.
        var count: Int { self == .rawAndJPEG ? 2 : 1 }
        var includesRaw: Bool { self != .jpeg }
    }

    /// When the flash fires; AVFoundation's names and numbers.
    public enum FlashMode: Int, Sendable, Hashable, CaseIterable {
        /// Never.
        case off = 0
        /// Always.
        case on = 1
        /// When it is dark.
        case auto = 2
    }

    /// What matters more; AVFoundation's names and numbers. A count of frames, not a time, so that results repeat.
    public enum QualityPrioritization: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// The next frame.
        case speed = 1
        /// The sharpest of three.
        case balanced = 2
        /// The sharpest of eight.
        case quality = 3

        /// Frames that one is chosen of.
        var frameCount: Int { [.speed: 1, .balanced: 3, .quality: 8][self] ?? 1 }

        /// More quality is more.
        public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
    }

    private static let lastID = Mutex<Int64>(0)

    /// Tells the settings of one photo from those of another; the photo's
    /// ``CaptureResolvedPhotoSettings/uniqueID``.
    public let uniqueID: Int64
    /// What files the photo becomes, default a JPEG.
    public var format: FileFormat
    /// When the flash fires, default never; of a series never.
    public var flashMode = FlashMode.off
    /// The photo's size, one of ``CaptureDevice/supportedMaxPhotoDimensions(of:)`` and at most ``CapturePhotoOutput/maxPhotoDimensions``;
    /// nil, the default, for that of the format that runs. For a larger one the camera is switched to a larger format and back: nothing is
    /// delivered to anybody for a moment, some tenths of a second with most cameras, which is counted
    /// (``CaptureDropReason/discontinuity``) and told (``CaptureSessionEvent/sourceDidStart(source:format:)``).
    public var maxPhotoDimensions: PhotoDimensions?
    /// What matters more, default ``QualityPrioritization/balanced``.
    public var qualityPrioritization = QualityPrioritization.balanced
    /// As libjpeg counts it, 1…100, default 90; for cameras that send JPEGs it does not matter, for these are kept as they
    /// are.
    public var jpegQuality = 90
    /// The longer side of the small picture within the file in pixels; nil, the default, for none. At most 512.
    public var embeddedThumbnailSide: Int?
    /// The longer side of ``CapturePhoto/previewData`` in pixels; nil, the default, for none.
    public var previewSide: Int?
    /// What a sensor gives in the dark, for raw photos; V4L2 does not tell. Default 0.
    public var rawBlackLevel = 0
    /// How much of red, green and blue a neutral grey has in raw photos, above 0, the brightest 1; nil, the default, for
    /// as much of each.
    public var rawNeutral: [Double]?
    /// From CIE XYZ to the sensor's red, green and blue, nine numbers row by row; nil, the default, for sRGB's, which is no
    /// calibration.
    public var rawColorMatrix: [Double]?
    /// What the file says beside what the camera knows; default nothing.
    public var metadata = PhotoMetadata()
    /// One photo with each of these, in this order; empty, the default, for one photo with the camera's settings.
    public var bracket: [CaptureBracketedStillSettings] = []
    /// Where the movie around the photo goes, a file that is not there yet, which QuickTime's extension `.mov` belongs to; nil, the
    /// default, for no movie. It is 1.5 seconds before and after the photo, needs
    /// ``CapturePhotoOutput/isLivePhotoCaptureEnabled``, and both files name the same identifier, as Apple's Live Photos do.
    public var livePhotoMovieFileURL: URL?
    /// Whether the same movie is behind the photo in its own file, as an MP4 of Google's Motion Photo 1.0; default false. The photo
    /// is told when the movie is whole; without it, which the error of the last call says, the file is the photo alone.
    /// Programs look for such in files whose names end in `MP.jpg`.
    public var isMotionPhoto = false
    /// What that movie's frames are to be, one of ``CapturePhotoOutput/availableLivePhotoVideoCodecs``; nil, the default, for
    /// JPEGs. Google's format asks for H.264.
    public var livePhotoVideoCodec: MovieVideoCodec?
    /// What nobody is to see, in every file and preview. It costs the camera's own JPEG: the picture is encoded anew. Default
    /// nothing.
    public var hiddenRegions: [HiddenRegion] = []

    /// Makes settings; the rest has the default given at each property.
    public init(format: FileFormat = .jpeg) {
        uniqueID = Self.lastID.withLock { last in
            last += 1
            return last
        }
        self.format = format
    }

    /// Makes the same settings for another photo.
    public init(from settings: CapturePhotoSettings) {
        self.init(format: settings.format)
        (flashMode, maxPhotoDimensions) = (settings.flashMode, settings.maxPhotoDimensions)
        qualityPrioritization = settings.qualityPrioritization
        jpegQuality = settings.jpegQuality
        embeddedThumbnailSide = settings.embeddedThumbnailSide
        previewSide = settings.previewSide
        rawBlackLevel = settings.rawBlackLevel
        rawNeutral = settings.rawNeutral
        rawColorMatrix = settings.rawColorMatrix
        metadata = settings.metadata
        bracket = settings.bracket
        livePhotoMovieFileURL = settings.livePhotoMovieFileURL
        isMotionPhoto = settings.isMotionPhoto
        livePhotoVideoCodec = settings.livePhotoVideoCodec
        hiddenRegions = settings.hiddenRegions
    }

    /// Whether these, or copies of them, were used.
    let use = SettingsUse()

    /// Whether there is to be a movie around the photo.
    var wantsMovie: Bool { livePhotoMovieFileURL != nil || isMotionPhoto }

    /// How many times a photo is told: photos × files.
    var photoCount: Int { max(1, bracket.count) * format.count }
}

/// What a photo's file says beside what the camera knows. Texts are ASCII in EXIF; other characters become question marks.
public struct PhotoMetadata: Sendable, Hashable {
    /// 32 hexadecimal digits which no other photo has (EXIF's ImageUniqueID); nil, the default, for some at random. Of a
    /// bracket's photos only the first has it.
    public var imageUniqueID: String?
    /// What the picture shows; nil, the default, says nothing.
    public var imageDescription: String?
    /// Who took it; nil, the default, says nothing.
    public var artist: String?
    /// Whose it is; nil, the default, says nothing.
    public var copyright: String?

    /// Makes metadata that says nothing.
    public init() {}
}

/// How one photo of a series is taken; AVFoundation's `AVCaptureBracketedStillImageSettings` and what inherits from it.
public enum CaptureBracketedStillSettings: Sendable, Hashable {
    /// So much brighter than usual, in EV.
    case autoExposure(bias: Double)
    /// Exposed by hand. The gain is on the scale of ``CaptureDevice/iso``; nil leaves either as it is.
    case manualExposure(duration: Duration?, iso: Int?)
    /// With the lens at a place, see ``CaptureDevice/lensPosition``.
    case lensPosition(Double)
}

/// What a photo really becomes; AVFoundation's `AVCaptureResolvedPhotoSettings`. The same one is told at every step.
public struct CaptureResolvedPhotoSettings: Sendable, Hashable {
    /// That of the settings.
    public let uniqueID: Int64
    /// How often ``CapturePhotoCaptureDelegate/photoOutput(_:didFinishProcessing:error:)`` will be called: photos × files.
    public let expectedPhotoCount: Int
    /// Pixels in a row and rows of the photo as it is stored; nil where the source does not say before it delivers.
    public let photoDimensions: PhotoDimensions?
    /// The same of the movie around the photo; nil if none is wanted as well.
    public let livePhotoMovieDimensions: PhotoDimensions?
    /// Whether the flash will fire.
    public internal(set) var isFlashEnabled: Bool
}

/// A size in pixels.
public struct PhotoDimensions: Sendable, Hashable {
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }
}
