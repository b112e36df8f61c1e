import Capture
import Synchronization

/// How one photo of a series is taken.
open class AVCaptureBracketedStillImageSettings: AVObject, @unchecked Sendable {
    let core: CaptureBracketedStillSettings

    init(_ core: CaptureBracketedStillSettings) { self.core = core }
}

/// A photo that is exposed by hand.
public final class AVCaptureManualExposureBracketedStillImageSettings: AVCaptureBracketedStillImageSettings,
    @unchecked Sendable
{
    /// How long it is exposed; `AVCaptureDevice.currentExposureDuration` for as long as the camera does.
    public let exposureDuration: CMTime
    /// The gain; `AVCaptureDevice.currentISO` for the camera's.
    public let iso: Float

    private init(_ exposureDuration: CMTime, _ iso: Float) {
        (self.exposureDuration, self.iso) = (exposureDuration, iso)
        super.init(
            .manualExposure(
                duration: exposureDuration.duration,
                iso: iso == AVCaptureDevice.currentISO ? nil : Int(exactly: iso.rounded())))
    }

    /// Makes settings.
    public static func manualExposureSettings(
        exposureDuration duration: CMTime, iso ISO: Float
    ) -> AVCaptureManualExposureBracketedStillImageSettings {
        AVCaptureManualExposureBracketedStillImageSettings(duration, ISO)
    }
}

/// A photo that is so much brighter or darker than the camera exposes.
public final class AVCaptureAutoExposureBracketedStillImageSettings: AVCaptureBracketedStillImageSettings,
    @unchecked Sendable
{
    /// How much brighter, in EV.
    public let exposureTargetBias: Float

    private init(_ bias: Float) {
        exposureTargetBias = bias
        super.init(.autoExposure(bias: Double(bias)))
    }

    /// Makes settings; `AVCaptureDevice.currentExposureTargetBias` is 0 here.
    public static func autoExposureSettings(
        exposureTargetBias: Float
    ) -> AVCaptureAutoExposureBracketedStillImageSettings {
        let isCurrent = exposureTargetBias == AVCaptureDevice.currentExposureTargetBias
        return AVCaptureAutoExposureBracketedStillImageSettings(isCurrent ? 0 : exposureTargetBias)
    }
}

/// What is wanted of a series of photos.
public final class AVCapturePhotoBracketSettings: AVCapturePhotoSettings, @unchecked Sendable {
    /// How each photo is taken, in order.
    public let bracketedSettings: [AVCaptureBracketedStillImageSettings]

    /// Makes settings for a series.
    ///
    /// - Parameters:
    ///   - rawPixelFormatType: One of the output's `availableRawPhotoPixelFormatTypes`, or 0 for no raw photos.
    ///   - processedFormat: As of ``AVCapturePhotoSettings/init(format:)``; nil with a raw format for raw photos alone.
    ///   - bracketedSettings: At least one, and no more than the output's `maxBracketedCapturePhotoCount`.
    public init(
        rawPixelFormatType: OSType, processedFormat: [String: Any]?,
        bracketedSettings: [AVCaptureBracketedStillImageSettings]
    ) {
        if bracketedSettings.isEmpty {
            raiseException(
                "*** -[AVCapturePhotoBracketSettings photoBracketSettingsWithRawPixelFormatType:] "
                    + "There are no settings")
        }
        self.bracketedSettings = bracketedSettings
        let isRaw = rawPixelFormatType != 0
        var core = CapturePhotoSettings(format: !isRaw ? .jpeg : processedFormat == nil ? .raw : .rawAndJPEG)
        core.bracket = bracketedSettings.map(\.core)
        super.init(core, format: processedFormat, rawPixelFormatType: rawPixelFormatType)
    }

    /// Whether the lens is to be steadied between photos, default false. Kept and without effect: nothing here can.
    public var isLensStabilizationEnabled: Bool {
        get { steadiesLens.withLock { $0 } }
        set { steadiesLens.withLock { $0 = newValue } }
    }

    private let steadiesLens = Mutex(false)
}
