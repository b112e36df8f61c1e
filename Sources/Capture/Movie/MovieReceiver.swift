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
    }

    private let state = Mutex(Current())

    init(_ connection: CaptureConnection, from input: any CaptureInput, of output: CaptureMovieFileOutput) {
        (self.connection, self.input, self.output) = (connection, input, output)
    }

    /// Gives what comes from now on to a recording.
    func begin(_ recording: MovieRecording) { state.withLock { $0.recording = recording } }

    private var current: MovieRecording? { state.withLock { $0.recording } }

    var wantsBuffers: Bool { connection.isEnabled && current?.wantsBuffers ?? false }

    func receive(_ buffer: CaptureBuffer) { current?.take(buffer) }

    func receive(_ frame: CaptureFrame) {}

    func sourceStopped() {
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
