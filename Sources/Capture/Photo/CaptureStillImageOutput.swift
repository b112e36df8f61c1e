public import MetadataOutput
import Synchronization

/// Takes photos one by one or in series, and gives each to whoever asked for it; AVFoundation's older
/// `AVCaptureStillImageOutput`. ``CapturePhotoOutput``, by which it takes them, says more of each and has raw photos.
public final class CaptureStillImageOutput: CaptureOutput, CaptureFrameOutput {
    private struct State {
        var jpegQuality = 90
        var enablesStabilization = true
        var captures = 0
    }

    private let photos: CapturePhotoOutput
    private let state = Mutex(State())

    /// Makes an output.
    ///
    /// - Parameter stills: Decodes and encodes pictures: `StandardStillMaker` of Decoders in this process, `IsolatedStillMaker`
    ///   of Workers in another.
    public convenience init(stills: any StillMaker) {
        self.init(CapturePhotoOutput(stills: stills))
    }

    /// Makes an output that takes its images by another.
    init(_ photos: CapturePhotoOutput) { self.photos = photos }

    // MARK: - How images are taken

    /// As libjpeg counts it, 1…100, default 90; of cameras that send JPEGs these are kept as they are.
    public var jpegQuality: Int {
        get { state.withLock { $0.jpegQuality } }
        set { state.withLock { $0.jpegQuality = min(max(newValue, 1), 100) } }
    }

    /// Whether of three pictures the sharpest is taken, and not the next one, default true. It does not hold for series.
    public var automaticallyEnablesStillImageStabilizationWhenAvailable: Bool {
        get { state.withLock { $0.enablesStabilization } }
        set { state.withLock { $0.enablesStabilization = newValue } }
    }

    /// Whether an image is being taken.
    public var isCapturingStillImage: Bool { state.withLock { $0.captures > 0 } }

    /// Most images of a series: 8 with a camera whose exposure or lens can be set, else 0.
    public var maxBracketedCaptureStillImageCount: Int {
        connections.first { $0.isEnabled }?.camera?.maxBracketedPhotoCount ?? 0
    }

    // MARK: - Taking images

    /// Takes an image.
    ///
    /// - Parameter connection: One of this output's, enabled.
    /// - Returns: The image, which has a file.
    /// - Throws: ``CaptureError/Code/invalidConfiguration`` if the connection is another's or is not enabled; else as
    ///   ``CapturePhotoOutput`` tells its delegate.
    public func captureStillImage(
        from connection: CaptureConnection
    ) async throws(CaptureError) -> CapturePhoto {
        let images = try capture([], from: connection)
        var first: BracketedImage?
        for await image in images { first = first ?? image }
        // What was begun tells of as many images as were wanted.
        guard let first else { throw CaptureError(.noDataCaptured, "there is no image") }
        return try first.result.get()
    }

    /// One image of a series.
    public struct BracketedImage: Sendable {
        /// How it was to be taken; nil unless it is of a series.
        public let settings: CaptureBracketedStillSettings?
        /// The image, or why there is none.
        public let result: Result<CapturePhoto, CaptureError>
    }

    /// Takes a series of images.
    ///
    /// - Parameters:
    ///   - connection: One of this output's, enabled.
    ///   - settings: How each is taken, in order; at least one, at most ``maxBracketedCaptureStillImageCount``.
    /// - Returns: As many images as there are settings, in their order; the stream ends after them.
    /// - Throws: As ``captureStillImage(from:)``; ``CaptureError/Code/unsupported`` if the camera cannot be set so.
    public func captureStillImageBracket(
        from connection: CaptureConnection, settings: [CaptureBracketedStillSettings]
    ) throws(CaptureError) -> AsyncStream<BracketedImage> {
        guard !settings.isEmpty else {
            throw CaptureError(.invalidConfiguration, "a series of no images")
        }
        return try capture(settings, from: connection)
    }

    /// Makes everything ready for series like this; never needed.
    ///
    /// - Returns: Whether everything is ready: when the session runs, and unless another call came before that.
    public func prepareToCaptureStillImageBracket(
        from connection: CaptureConnection, settings: [CaptureBracketedStillSettings]
    ) async -> Bool {
        var prepared = CapturePhotoSettings()
        prepared.bracket = settings
        return await withCheckedContinuation { continuation in
            photos.prepare([prepared], in: connection.session) { continuation.resume(returning: $0) }
        }
    }

    /// Begins to take one image, or a series if there are settings.
    package func capture(
        _ bracket: [CaptureBracketedStillSettings], from connection: CaptureConnection
    ) throws(CaptureError) -> AsyncStream<BracketedImage> {
        guard connection.isEnabled, connections.contains(where: { $0 === connection }) else {
            throw CaptureError(
                .invalidConfiguration, "the connection is not the output's, or is not enabled")
        }
        var settings = CapturePhotoSettings()
        settings.bracket = bracket
        state.withLock { state in
            settings.jpegQuality = state.jpegQuality
            settings.qualityPrioritization = state.enablesStabilization ? .balanced : .speed
            state.captures += 1
        }
        let (images, continuation) = AsyncStream.makeStream(of: BracketedImage.self)
        let listener = Listener(continuation) { [weak self] in
            self?.state.withLock { $0.captures -= 1 }
        }
        do throws(CaptureError) {
            try photos.capturePhoto(with: settings, over: connection, delegate: listener)
        } catch {
            listener.end()
            throw error
        }
        return images
    }

    /// Hands on what becomes of one call.
    private final class Listener: CapturePhotoCaptureDelegate {
        private let images: AsyncStream<BracketedImage>.Continuation
        let end: @Sendable () -> Void

        init(_ images: AsyncStream<BracketedImage>.Continuation, end: @escaping @Sendable () -> Void) {
            (self.images, self.end) = (images, end)
        }

        func photoOutput(
            _ output: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto, error: CaptureError?
        ) {
            // Whoever has the last one sees that nothing is taken any more.
            if photo.photoCount == photo.resolvedSettings.expectedPhotoCount { end() }
            images.yield(
                BracketedImage(
                    settings: photo.bracketSettings,
                    result: error.map(Result.failure) ?? .success(photo)))
        }

        func photoOutput(
            _ output: CapturePhotoOutput, didFinishCaptureFor resolvedSettings: CaptureResolvedPhotoSettings,
            error: CaptureError?
        ) { images.finish() }
    }

    // MARK: - The session's side

    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
    ) -> any CaptureFrameReceiver {
        photos.makeReceiver(for: connection, from: input, means: means)
    }

    func sessionRuns() { photos.sessionRuns() }
}
