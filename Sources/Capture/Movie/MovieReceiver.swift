import MetadataOutput
import Synchronization

/// A movie output's end of a connection.
final class MovieReceiver: BufferReceiver {
    let connection: CaptureConnection
    let input: any CaptureInput
    private let output: CaptureMovieFileOutput
    /// Held by the output until it is finished, and by its threads: it holds its delegate.
    private struct Current {
        weak var recording: MovieRecording?
        /// What comes as it was sent, up to now.
        var group = SentFrameGroup()
        /// Whether the recording has had that.
        var isFed = false
    }

    private let state = Mutex(Current())

    init(_ connection: CaptureConnection, from input: any CaptureInput, of output: CaptureMovieFileOutput) {
        (self.connection, self.input, self.output) = (connection, input, output)
    }

    /// Gives what comes from now on to a recording.
    func begin(_ recording: MovieRecording) {
        state.withLock { ($0.recording, $0.isFed) = (recording, false) }
    }

    /// When the newest frame is to be seen of a camera whose frames come as they were sent; nil of others, or if a recording that
    /// begins now has to wait for a key frame.
    var newestSentTime: Duration? { state.withLock { $0.group.frames.last?.shownTime } }

    private var current: MovieRecording? { state.withLock { $0.recording } }

    var wantsBuffers: Bool { connection.isEnabled && current?.wantsBuffers ?? false }

    func receive(_ buffer: CaptureBuffer) {
        current?.take(buffer)
    }

    var takesVideo: Bool {
        connection.isEnabled && (current.flatMap { $0.isEnded ? nil : $0.takesVideo } ?? output.takesVideo)
    }

    func receive(_ frame: SentFrame) {
        state.withLock { state in
            state.group.add(frame)
            // Only now: since the recording was begun nobody has said that something is to be hidden.
            let frames = state.isFed ? [frame] : state.group.frames
            state.isFed = true
            guard let recording = state.recording, recording.takesVideo else { return }
            for frame in frames { recording.take(frame) }
        }
    }

    func endVideo() { state.withLock { $0.group = SentFrameGroup() } }

    func receive(_ frame: CaptureFrame) {}

    func sourceStopped() {
        endVideo()
        // One that is there is being opened anew, and frames come again.
        guard !input.isConnected else { return }
        current?.end(CaptureError(.deviceWasDisconnected, "\(input.sourceName) was disconnected"))
    }

    func sourceEnded(_ error: CaptureError) {
        // First: who begins a recording now is told that no frames come.
        output.remove(self)
        current?.end(error.code == .inputEnded ? nil : error)
    }

    func finish(because error: CaptureError) {
        output.remove(self)
        // Of a camera that was gone before the recording began, nobody has said so.
        current?.end(input.connectionError ?? error)
    }
}
