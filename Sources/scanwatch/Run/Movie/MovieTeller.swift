import Capture
import Foundation
import Synchronization

/// Waits for a recording's end.
final class MovieTeller: CaptureFileOutputRecordingDelegate {
    private struct State {
        var paths: [String] = []
        var error: CaptureRecordingError?
        var droppedFrameCount = 0
    }

    private let state = Mutex(State())
    private let (ends, ended) = AsyncStream<Void>.makeStream()

    /// Why the recording has ended, once it has; nil if nothing was wrong.
    var end: CaptureRecordingError? {
        get async {
            for await _ in ends {}
            return state.withLock { $0.error }
        }
    }

    /// Frames that are missing in the files.
    var droppedFrameCount: Int { state.withLock { $0.droppedFrameCount } }

    /// The files that were begun.
    var paths: [String] { state.withLock { $0.paths } }

    func fileOutput(
        _ output: CaptureMovieFileOutput, didStartRecordingTo fileURL: URL,
        from connections: [CaptureConnection]
    ) { state.withLock { $0.paths.append(fileURL.relativePath) } }

    func fileOutput(
        _ output: CaptureMovieFileOutput, didContinueRecordingTo fileURL: URL,
        from connections: [CaptureConnection]
    ) { state.withLock { $0.paths.append(fileURL.relativePath) } }

    func fileOutput(
        _ output: CaptureMovieFileOutput, willFinishRecordingTo fileURL: URL,
        from connections: [CaptureConnection], error: CaptureRecordingError?
    ) { state.withLock { $0.droppedFrameCount = output.droppedFrameCount } }

    func fileOutput(
        _ output: CaptureMovieFileOutput, didFinishRecordingTo outputFileURL: URL,
        from connections: [CaptureConnection], error: CaptureRecordingError?
    ) {
        state.withLock { $0.error = error }
        ended.finish()
    }
}
