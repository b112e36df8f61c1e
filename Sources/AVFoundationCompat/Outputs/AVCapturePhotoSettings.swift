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

/// The key of a codec in settings.
public let AVVideoCodecKey = "AVVideoCodecKey"

/// What is wanted of one photo.
open class AVCapturePhotoSettings: AVObject, @unchecked Sendable {
    private static let lastID = Mutex<Int64>(0)

    /// Tells the settings of one photo from those of another.
    public let uniqueID: Int64
    /// The codec or pixel format that was asked for; nil for the usual one.
    public let format: [String: Any]?
    private let flash = Mutex(AVCaptureDevice.FlashMode.off)

    /// Makes settings for a photo, in the usual format if none is given.
    public init(format: [String: Any]? = nil) {
        uniqueID = Self.lastID.withLock { last in
            last += 1
            return last
        }
        self.format = format
    }

    /// Makes the same settings for another photo.
    public convenience init(from photoSettings: AVCapturePhotoSettings) {
        self.init(format: photoSettings.format)
        flashMode = photoSettings.flashMode
    }

    /// When the flash fires, default never.
    public var flashMode: AVCaptureDevice.FlashMode {
        get { flash.withLock { $0 } }
        set { flash.withLock { $0 = newValue } }
    }
}

/// What a photo really becomes.
public final class AVCaptureResolvedPhotoSettings: AVObject, @unchecked Sendable {
    /// That of the settings.
    public let uniqueID: Int64

    init(of settings: AVCapturePhotoSettings) { uniqueID = settings.uniqueID }
}

/// A photo that was taken.
public final class AVCapturePhoto: AVObject, @unchecked Sendable {
    /// How it was taken.
    public let resolvedSettings: AVCaptureResolvedPhotoSettings

    init(resolvedSettings: AVCaptureResolvedPhotoSettings) { self.resolvedSettings = resolvedSettings }

    /// The photo as a file; nil, for none can be taken yet.
    public func fileDataRepresentation() -> Data? { nil }
}
