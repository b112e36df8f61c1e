import MetadataOutput
import Synchronization

/// A movie output's end of a connection.
final class MovieReceiver: BufferReceiver {
    let connection: CaptureConnection
    let input: any CaptureInput
    private let output: CaptureMovieFileOutput
    private let recording = Mutex<MovieRecording?>(nil)

    init(_ connection: CaptureConnection, from input: any CaptureInput, of output: CaptureMovieFileOutput) {
        (self.connection, self.input, self.output) = (connection, input, output)
    }

    /// Gives what comes from now on to a recording.
    func begin(_ recording: MovieRecording) { self.recording.withLock { $0 = recording } }

    private var current: MovieRecording? { recording.withLock { $0 } }

    var wantsBuffers: Bool { connection.isEnabled && current?.wantsBuffers ?? false }

    func receive(_ buffer: CaptureBuffer) { current?.take(buffer) }

    func receive(_ frame: CaptureFrame) {}

    func sourceStopped() {
        // One that is there is being opened anew, and frames come again.
        guard !input.isConnected else { return }
        current?.end(CaptureError(.deviceWasDisconnected, "\(input.sourceName) was disconnected"))
    }

    func finish() {
        // Of a camera that was gone before the recording began, nobody has said so.
        current?.end(input.connectionError ?? CaptureError(.sessionNotRunning, "the session was stopped"))
        output.remove(self)
    }
}
