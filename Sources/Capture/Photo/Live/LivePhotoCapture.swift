import Foundation
import MediaFiles
import MetadataOutput
import Synchronization

/// What a photo output needs for movies around photos: the seconds before each camera's newest picture, as long as Live Photos
/// are enabled.
final class LivePhotoCapture: Sendable {
    /// Before and after the photo, as on Apple's systems.
    static let halfDuration = Duration.milliseconds(1500)
    /// Longer than it takes from a picture to its being chosen: the sharpest of eight, at five a second.
    private static let choosingTime = Duration.seconds(2)
    /// The most that is kept of each camera.
    private static let mostBytes = 96 << 20

    private struct State {
        var isEnabled = false
        var isSuspended = false
        var trims = true
        var receivers: [PhotoReceiver] = []

        var keepsPictures: Bool { isEnabled && !isSuspended }
    }

    private let state = Mutex(State())
    private let stills: any StillMaker
    private let hardware: HardwareEncoders?
    private let patience: Duration
    let codecs: MovieCodecs

    /// - Parameter patience: How long pictures may be late.
    init(_ stills: any StillMaker, hardware: HardwareEncoders?, patience: Duration) {
        (self.stills, self.hardware, self.patience) = (stills, hardware, patience)
        codecs = MovieCodecs(stills, hardware: hardware)
    }

    var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set { change { $0.isEnabled = newValue } }
    }

    var isSuspended: Bool {
        get { state.withLock { $0.isSuspended } }
        set { change { $0.isSuspended = newValue } }
    }

    /// Whether movies end where the camera is swung.
    var trims: Bool {
        get { state.withLock { $0.trims } }
        set { state.withLock { $0.trims = newValue } }
    }

    /// Pictures are kept from now on, or none are kept any more, and movies that are being made end with the last one.
    private func change(_ change: (inout State) -> Void) {
        let (receivers, keepsPictures) = state.withLock { state -> ([PhotoReceiver], Bool?) in
            let before = state.keepsPictures
            change(&state)
            return (state.receivers, state.keepsPictures == before ? nil : state.keepsPictures)
        }
        guard let keepsPictures else { return }
        for receiver in receivers { receiver.setFeed(keepsPictures ? makeFeed() : nil) }
    }

    private func makeFeed() -> ClipFeed {
        let ring = ClipRing(span: Self.halfDuration + Self.choosingTime, mostBytes: Self.mostBytes)
        return ClipFeed(ring, maker: MovieFrameMaker(stills, quality: 90))
    }

    func add(_ receiver: PhotoReceiver) {
        let keepsPictures = state.withLock { state in
            state.receivers.append(receiver)
            return state.keepsPictures
        }
        if keepsPictures { receiver.setFeed(makeFeed()) }
    }

    func remove(_ receiver: PhotoReceiver) {
        receiver.setFeed(nil)
        state.withLock { state in
            state.receivers.removeAll { $0 === receiver }
            // As on Apple's systems: the end of a session ends it.
            if state.receivers.isEmpty { state.isSuspended = false }
        }
    }

    /// What is kept of an input up to now shows what is to be hidden.
    func forgetFrames(of input: any CaptureInput) {
        for receiver in state.withLock({ $0.receivers }) where receiver.input === input {
            receiver.ring?.forget(of: input)
        }
    }

    /// - Throws: Why no movie can be had of photos with these settings.
    func check(_ settings: CapturePhotoSettings) throws(CaptureError) {
        func refuse(_ message: String) throws(CaptureError) -> Never {
            throw CaptureError(.invalidConfiguration, message)
        }
        guard settings.wantsMovie else { return }
        guard isEnabled else { try refuse("isLivePhotoCaptureEnabled must be true for a Live Photo") }
        guard !isSuspended else { try refuse("isLivePhotoCaptureSuspended must be false for a Live Photo") }
        guard settings.format != .raw, settings.bracket.isEmpty else {
            try refuse("a Live Photo is one JPEG")
        }
        guard settings.livePhotoVideoCodec != .h264 || codecs.encodesVideo else {
            throw CaptureError(.unsupported, MovieEncoder.missing)
        }
        if let url = settings.livePhotoMovieFileURL {
            guard url.isFileURL else { try refuse("livePhotoMovieFileURL is no file") }
            guard !settings.isMotionPhoto else { try refuse("a Motion Photo has no livePhotoMovieFileURL") }
        }
    }

    /// Makes the movie around a picture; not begun yet.
    ///
    /// - Parameters:
    ///   - exposure: The picture.
    ///   - receiver: Where it came from.
    func movie(around exposure: PhotoExposure, for order: PhotoOrder, from receiver: PhotoReceiver)
        -> LivePhotoMovie
    {
        let memory = order.settings.isMotionPhoto ? MovieMemory() : nil
        let url = order.settings.livePhotoMovieFileURL
        let isQuickTime = url?.pathExtension.lowercased() == "mov"
        let connection = receiver.connection
        var movie = MovieRecording.Settings(
            path: url?.path ?? "", container: isQuickTime ? .quickTime : .mp4,
            rotation: MovieDescription.Rotation(rawValue: connection.videoRotationAngle) ?? .none,
            isMirrored: connection.isVideoMirrored,
            texts: [MovieText: String](make: exposure.make, model: exposure.model))
        let time = exposure.buffer.time
        (movie.contentIdentifier, movie.stillImageTime) = (order.contentIdentifier, time)
        var settings = ClipRecording.Settings(
            movie: movie, start: time - Self.halfDuration, end: time + Self.halfDuration,
            mostDuration: Self.halfDuration * 2)
        (settings.trimCenter, settings.patience) = (trims ? time : nil, patience)
        (settings.hardware, settings.frameRate) = (hardware, connection.frameRate)
        (settings.hidden, settings.videoCodec) = (
            order.settings.hiddenRegions, order.settings.livePhotoVideoCodec
        )
        let recording = receiver.ring.map { ring in
            ClipRecording(settings, of: ring, stills: stills) { path throws(CaptureError) in
                if let memory { return memory }
                return try MovieFileSink(path)
            }
        }
        return LivePhotoMovie(recording, of: time, in: memory)
    }
}
