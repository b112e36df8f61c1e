import MetadataOutput

/// A clip output's end of a connection.
final class ClipReceiver: BufferReceiver {
    let connection: CaptureConnection
    let input: any CaptureInput
    let feed: ClipFeed
    private let output: CaptureClipOutput

    init(
        _ connection: CaptureConnection, from input: any CaptureInput, of output: CaptureClipOutput,
        feed: ClipFeed
    ) {
        (self.connection, self.input, self.output, self.feed) = (connection, input, output, feed)
    }

    var wantsBuffers: Bool { connection.isEnabled }

    func receive(_ buffer: CaptureBuffer) { feed.take(buffer) }

    var takesVideo: Bool { connection.isEnabled && output.takesVideo }

    func receive(_ frame: SentFrame) { feed.take(frame) }

    func receive(_ frame: CaptureFrame) {}

    /// Clips go on when the camera comes back in time, and end by the clock otherwise.
    func sourceStopped() {}

    func finish(because error: CaptureError) {
        feed.end()
        output.remove(self)
    }
}
