public import Capture
import Decoders
import Foundation
import Synchronization

/// Takes photos.
public final class AVCapturePhotoOutput: AVCaptureOutput, @unchecked Sendable {
    private let photos: CapturePhotoOutput

    /// Makes an output; pictures are decoded and encoded in this process.
    public convenience init() { self.init(CapturePhotoOutput(stills: StandardStillMaker())) }

    /// Makes an output over one of the library's, such as one that encodes in another process.
    public init(_ core: CapturePhotoOutput) {
        photos = core
        super.init(core: core)
    }

    /// Takes a photo. What the settings ask for and the camera has not ends the program, as on Apple's systems; but if the camera
    /// does not answer any more, the delegate is told so.
    ///
    /// - Parameters:
    ///   - settings: What is wanted; settings can be used once.
    ///   - delegate: Is told on a queue of the output's, held until its last call.
    public func capturePhoto(
        with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate
    ) {
        guard let connection = connections.first(where: \.isEnabled) else {
            raise("No active and enabled video connection")
        }
        let bridge = DelegateBridge(delegate, of: self, previewFormat: settings.previewFormat)
        do throws(CaptureError) {
            try check(settings)
            try photos.capturePhoto(with: settings.core, delegate: bridge)
        } catch {
            guard let loss = connection.loss(behind: error) else { raise(error.message) }
            photos.fail(settings.core, with: loss, delegate: bridge)
        }
    }

    /// Looks at what the library's own settings do not say.
    private func check(_ settings: AVCapturePhotoSettings) throws(CaptureError) {
        if settings.rawPhotoPixelFormatType != 0,
            !availableRawPhotoPixelFormatTypes.contains(settings.rawPhotoPixelFormatType)
        {
            throw CaptureError(
                .unsupported,
                "Unsupported raw pixel format type - use -availableRawPhotoPixelFormatTypes")
        }
        if settings.isHighResolutionPhotoEnabled, !isHighResolutionCaptureEnabled {
            throw CaptureError(.invalidConfiguration, "High resolution photo capture is not enabled")
        }
        if let refusal = settings.refusal(availableLivePhotoVideoCodecTypes) {
            throw CaptureError(.invalidConfiguration, refusal)
        }
    }

    private func raise(_ words: String) -> Never {
        raiseException("*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] \(words)")
    }

    /// The largest size that settings may ask for, one of the active format's `supportedMaxPhotoDimensions`; zero, the default, for
    /// that of the active format.
    public var maxPhotoDimensions: CMVideoDimensions {
        get { CMVideoDimensions(photos.maxPhotoDimensions) }
        set {
            photos.maxPhotoDimensions = newValue.core
            didChange()
        }
    }

    /// Whether settings may ask for a photo of ``AVCaptureDevice/Format/highResolutionStillImageDimensions``, default false. Photos have
    /// that size here in any case; a larger one is asked for by ``maxPhotoDimensions``.
    public var isHighResolutionCaptureEnabled: Bool {
        get { allowsHighResolution.withLock { $0 } }
        set { allowsHighResolution.withLock { $0 = newValue } }
    }

    private let allowsHighResolution = Mutex(false)

    /// When the flash can fire: never, unless the camera's lamp is there.
    public var supportedFlashModes: [AVCaptureDevice.FlashMode] {
        photos.supportedFlashModes.compactMap { AVCaptureDevice.FlashMode(rawValue: $0.rawValue) }
    }
    /// The codecs that photos can have: JPEG.
    public var availablePhotoCodecTypes: [AVVideoCodecType] { [.jpeg] }
    /// The kinds of files that photos can be: JPEG.
    public var availablePhotoFileTypes: [AVFileType] { [.jpg] }
    /// The kinds of files that raw photos can be: DNG.
    public var availableRawPhotoFileTypes: [AVFileType] { [.dng] }
    /// The pixel formats that photos can have instead of a file: none.
    public var availablePhotoPixelFormatTypes: [OSType] { [] }
    /// The codecs of a kind of file.
    public func supportedPhotoCodecTypes(for fileType: AVFileType) -> [AVVideoCodecType] {
        fileType == .jpg ? [.jpeg] : []
    }

    /// The most that settings may ask for, default the best.
    public var maxPhotoQualityPrioritization: QualityPrioritization {
        get { QualityPrioritization(rawValue: photos.maxPhotoQualityPrioritization.rawValue) ?? .quality }
        set {
            photos.maxPhotoQualityPrioritization = .init(rawValue: newValue.rawValue) ?? .quality
            didChange()
        }
    }

    /// The sensor's formats that raw photos can be made of, as the camera delivers now; empty with most webcams.
    public var availableRawPhotoPixelFormatTypes: [OSType] {
        photos.availableRawPhotoPixelFormats.map { $0.rawValue.byteSwapped }
    }

    /// Has everything made ready for photos like these; never needed. An empty array gives back what was made ready. The
    /// handler is told on a queue of the output's whether everything is ready; false if another call came first.
    public func setPreparedPhotoSettingsArray(
        _ preparedPhotoSettingsArray: [AVCapturePhotoSettings],
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        prepared.withLock { $0 = preparedPhotoSettingsArray }
        photos.setPreparedPhotoSettings(preparedPhotoSettingsArray.map(\.core)) {
            completionHandler?($0, nil)
        }
    }

    /// What was asked for last.
    public var preparedPhotoSettingsArray: [AVCapturePhotoSettings] { prepared.withLock { $0 } }

    private let prepared = Mutex<[AVCapturePhotoSettings]>([])

    /// For which photos the flags below say what their scene needs; nil, the default, for none.
    public var photoSettingsForSceneMonitoring: AVCapturePhotoSettings? {
        get { monitored.withLock { $0 } }
        set {
            monitored.withLock { $0 = newValue }
            photos.photoSettingsForSceneMonitoring = newValue?.core
            didChange()
        }
    }

    private let monitored = Mutex<AVCapturePhotoSettings?>(nil)
    private let sceneObservation = Mutex<CapturePhotoOutput.SceneObservation?>(nil)

    /// Whether the flash would fire for such a photo. Observable.
    public var isFlashScene: Bool { photos.isFlashScene }
    /// Whether there is so little light that the sharpest of several pictures would be kept. Observable.
    public var isStillImageStabilizationScene: Bool { photos.isStillImageStabilizationScene }
    /// Whether photos can be the sharpest of several pictures.
    public var isStillImageStabilizationSupported: Bool { true }

    override func observersChanged() {
        keep(sceneObservation) { photos.observeScene { [weak self] in self?.didChange() } }
    }

    /// Most photos of a series; 0 with a camera that cannot be set.
    public var maxBracketedCapturePhotoCount: Int { photos.maxBracketedCapturePhotoCount }
    /// Whether the lens can be steadied while a series is taken; false.
    public var isLensStabilizationDuringBracketedCaptureSupported: Bool { false }

    /// What matters more of a photo.
    public enum QualityPrioritization: Int, Sendable, Hashable {
        /// The next frame.
        case speed = 1
        /// The sharpest of three.
        case balanced = 2
        /// The sharpest of eight.
        case quality = 3
    }

    /// Whether movies around photos can be taken.
    public var isLivePhotoCaptureSupported: Bool { photos.isLivePhotoCaptureSupported }
    /// Whether the last seconds of the camera are kept for movies around photos; default false.
    public var isLivePhotoCaptureEnabled: Bool {
        get { photos.isLivePhotoCaptureEnabled }
        set {
            guard !newValue || isLivePhotoCaptureSupported else {
                raiseException(
                    "*** -[AVCapturePhotoOutput setLivePhotoCaptureEnabled:] Not supported - use -isLivePhotoCaptureSupported"
                )
            }
            photos.isLivePhotoCaptureEnabled = newValue
            didChange()
            // Of data outputs by it.
            session?.allMayHaveChanged()
        }
    }
    /// Whether nothing is kept for a while; default false, and false again when the session stops.
    public var isLivePhotoCaptureSuspended: Bool {
        get { photos.isLivePhotoCaptureSuspended }
        set {
            photos.isLivePhotoCaptureSuspended = newValue
            didChange()
        }
    }
    /// Whether movies around photos are cut where the camera is swung to something else; default true.
    public var isLivePhotoAutoTrimmingEnabled: Bool {
        get { photos.isLivePhotoAutoTrimmingEnabled }
        set {
            photos.isLivePhotoAutoTrimmingEnabled = newValue
            didChange()
        }
    }
    /// The codecs that movies around photos can have: JPEG, and H.264 where libopenh264 is installed.
    public var availableLivePhotoVideoCodecTypes: [AVVideoCodecType] {
        photos.availableLivePhotoVideoCodecs.map { AVVideoCodecType($0) }
    }
}

/// Kinds of files.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// Its uniform type identifier.
    public let rawValue: String

    /// Makes a kind of its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// JPEG.
    public static let jpg = Self(rawValue: "public.jpeg")
    /// Adobe's digital negative.
    public static let dng = Self(rawValue: "com.adobe.raw-image")
}

/// Takes the library's calls and makes Apple's of them. Held by the library until the last one.
private final class DelegateBridge: CapturePhotoCaptureDelegate, @unchecked Sendable {
    /// Called on one queue; the application sees to it, as on Apple's systems.
    private let delegate: any AVCapturePhotoCaptureDelegate
    private let output: AVCapturePhotoOutput
    private let previewFormat: VideoPixelFormat?
    /// The same object at every step.
    private let resolved = Mutex<AVCaptureResolvedPhotoSettings?>(nil)

    init(
        _ delegate: any AVCapturePhotoCaptureDelegate, of output: AVCapturePhotoOutput,
        previewFormat: VideoPixelFormat?
    ) {
        (self.delegate, self.output, self.previewFormat) = (delegate, output, previewFormat)
    }

    private func settings(_ core: CaptureResolvedPhotoSettings) -> AVCaptureResolvedPhotoSettings {
        resolved.withLock { resolved in
            let settings = resolved ?? AVCaptureResolvedPhotoSettings(core)
            resolved = settings
            return settings
        }
    }

    func photoOutput(_: CapturePhotoOutput, willBeginCaptureFor core: CaptureResolvedPhotoSettings) {
        delegate.photoOutput(output, willBeginCaptureFor: settings(core))
    }

    func photoOutput(_: CapturePhotoOutput, willCapturePhotoFor core: CaptureResolvedPhotoSettings) {
        delegate.photoOutput(output, willCapturePhotoFor: settings(core))
    }

    func photoOutput(_: CapturePhotoOutput, didCapturePhotoFor core: CaptureResolvedPhotoSettings) {
        delegate.photoOutput(output, didCapturePhotoFor: settings(core))
    }

    func photoOutput(_: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto, error: CaptureError?) {
        let wrapped = AVCapturePhoto(
            photo, settings(photo.resolvedSettings), previewFormat: previewFormat)
        delegate.photoOutput(output, didFinishProcessingPhoto: wrapped, error: error.map { AVError($0) })
    }

    func photoOutput(
        _: CapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt url: URL,
        resolvedSettings core: CaptureResolvedPhotoSettings
    ) {
        delegate.photoOutput(
            output, didFinishRecordingLivePhotoMovieForEventualFileAt: url, resolvedSettings: settings(core))
    }

    func photoOutput(
        _: CapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt url: URL, duration: Duration,
        photoDisplayTime: Duration, resolvedSettings core: CaptureResolvedPhotoSettings, error: CaptureError?
    ) {
        delegate.photoOutput(
            output, didFinishProcessingLivePhotoToMovieFileAt: url, duration: CMTime(duration),
            photoDisplayTime: CMTime(photoDisplayTime), resolvedSettings: settings(core),
            error: error.map { AVError($0) })
    }

    func photoOutput(
        _: CapturePhotoOutput, didFinishCaptureFor core: CaptureResolvedPhotoSettings, error: CaptureError?
    ) {
        delegate.photoOutput(output, didFinishCaptureFor: settings(core), error: error.map { AVError($0) })
    }
}
