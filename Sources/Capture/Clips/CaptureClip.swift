public import Foundation
import Synchronization

/// A clip that is being made, or was.
public final class CaptureClip: Sendable {
    /// What came of it.
    public struct Outcome: Sendable {
        /// When its first frame was taken, on the clock of the camera.
        public let startTime: Duration
        /// How long it is.
        public let duration: Duration
        /// Pixels in a row and rows as they are stored; nil without a frame.
        public let dimensions: PhotoDimensions?
        /// Frames in it.
        public let frameCount: Int
        /// Frames that should be in it: the disk was too slow, they were damaged, or nobody could say whose faces are in
        /// them.
        public let droppedFrameCount: Int
        /// Its size in bytes.
        public let byteCount: Int
        /// Why it is not what was asked for; nil if it is.
        public let error: CaptureRecordingError?
    }

    private struct State {
        var outcome: Outcome?
        var waiting: [CheckedContinuation<Outcome, Never>] = []
    }

    /// Its file. While it is written it can be played up to there.
    public let url: URL
    let recording: ClipRecording
    private let state = Mutex(State())

    init(_ recording: ClipRecording, to url: URL) {
        (self.recording, self.url) = (recording, url)
    }

    /// What came of it, once its file is finished.
    public var outcome: Outcome {
        get async {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state in
                    if state.outcome == nil { state.waiting.append(continuation) }
                    return state.outcome
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        }
    }

    /// Whether its file is finished.
    public var isFinished: Bool { state.withLock { $0.outcome != nil } }

    func finish(_ outcome: Outcome) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.outcome = outcome
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: outcome) }
    }
}
