import Capture
import Foundation
import Synchronization

/// Waits for a recording's end.
final class MovieTeller: CaptureFileOutputRecordingDelegate {
    private struct State {
        var paths: [String] = []
        var error: CaptureRecordingError?
        var droppedFrameCount = 0
        var frameCount = 0
        var duration = Duration.zero
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

    /// How many frames came a second; nil of too few to say so.
    var frameRate: Double? {
        state.withLock { $0.frameCount > 2 ? Double($0.frameCount) / ($0.duration / .seconds(1)) : nil }
    }

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
        _ output: CaptureMovieFileOutput, didLoseEncoderFor fileURL: URL,
        from connections: [CaptureConnection], message: String
    ) { StandardStreams.complain("\(message); another encoder goes on") }

    func fileOutput(
        _ output: CaptureMovieFileOutput, willFinishRecordingTo fileURL: URL,
        from connections: [CaptureConnection], error: CaptureRecordingError?
    ) {
        state.withLock {
            $0.droppedFrameCount = output.droppedFrameCount
            ($0.frameCount, $0.duration) = (output.recordedFrameCount, output.recordedDuration)
        }
    }

    func fileOutput(
        _ output: CaptureMovieFileOutput, didFinishRecordingTo outputFileURL: URL,
        from connections: [CaptureConnection], error: CaptureRecordingError?
    ) {
        state.withLock { $0.error = error }
        ended.finish()
    }
}
