import Capture
public import Foundation
import Synchronization

/// How a picture or a film is encoded.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
    /// Four characters.
    public let rawValue: String

    /// Makes a codec of four characters.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// H.264.
    public static let h264 = Self(rawValue: "avc1")
    /// H.265.
    public static let hevc = Self(rawValue: "hvc1")
    /// JPEG.
    public static let jpeg = Self(rawValue: "jpeg")
}

extension AVVideoCodecType {
    init(_ codec: MovieVideoCodec) {
        switch codec {
        case .jpeg: self = .jpeg
        case .h264: self = .h264
        }
    }

    /// Nil of one that no movie has.
    var core: MovieVideoCodec? { MovieVideoCodec.allCases.first { Self($0) == self } }
}

/// The key of a codec in settings.
public let AVVideoCodecKey = "AVVideoCodecKey"

/// The keys of a size in settings.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The keys of a size in settings.
public let AVVideoHeightKey = "AVVideoHeightKey"

/// What is wanted of one photo.
open class AVCapturePhotoSettings: AVObject, @unchecked Sendable {
    private let settings: Mutex<CapturePhotoSettings>
    /// The codec that was asked for; nil for the usual one.
    public let format: [String: Any]?

    /// Makes settings for a photo, in the usual format if none is given.
    public init(format: [String: Any]? = nil) {
        self.format = format
        settings = Mutex(CapturePhotoSettings())
    }

    /// Makes settings for a raw photo.
    ///
    /// - Parameters:
    ///   - rawPixelFormatType: One of the output's `availableRawPhotoPixelFormatTypes`.
    ///   - processedFormat: A codec for a photo that is made of the same picture; nil, the default, for none.
    public convenience init(rawPixelFormatType: OSType, processedFormat: [String: Any]? = nil) {
        self.init(
            CapturePhotoSettings(format: processedFormat == nil ? .raw : .rawAndJPEG),
            format: processedFormat, rawPixelFormatType: rawPixelFormatType)
    }

    private let rawFormat = Mutex<OSType>(0)
    /// The sensor's format of a raw photo; 0 for none.
    public var rawPhotoPixelFormatType: OSType { rawFormat.withLock { $0 } }

    /// Makes the same settings for another photo.
    public init(from photoSettings: AVCapturePhotoSettings) {
        format = photoSettings.format
        settings = Mutex(CapturePhotoSettings(from: photoSettings.core))
        rawFormat.withLock { $0 = photoSettings.rawPhotoPixelFormatType }
        preview.withLock { $0 = photoSettings.preview.withLock { $0 } }
        unknownLivePhotoCodec.withLock { $0 = photoSettings.unknownLivePhotoCodec.withLock { $0 } }
        wantsHighResolution.withLock { $0 = photoSettings.isHighResolutionPhotoEnabled }
    }

    init(_ core: CapturePhotoSettings, format: [String: Any]?, rawPixelFormatType: OSType = 0) {
        self.format = format
        settings = Mutex(core)
        rawFormat.withLock { $0 = rawPixelFormatType }
    }

    var core: CapturePhotoSettings { settings.withLock { $0 } }

    private func change(_ body: (inout CapturePhotoSettings) -> Void) { settings.withLock { body(&$0) } }

    /// Why they cannot be used, in words for a programmer; nil if they can.
    ///
    /// - Parameter codecs: What movies around photos can have.
    func refusal(_ codecs: @autoclosure () -> [AVVideoCodecType]) -> String? {
        let needsLook = livePhotoMovieFileURL != nil && livePhotoVideoCodecType != .jpeg
        if needsLook, !codecs().contains(livePhotoVideoCodecType) {
            return "Unsupported codec - use -availableLivePhotoVideoCodecTypes"
        }
        if previewPhotoFormat != nil, previewFormat == nil {
            return "Unsupported preview pixel format type - use -availablePreviewPhotoPixelFormatTypes"
        }
        let codec = format?[AVVideoCodecKey]
        let name = (codec as? AVVideoCodecType)?.rawValue ?? codec as? String
        guard codec != nil, name != AVVideoCodecType.jpeg.rawValue else { return nil }
        return "Unsupported format - use -availablePhotoCodecTypes"
    }

    /// Tells the settings of one photo from those of another.
    public var uniqueID: Int64 { core.uniqueID }

    /// When the flash fires, default never.
    public var flashMode: AVCaptureDevice.FlashMode {
        get { AVCaptureDevice.FlashMode(rawValue: core.flashMode.rawValue) ?? .off }
        set { change { $0.flashMode = .init(rawValue: newValue.rawValue) ?? .off } }
    }

    /// The photo's size, one of the active format's `supportedMaxPhotoDimensions`, at most the output's; zero, the default, for that of
    /// the active format. For a larger one nothing is delivered for a moment.
    public var maxPhotoDimensions: CMVideoDimensions {
        get { CMVideoDimensions(core.maxPhotoDimensions) }
        set { change { $0.maxPhotoDimensions = newValue.core } }
    }

    /// Whether the photo has the active format's ``AVCaptureDevice/Format/highResolutionStillImageDimensions``, which it has here in any
    /// case; default false, and true where the output's `isHighResolutionCaptureEnabled` is.
    public var isHighResolutionPhotoEnabled: Bool {
        get { wantsHighResolution.withLock { $0 } }
        set { wantsHighResolution.withLock { $0 = newValue } }
    }

    private let wantsHighResolution = Mutex(false)

    /// What matters more, default balanced.
    public var photoQualityPrioritization: AVCapturePhotoOutput.QualityPrioritization {
        get { .init(rawValue: core.qualityPrioritization.rawValue) ?? .balanced }
        set { change { $0.qualityPrioritization = .init(rawValue: newValue.rawValue) ?? .balanced } }
    }

    /// Where the movie around the photo goes; nil, the default, for none.
    public var livePhotoMovieFileURL: URL? {
        get { core.livePhotoMovieFileURL }
        set { change { $0.livePhotoMovieFileURL = newValue } }
    }

    /// How that movie is encoded: one of the output's `availableLivePhotoVideoCodecTypes`, default JPEG.
    public var livePhotoVideoCodecType: AVVideoCodecType {
        get { unknownLivePhotoCodec.withLock { $0 } ?? AVVideoCodecType(core.livePhotoVideoCodec ?? .jpeg) }
        set {
            let codec = newValue.core
            unknownLivePhotoCodec.withLock { $0 = codec == nil ? newValue : nil }
            change { $0.livePhotoVideoCodec = codec }
        }
    }

    /// One that no movie here has; kept until the settings are used.
    private let unknownLivePhotoCodec = Mutex<AVVideoCodecType?>(nil)

    /// The size and codec of the small picture within the file; nil, the default, for none. The longer side counts, up to
    /// 512.
    public var embeddedThumbnailPhotoFormat: [String: Any]? {
        get { core.embeddedThumbnailSide.map { Self.format(side: $0) } }
        set {
            let side = newValue.map { Self.side(of: $0, AVVideoWidthKey, AVVideoHeightKey) ?? 160 }
            change { $0.embeddedThumbnailSide = side.map { min(512, max(1, $0)) } }
        }
    }

    /// The codecs that such small pictures can have: JPEG.
    public var availableEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] { [.jpeg] }

    /// The size and pixel format of ``AVCapturePhoto/previewPixelBuffer``; nil, the default, for none. Of
    /// `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey` the longer side counts, 1024 if there is neither.
    public var previewPhotoFormat: [String: Any]? {
        get { preview.withLock { $0.values } }
        set {
            preview.withLock { $0 = Preview(values: newValue) }
            let side = newValue.map {
                Self.side(of: $0, kCVPixelBufferWidthKey, kCVPixelBufferHeightKey) ?? 1024
            }
            change { $0.previewSide = side.map { max(1, $0) } }
        }
    }

    /// The pixel formats that such small pictures can have, those that cost least first.
    public var availablePreviewPhotoPixelFormatTypes: [OSType] { Self.previewFormats.map(\.code) }

    /// The same as Objective-C's numbers, as programs have it that are older than Swift's own property.
    public var __availablePreviewPhotoPixelFormatTypes: [NSNumber] {
        availablePreviewPhotoPixelFormatTypes.map { NSNumber(value: $0) }
    }

    private static let previewFormats: [VideoPixelFormat] = [.yuv420FullRange, .yuv420VideoRange, .bgra]

    /// What was set, as it was set.
    private struct Preview: @unchecked Sendable {
        var values: [String: Any]?
    }

    private let preview = Mutex(Preview())

    /// The pixel format of the small picture; nil if none is wanted, or nobody knows it.
    var previewFormat: VideoPixelFormat? {
        let code = previewPhotoFormat?[kCVPixelBufferPixelFormatTypeKey].flatMap { OSType(setting: $0) }
        return Self.previewFormats.first { $0.code == code }
    }

    private static func format(side: Int) -> [String: Any] {
        [AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: side, AVVideoHeightKey: side]
    }

    /// The longer side of a size in settings, numbers of any kind; nil if there is none.
    private static func side(of format: [String: Any], _ width: String, _ height: String) -> Int? {
        [width, height].compactMap { format[$0].flatMap { Int(setting: $0) } }.max()
    }
}

/// What a photo really becomes.
public final class AVCaptureResolvedPhotoSettings: AVObject, @unchecked Sendable {
    private let core: CaptureResolvedPhotoSettings

    init(_ core: CaptureResolvedPhotoSettings) { self.core = core }

    /// That of the settings.
    public var uniqueID: Int64 { core.uniqueID }
    /// The photo's size in pixels, as it is stored; zero where the camera does not say before it delivers.
    public var photoDimensions: CMVideoDimensions { CMVideoDimensions(core.photoDimensions) }
    /// The same of the movie around the photo; zero if none is wanted as well.
    public var livePhotoMovieDimensions: CMVideoDimensions {
        CMVideoDimensions(core.livePhotoMovieDimensions)
    }
    /// How long the photo takes to be made; zero, for no time is told beforehand.
    public var photoProcessingTimeRange: CMTimeRange { .zero }
    /// How often the delegate will get a photo.
    public var expectedPhotoCount: Int { core.expectedPhotoCount }
    /// Whether the flash will fire.
    public var isFlashEnabled: Bool { core.isFlashEnabled }
}

extension CMVideoDimensions {
    init(_ size: PhotoDimensions?) {
        self.init(width: Int32(clamping: size?.width ?? 0), height: Int32(clamping: size?.height ?? 0))
    }

    /// Nil of nothing.
    var core: PhotoDimensions? {
        width > 0 && height > 0 ? PhotoDimensions(width: Int(width), height: Int(height)) : nil
    }
}
