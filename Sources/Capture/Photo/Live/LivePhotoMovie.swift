import Foundation
import Synchronization

/// The movie around a photo, while it is made and afterwards.
final class LivePhotoMovie: Sendable {
    /// What came of it.
    struct Outcome: Sendable {
        var duration = Duration.zero
        /// When in it the photo was taken.
        var photoDisplayTime = Duration.zero
        /// Why there is none.
        var error: CaptureError?
        /// Its file, if it was made in memory.
        var bytes: [UInt8]?
    }

    private let recording: ClipRecording?
    private let time: Duration
    private let memory: MovieMemory?

    /// - Parameters:
    ///   - recording: nil if nothing was kept.
    ///   - time: The photo's.
    ///   - memory: Where it is made; nil if it has a file of its own.
    init(_ recording: ClipRecording?, of time: Duration, in memory: MovieMemory?) {
        (self.recording, self.time, self.memory) = (recording, time, memory)
    }

    /// Begins; called once.
    ///
    /// - Parameter finished: Is told once, on any thread.
    func start(_ finished: @escaping @Sendable (Outcome) -> Void) {
        guard let recording else {
            let error = CaptureError(.noDataCaptured, "no pictures were kept for the Live Photo")
            return finished(Outcome(error: error))
        }
        recording.start { [time, memory] clip in
            var outcome = Outcome(duration: clip.duration, photoDisplayTime: time - clip.startTime)
            if let error = clip.error, !error.recordingSuccessfullyFinished { outcome.error = error.cause }
            outcome.bytes = outcome.error == nil ? memory?.bytes : nil
            finished(outcome)
        }
    }
}

/// A movie file in memory.
final class MovieMemory: MovieSink, Sendable {
    /// More than three seconds of any camera.
    private static let mostBytes = 256 << 20

    private let content = Mutex<[UInt8]>([])

    var bytes: [UInt8] { content.withLock { $0 } }

    func reserve(_ byteCount: Int) throws(CaptureError) {
        guard byteCount <= Self.mostBytes else {
            throw CaptureError(.diskFull, "the movie is too large for a photo")
        }
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(CaptureError) {
        try reserve(offset + bytes.count)
        content.withLock { content in
            let end = min(content.count, offset + bytes.count)
            content.replaceSubrange(min(offset, end)..<end, with: bytes)
        }
    }

    func synchronize() throws(CaptureError) {}

    func truncate(to byteCount: Int) {
        content.withLock { $0.removeLast(max(0, $0.count - byteCount)) }
    }

    var freeByteCount: Int? { nil }

    func close(isKept: Bool) { if !isKept { content.withLock { $0 = [] } } }
}
