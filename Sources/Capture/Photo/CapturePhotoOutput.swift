import Dispatch
import MediaFiles
public import MetadataOutput
import Synchronization

/// Takes photos, one or series of them; AVFoundation's `AVCapturePhotoOutput`.
///
/// A photo is one of the pictures that the camera delivers, with all of its pixels: as a JPEG with EXIF, of which a camera
/// that sends JPEGs has made the picture itself, or as a DNG of the sensor's samples.
public final class CapturePhotoOutput: CaptureOutput, CaptureFrameOutput {
    /// Buffers of a camera that photos need to get every picture.
    private static let bufferCount = 8

    struct State {
        var receivers: [PhotoReceiver] = []
        var maxQuality = CapturePhotoSettings.QualityPrioritization.quality
        var maxDimensions: PhotoDimensions?
        var preparation = PhotoPreparation()
        var monitor = SceneMonitor()
        var sceneObservers: [Int: @Sendable () -> Void] = [:]
        var nextObserver = 0
    }

    let state = Mutex(State())
    let developer: PhotoDeveloper
    let livePhotos: LivePhotoCapture
    let latencies = CameraLatencies()
    /// Where pictures are waited for, those of one photo after the other's.
    let taking = DispatchQueue(label: "scanwatch.photo.taking")
    let patience: Duration
    /// Where files are made.
    private let developing = DispatchQueue(label: "scanwatch.photo.developing")
    /// Where pictures are looked at for the scene's light.
    let watching = DispatchQueue(label: "scanwatch.photo.watching")
    /// Where delegates are called.
    let telling = DispatchQueue(label: "scanwatch.photo.telling")

    /// Makes an output.
    ///
    /// - Parameter stills: Decodes and encodes pictures: `StandardStillMaker` of Decoders in this process, `IsolatedStillMaker`
    ///   of Workers in another.
    public convenience init(stills: any StillMaker) { self.init(stills: stills, patience: .seconds(5)) }

    /// - Parameters:
    ///   - patience: How long a picture may take: the longest of cameras' exposures, and a stream that is opened anew.
    ///   - moviePatience: How long those of a movie may be late.
    init(stills: any StillMaker, patience: Duration, moviePatience: Duration = ClipRecording.patience) {
        self.patience = patience
        developer = PhotoDeveloper(stills)
        livePhotos = LivePhotoCapture(stills, hardware: .shared, patience: moviePatience)
    }

    // MARK: - What can be had

    /// The most that settings may ask for, default ``CapturePhotoSettings/QualityPrioritization/quality``.
    public var maxPhotoQualityPrioritization: CapturePhotoSettings.QualityPrioritization {
        get { state.withLock { $0.maxQuality } }
        set { state.withLock { $0.maxQuality = newValue } }
    }

    /// The largest size that settings may ask for, one of ``CaptureDevice/supportedMaxPhotoDimensions(of:)``; nil, the default, for
    /// that of the format that runs.
    public var maxPhotoDimensions: PhotoDimensions? {
        get { state.withLock { $0.maxDimensions } }
        set { state.withLock { $0.maxDimensions = newValue } }
    }

    /// When the flash can fire: whenever it is wanted to, with a camera whose lamp is there (``CaptureDevice/isFlashAvailable``);
    /// else never. A lamp that can flash does so, and one that cannot shines for the photo. The photo is one of the pictures
    /// whose exposure began after that, and which are lit in all of their rows.
    public var supportedFlashModes: [CapturePhotoSettings.FlashMode] {
        supportedFlashModes(of: connections.first { $0.isEnabled }?.camera)
    }

    func supportedFlashModes(of device: CaptureDevice?) -> [CapturePhotoSettings.FlashMode] {
        device?.isFlashAvailable == true ? [.off, .on, .auto] : [.off]
    }

    /// Most photos of a series: 8 with a camera whose exposure or lens can be set, else 0.
    public var maxBracketedCapturePhotoCount: Int {
        connections.first { $0.isEnabled }?.camera?.maxBracketedPhotoCount ?? 0
    }

    // MARK: - Taking photos

    /// Takes a photo.
    ///
    /// What is wrong with the settings is told before anything happens; whatever happens then, the delegate is told.
    ///
    /// - Parameters:
    ///   - settings: What is wanted; used once.
    ///   - delegate: Held until its last call.
    /// - Throws: ``CaptureError/Code/invalidConfiguration`` if the settings were used before, are out of range, or no enabled
    ///   connection leads here; ``CaptureError/Code/unsupported`` if the camera has not what they ask for.
    public func capturePhoto(
        with settings: CapturePhotoSettings, delegate: any CapturePhotoCaptureDelegate
    ) throws(CaptureError) {
        let connected = connections.first { $0.isEnabled && $0.input != nil }
        guard let connection = connected else {
            throw CaptureError(.invalidConfiguration, "no enabled connection leads to the photo output")
        }
        try capturePhoto(with: settings, over: connection, delegate: delegate)
    }

    /// The same over a certain connection, which may be another output's that takes photos by this one.
    func capturePhoto(
        with settings: CapturePhotoSettings, over connection: CaptureConnection,
        delegate: any CapturePhotoCaptureDelegate
    ) throws(CaptureError) {
        let device = connection.camera
        try check(settings, device: device)
        guard settings.use.claim() else {
            throw CaptureError(
                .invalidConfiguration, "photo settings may not be used twice; copy them with init(from:)")
        }
        let order = PhotoOrder(
            settings: settings, resolved: resolved(settings, from: connection.input), delegate: delegate)
        taking.async { self.take(order, over: connection) }
    }

    /// Tells a delegate of settings that ``capturePhoto(with:delegate:)`` has refused, as of a photo that could not be taken: for
    /// who takes a refusal for the program's mistake, and must not where the camera is gone. The settings are used by it.
    package func fail(
        _ settings: CapturePhotoSettings, with error: CaptureError, delegate: any CapturePhotoCaptureDelegate
    ) {
        _ = settings.use.claim()
        let order = PhotoOrder(
            settings: settings, resolved: resolved(settings, from: nil), delegate: delegate)
        taking.async { [self] in
            tell(order) { $0.photoOutput(self, willBeginCaptureFor: order.resolved) }
            develop(order, .failure(error), movie: nil)
        }
    }

    private func resolved(
        _ settings: CapturePhotoSettings, from input: (any CaptureInput)?
    ) -> CaptureResolvedPhotoSettings {
        let dimensions = input?.photoDimensions
        return CaptureResolvedPhotoSettings(
            uniqueID: settings.uniqueID, expectedPhotoCount: settings.photoCount,
            photoDimensions: settings.maxPhotoDimensions ?? dimensions,
            livePhotoMovieDimensions: settings.wantsMovie ? dimensions : nil,
            isFlashEnabled: settings.flashMode == .on)
    }

    /// The sensor's formats that raw photos can be made of: the one that the camera delivers now, if it is one; none
    /// otherwise.
    public var availableRawPhotoPixelFormats: [PixelFormat] {
        let device = connections.first { $0.isEnabled }?.camera
        guard let format = device?.state.withLock({ $0.delivered?.format.pixelFormat }),
            SensorLayout(named: format.name) != nil
        else { return [] }
        return [format]
    }

    // MARK: - One photo

    private func take(_ wanted: PhotoOrder, over connection: CaptureConnection) {
        var order = wanted
        let receiver = state.withLock { $0.receivers.first { $0.connection === connection } }
        receiver?.open()
        defer { receiver?.close() }
        if order.settings.flashMode == .auto {
            order.resolved.isFlashEnabled = receiver.map { needsFlash(order.settings, $0) } ?? false
        }
        tell(order) { [order] in $0.photoOutput(self, willBeginCaptureFor: order.resolved) }
        guard let receiver else {
            let error = CaptureError(.sessionNotRunning, "the session does not run")
            return develop(order, .failure(error), movie: nil)
        }
        tell(order) { [order] in $0.photoOutput(self, willCapturePhotoFor: order.resolved) }
        let taken: Result<[PhotoTaker.Exposure], CaptureError>
        do throws(CaptureError) {
            let taker = PhotoTaker(
                developer: developer, settings: order.settings, receiver: receiver, latencies: latencies,
                isFlashEnabled: order.resolved.isFlashEnabled)
            taken = .success(try taker.exposures())
            tell(order) { [order] in $0.photoOutput(self, didCapturePhotoFor: order.resolved) }
        } catch {
            taken = .failure(error)
        }
        let movie =
            order.settings.wantsMovie
            ? (try? taken.get().first?.get()).map {
                livePhotos.movie(around: $0, for: order, from: receiver)
            } : nil
        develop(order, taken, movie: movie)
    }

    /// Whether there is too little light for a photo: as the scene is said to be, if somebody has it watched for a flash; else by the
    /// next two pictures, whose distance tells whether the camera takes longer for them than it was told to.
    private func needsFlash(_ settings: CapturePhotoSettings, _ receiver: PhotoReceiver) -> Bool {
        let watched = state.withLock { state in
            let isWatched = state.monitor.settings.map { $0.flashMode != .off } ?? false
            return isWatched ? state.monitor.isFlashScene : nil
        }
        if let watched { return watched }
        // Why there is no picture is told of the photo.
        guard let first = try? receiver.next(after: receiver.now),
            let second = try? receiver.next(after: first.time),
            let luma = try? developer.measure(second).meanLuma
        else { return false }
        let interval = (second.time - first.time) / max(1, second.sequenceNumber - first.sequenceNumber)
        let sample = SceneMonitor.Sample(
            luma: luma, isAtLimit: receiver.device?.isExposureAtLimit(interval: interval), time: second.time)
        return SceneMonitor.needsFlash(sample, for: settings)
    }

    /// Takes a series of one source's pictures for a search, which nobody is told of.
    ///
    /// - Parameters:
    ///   - bracket: With what each is taken.
    ///   - source: The camera's name.
    ///   - body: Is told the JPEGs of those that could be taken, and when they were, on a queue of the output's.
    func takeSeries(
        _ bracket: [CaptureBracketedStillSettings], of source: String,
        _ body: @escaping @Sendable ([(jpeg: [UInt8], time: Duration)]) -> Void
    ) {
        taking.async { [self] in
            let receiver = state.withLock { $0.receivers.first { $0.input.sourceName == source } }
            guard let receiver, let device = receiver.device else { return developing.async { body([]) } }
            // If the camera has gone, or cannot be set, there is no series.
            let exposures = (try? exposures(bracket, from: receiver, device)) ?? []
            developing.async { [self] in
                body(
                    exposures.compactMap { try? $0.get() }.compactMap { exposure in
                        (try? developer.jpeg(of: exposure, CapturePhotoSettings(), uniqueID: "")).map {
                            ($0.file, exposure.buffer.time)
                        }
                    })
            }
        }
    }

    /// The pictures of a series that is no photo's, in the order of its settings.
    func exposures(
        _ bracket: [CaptureBracketedStillSettings], from receiver: PhotoReceiver, _ device: CaptureDevice
    ) throws(CaptureError) -> [PhotoTaker.Exposure] {
        for setting in bracket { try device.checkBracketed(setting) }
        var settings = CapturePhotoSettings()
        settings.bracket = bracket
        receiver.open()
        defer { receiver.close() }
        return try PhotoTaker(
            developer: developer, settings: settings, receiver: receiver, latencies: latencies
        ).exposures()
    }

    /// Makes the files and tells of them.
    ///
    /// - Parameter movie: Around the photo; nil if none is wanted, or there is no photo.
    private func develop(
        _ order: PhotoOrder, _ taken: Result<[PhotoTaker.Exposure], CaptureError>, movie: LivePhotoMovie?
    ) {
        let isBehindPhoto = order.settings.isMotionPhoto
        let first = Mutex<CaptureError?>(nil)
        if movie == nil || !isBehindPhoto {
            developing.async { [self] in
                let error = developPhotos(order, taken, movie: nil)
                first.withLock { $0 = error }
                if movie == nil { finish(order, error, movie: nil) }
            }
        }
        movie?.start { [self] outcome in
            developing.async { [self] in
                let error =
                    isBehindPhoto ? developPhotos(order, taken, movie: outcome) : first.withLock { $0 }
                finish(order, error, movie: outcome)
            }
        }
    }

    /// - Returns: The first error.
    private func developPhotos(
        _ order: PhotoOrder, _ taken: Result<[PhotoTaker.Exposure], CaptureError>,
        movie: LivePhotoMovie.Outcome?
    ) -> CaptureError? {
        var first: CaptureError?
        for place in 0..<order.resolved.expectedPhotoCount {
            let (photo, error) = order.photo(place, of: taken, movie: movie, by: developer)
            first = first ?? error
            tell(order) { $0.photoOutput(self, didFinishProcessing: photo, error: error) }
        }
        return first
    }

    /// Tells of the movie's file, if one was wanted, and of the end.
    private func finish(_ order: PhotoOrder, _ error: CaptureError?, movie: LivePhotoMovie.Outcome?) {
        if let url = order.settings.livePhotoMovieFileURL {
            // Of a photo that was not taken there is no movie either.
            let movie = movie ?? LivePhotoMovie.Outcome(error: error)
            tell(order) { delegate in
                delegate.photoOutput(
                    self, didFinishRecordingLivePhotoMovieForEventualFileAt: url,
                    resolvedSettings: order.resolved)
                delegate.photoOutput(
                    self, didFinishProcessingLivePhotoToMovieFileAt: url, duration: movie.duration,
                    photoDisplayTime: movie.photoDisplayTime, resolvedSettings: order.resolved,
                    error: movie.error)
            }
        }
        tell(order) {
            $0.photoOutput(self, didFinishCaptureFor: order.resolved, error: error ?? movie?.error)
        }
    }

    private func tell(
        _ order: PhotoOrder, _ body: @escaping @Sendable (any CapturePhotoCaptureDelegate) -> Void
    ) {
        telling.async { body(order.delegate) }
    }

    // MARK: - The session's side

    func forgetFrames(of input: any CaptureInput) { livePhotos.forgetFrames(of: input) }

    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
    ) -> any CaptureFrameReceiver {
        (input as? CaptureDeviceInput)?.needBuffers(Self.bufferCount)
        let receiver = PhotoReceiver(connection, from: input, of: self)
        let isWatched = state.withLock { state in
            state.receivers.append(receiver)
            return state.monitor.settings != nil
        }
        receiver.watch(isWatched)
        livePhotos.add(receiver)
        return receiver
    }

    func remove(_ receiver: PhotoReceiver) {
        state.withLock { $0.receivers.removeAll { $0 === receiver } }
        livePhotos.remove(receiver)
    }
}

extension CaptureConnection {
    /// Where its pictures come from.
    fileprivate var input: (any CaptureInput)? { session?.inputs(of: self).first }

    /// The camera that they come from; nil if it is none.
    package var camera: CaptureDevice? { input?.camera }
}

extension CaptureDevice {
    /// Most photos of a series.
    var maxBracketedPhotoCount: Int {
        control(.exposureAbsolute) != nil || control(.focusAbsolute) != nil ? 8 : 0
    }
}
