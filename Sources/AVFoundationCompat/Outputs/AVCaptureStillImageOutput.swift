public import Capture
import Decoders
import Synchronization

/// Takes photos one by one or in series, for code that is older than ``AVCapturePhotoOutput``.
public final class AVCaptureStillImageOutput: AVCaptureOutput, @unchecked Sendable {
    private let images: CaptureStillImageOutput

    /// Makes an output; pictures are decoded and encoded in this process.
    public convenience init() { self.init(CaptureStillImageOutput(stills: StandardStillMaker())) }

    /// Makes an output over one of the library's, such as one that encodes in another process.
    public init(_ core: CaptureStillImageOutput) {
        images = core
        super.init(core: core)
    }

    /// What images come as: `AVVideoCodecKey`, which is JPEG, and `AVVideoQualityKey`, 0…1. Other keys are kept and do nothing.
    public var outputSettings: [String: Any] {
        get { settings.withLock { $0.values } }
        set {
            if let codec = newValue[AVVideoCodecKey], (codec as? AVVideoCodecType) ?? .hevc != .jpeg,
                codec as? String != AVVideoCodecType.jpeg.rawValue
            {
                raiseException(
                    "*** -[AVCaptureStillImageOutput setOutputSettings:] Unsupported codec type \(codec)")
            }
            settings.withLock { $0 = Settings(values: newValue) }
            let quality = newValue[AVVideoQualityKey].map { "\($0)" }.flatMap(Double.init)
            if let quality, !quality.isNaN {
                images.jpegQuality = Int((min(max(quality, 0.01), 1) * 100).rounded())
            }
        }
    }

    /// The codecs that images can have: JPEG.
    public var availableImageDataCodecTypes: [AVVideoCodecType] { [.jpeg] }
    /// The pixel formats that images can have instead of a file: none.
    public var availableImageDataCVPixelFormatTypes: [OSType] { [] }

    /// Whether something can be done against shaking: of three pictures the sharpest is taken.
    public var isStillImageStabilizationSupported: Bool { true }
    /// Whether that is done, default true.
    public var automaticallyEnablesStillImageStabilizationWhenAvailable: Bool {
        get { images.automaticallyEnablesStillImageStabilizationWhenAvailable }
        set { images.automaticallyEnablesStillImageStabilizationWhenAvailable = newValue }
    }

    /// Whether an image is being taken; observable.
    public var isCapturingStillImage: Bool { images.isCapturingStillImage }

    private let settings = Mutex(Settings(values: [AVVideoCodecKey: AVVideoCodecType.jpeg]))

    /// What was set, as it was set.
    private struct Settings: @unchecked Sendable {
        let values: [String: Any]
    }

    // MARK: - Taking images

    /// Takes an image.
    ///
    /// - Parameters:
    ///   - connection: One of the output's.
    ///   - handler: Is given the image, or why there is none, on a queue of the system.
    @preconcurrency public func captureStillImageAsynchronously(
        from connection: AVCaptureConnection,
        completionHandler handler: @escaping @Sendable (CMSampleBuffer?, (any Error)?) -> Void
    ) {
        check(connection, "captureStillImageAsynchronouslyFromConnection:completionHandler:")
        do throws(CaptureError) {
            let taken = try images.capture([], from: connection.core)
            tell(taken) { handler($0, $2) }
        } catch {
            DispatchQueue.global().async { handler(nil, AVError(error)) }
        }
    }

    /// Tells each image, with its place among those that were asked for.
    private func tell(
        _ taken: AsyncStream<CaptureStillImageOutput.BracketedImage>,
        to handler: @escaping @Sendable (CMSampleBuffer?, Int, AVError?) -> Void
    ) {
        didChange()
        Task {
            var place = 0
            for await image in taken {
                switch image.result {
                case .success(let photo): handler(CMSampleBuffer(photo), place, nil)
                case .failure(let error): handler(nil, place, AVError(error))
                }
                place += 1
            }
            didChange()
        }
    }

    /// The file of an image; nil of other buffers.
    public static func jpegStillImageNSDataRepresentation(_ jpegSampleBuffer: CMSampleBuffer) -> Data? {
        jpegSampleBuffer.file
    }

    /// Most images of a series; 0 with a camera that cannot be set.
    public var maxBracketedCaptureStillImageCount: Int { images.maxBracketedCaptureStillImageCount }
    /// Whether the lens can be steadied while a series is taken; false.
    public var isLensStabilizationDuringBracketedCaptureSupported: Bool { false }

    /// Has everything made ready for a series; never needed. The handler is told whether it is.
    @preconcurrency public func prepareToCaptureStillImageBracket(
        from connection: AVCaptureConnection,
        withSettingsArray settings: [AVCaptureBracketedStillImageSettings],
        completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        check(
            connection, "prepareToCaptureStillImageBracketFromConnection:withSettingsArray:completionHandler:"
        )
        let bracket = settings.map(\.core)
        Task {
            let isReady = await images.prepareToCaptureStillImageBracket(
                from: connection.core, settings: bracket)
            handler(isReady, nil)
        }
    }

    /// Takes a series of images; the handler is called for each, in their order. What the camera has not ends the program, as on
    /// Apple's systems; but if the camera does not answer any more, the handler is told so.
    @preconcurrency public func captureStillImageBracketAsynchronously(
        from connection: AVCaptureConnection,
        withSettingsArray settings: [AVCaptureBracketedStillImageSettings],
        completionHandler handler:
            @escaping @Sendable (
                CMSampleBuffer?, AVCaptureBracketedStillImageSettings?, (any Error)?
            ) -> Void
    ) {
        let name = "captureStillImageBracketAsynchronouslyFromConnection:withSettingsArray:completionHandler:"
        check(connection, name)
        do throws(CaptureError) {
            let series = try images.captureStillImageBracket(
                from: connection.core, settings: settings.map(\.core))
            tell(series) { handler($0, settings[$1], $2) }
        } catch {
            guard let loss = connection.loss(behind: error) else {
                raiseException("*** -[AVCaptureStillImageOutput \(name)] \(error.message)")
            }
            DispatchQueue.global().async {
                // Of a camera that is gone a program may have asked for as many as that can take: none.
                if settings.isEmpty { handler(nil, nil, AVError(loss)) }
                for setting in settings { handler(nil, setting, AVError(loss)) }
            }
        }
    }

    private func check(_ connection: AVCaptureConnection, _ method: String) {
        guard connections.contains(where: { $0 === connection }), connection.isEnabled else {
            raiseException("*** -[AVCaptureStillImageOutput \(method)] Inactive/invalid connection passed.")
        }
    }
}

/// The key of how good a JPEG is to be in settings, 0…1.
public let AVVideoQualityKey = "AVVideoQualityKey"

extension CMSampleBuffer {
    fileprivate convenience init?(_ photo: CapturePhoto) {
        guard let file = photo.fileDataRepresentation() else { return nil }
        self.init(
            jpeg: file, presentationTimeStamp: CMTime(photo.timestamp),
            dimensions: photo.resolvedSettings.photoDimensions)
    }
}
