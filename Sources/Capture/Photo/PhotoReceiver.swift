import Dispatch
import Foundation
import MediaFiles
import MetadataOutput
import Synchronization

/// A photo output's end of a connection: keeps the pictures that come while a photo is taken.
final class PhotoReceiver: BufferReceiver {
    /// More than any photo looks at before it is asked for the next.
    private static let mostWaiting = 16
    /// How often the scene's light is looked at.
    private static let watchInterval = Duration.milliseconds(150)
    /// How long anything may take to be noticed.
    private static let patience = Duration.milliseconds(50)

    let connection: CaptureConnection
    let input: any CaptureInput
    private let output: CapturePhotoOutput
    private let size: SourceSize

    private struct State {
        var isOpen = false
        /// In the order in which they came.
        var waiting: [CaptureBuffer] = []
        /// When the last frames were taken, also while no photo is.
        var times: [Duration] = []
        /// Whether the source has stopped and not delivered since.
        var hasStopped = false
        /// Why no more pictures come.
        var end: CaptureError?
        /// Whether somebody wants to know of the scene's light.
        var isWatched = false
        /// Whether a picture is being looked at for it.
        var isWatching = false
        /// The picture that was looked at last.
        var lastWatched: CaptureBuffer?
        /// Until when no other is needed for it.
        var nextLook = ContinuousClock.now

        /// Whether the next picture is to be looked at for the scene's light.
        var isLookDue: Bool { isWatched && !isWatching && .now >= nextLook }
        /// Where pictures are kept for movies around photos.
        var feed: ClipFeed?
    }

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)

    init(_ connection: CaptureConnection, from input: any CaptureInput, of output: CapturePhotoOutput) {
        (self.connection, self.input, self.output) = (connection, input, output)
        size = SourceSize(connection, of: input)
    }

    /// The camera behind it; nil of other sources.
    var device: CaptureDevice? { input.camera }

    var wantsBuffers: Bool {
        state.withLock { $0.isOpen || $0.isLookDue || $0.feed != nil }
    }

    /// Has the scene's light watched from now on, or not any more.
    func watch(_ isWatched: Bool) { state.withLock { ($0.isWatched, $0.lastWatched) = (isWatched, nil) } }

    /// Has pictures kept for movies from now on, or not any more.
    func setFeed(_ feed: ClipFeed?) {
        let old = state.withLock { state in
            defer { state.feed = feed }
            return state.feed
        }
        old?.end()
    }

    /// What is kept for movies; nil for nothing.
    var ring: ClipRing? { state.withLock { $0.feed?.ring } }

    /// Has a picture looked at for its light, a few in a second.
    private func look(at buffer: CaptureBuffer) {
        let (isDue, last) = state.withLock { state in
            let last = state.lastWatched
            guard state.isWatched, !state.isWatching,
                last.map({ buffer.time - $0.time >= Self.watchInterval }) ?? true
            else { return (false, last) }
            state.isWatching = true
            state.lastWatched = buffer
            state.nextLook = .now + Self.watchInterval
            return (true, last)
        }
        guard isDue else { return }
        let interval = last.flatMap { last in
            let count = buffer.sequenceNumber - last.sequenceNumber
            return count > 0 ? (buffer.time - last.time) / count : nil
        }
        output.watch(buffer, after: interval, from: device) { [weak self] in
            self?.state.withLock { $0.isWatching = false }
        }
    }

    func receive(_ buffer: CaptureBuffer) {
        look(at: buffer)
        state.withLock { $0.feed }?.take(buffer)
        let isKept = state.withLock { state in
            guard state.isOpen else { return false }
            state.hasStopped = false
            state.waiting.append(buffer)
            if state.waiting.count > Self.mostWaiting { state.waiting.removeFirst() }
            return true
        }
        // Each signal ends one wait: those of pictures that nobody waits for would add up.
        if isKept { arrived.signal() }
    }

    func sourceOpened(pictureSize: CGSize) { size.open(pictureSize) }

    func receive(_ frame: CaptureFrame) {
        // Of a camera its format says it, whatever is cut out of its pictures.
        if device == nil, let size = frame.payload.pictureSize ?? frame.payload.storedSize {
            connection.noteSize(size)
        }
        state.withLock { state in
            state.times.append(frame.time)
            if state.times.count > Self.mostWaiting { state.times.removeFirst() }
        }
    }

    /// How many frames have come that were taken after a time; of more than 16 nobody knows.
    func frames(since time: Duration) -> Int { state.withLock { $0.times.count { $0 > time } } }

    func sourceStopped() {
        size.close()
        state.withLock { $0.hasStopped = true }
        arrived.signal()
    }

    func finish(because error: CaptureError) {
        state.withLock { $0.end = $0.end ?? error }
        arrived.signal()
        output.remove(self)
    }

    // MARK: - The photo's side

    /// Keeps pictures from now on.
    func open() { state.withLock { ($0.isOpen, $0.waiting) = (true, []) } }

    /// Keeps none any more.
    func close() { state.withLock { ($0.isOpen, $0.waiting) = (false, []) } }

    /// The time from which pictures are new; of sources that are no camera, whose clock may be another, all are.
    var now: Duration { device == nil ? .seconds(-1) : MonotonicClock.now }

    /// Waits for a picture for as long as the output does, see ``next(after:within:)``.
    func next(after time: Duration) throws(CaptureError) -> CaptureBuffer {
        try next(after: time, within: output.patience)
    }

    /// Waits for a picture.
    ///
    /// - Parameters:
    ///   - time: Pictures that were taken until then are passed over.
    ///   - timeout: How long to wait.
    /// - Throws: Why there is none: the camera is gone, the session has stopped, or nothing came in time.
    func next(after time: Duration, within timeout: Duration) throws(CaptureError) -> CaptureBuffer {
        let end = ContinuousClock.now + timeout
        while true {
            let (found, hasStopped, finished) = state.withLock { state in
                while let first = state.waiting.first, first.time <= time { state.waiting.removeFirst() }
                let found = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
                return (found, state.hasStopped, state.end)
            }
            if let found { return found }
            if let finished { throw finished }
            if hasStopped, !(device?.isConnected ?? input.isConnected) {
                throw CaptureError(.deviceWasDisconnected, "\(input.sourceName) was disconnected")
            }
            let left = end - .now
            guard left > .zero else {
                throw CaptureError(.noDataCaptured, "\(input.sourceName) gave no picture in time")
            }
            _ = arrived.wait(timeout: .now() + .nanoseconds(Int(min(left, Self.patience) / .nanoseconds(1))))
        }
    }
}

extension Payload {
    /// Width and height in pixels of a picture that is a JPEG, as its header says them: nobody else may look into it.
    fileprivate var storedSize: CGSize? {
        switch self {
        case .encoded(let bytes, _):
            JPEGFile.size(of: bytes).map { CGSize(width: $0.width, height: $0.height) }
        case .masked(let payload, _): payload.storedSize
        case .frame, .cropped: nil
        }
    }
}
