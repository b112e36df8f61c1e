import Foundation
import MetadataOutput

/// An output that a session can hand frames to.
protocol CaptureFrameOutput: CaptureOutput {
    /// Makes the output's end of a connection, for one run of the session.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - input: The input whose frames will come.
    ///   - means: The threads to work on, and where to count.
    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
    ) -> any CaptureFrameReceiver

    /// Is told that the session runs with everything that was committed: after each start and each commit. Default:
    /// nothing comes of it.
    func sessionRuns()

    /// Is told that something is to be hidden of an input's pictures that was not before: those that came up to now are shown to
    /// nobody who asks for them later. Default: nothing comes of it.
    func forgetFrames(of input: any CaptureInput)
}

extension CaptureFrameOutput {
    func sessionRuns() {}

    func forgetFrames(of input: any CaptureInput) {}
}

/// What a running session lends to receivers.
struct CaptureMeans {
    let workers: CaptureWorkers
    let counters: CaptureCounters
    /// Where searches of the same input's frames are shown.
    let searches: SearchTap
    /// Where to tell what happens.
    let report: @Sendable (CaptureSessionEvent) -> Void
}

/// The end of a connection at its output.
protocol CaptureFrameReceiver: AnyObject, Sendable {
    /// Whether it wants frames with their pictures in colour; default false.
    var wantsPictures: Bool { get }

    /// Is told, before its first frame, of which size in pixels the pictures are that will come, if the source says that before
    /// it gives any. Default: nothing comes of it.
    func sourceOpened(pictureSize: CGSize)

    /// Is handed a frame, on the thread of its input. Returns at once if the input drops late frames, else when
    /// there is room.
    func receive(_ frame: CaptureFrame)

    /// Is told, on the same thread, that the source is gone; frames may come again. Of an input that drops no
    /// frames all have been worked on when this returns.
    func sourceStopped()

    /// Is told, on the same thread and after ``sourceStopped()``, that nobody will open the source again: it is at its end, or has
    /// failed for good. Default: nothing comes of it.
    func sourceEnded(_ error: CaptureError)

    /// Is told that no more frames come: the session stops, or the connection was removed. What is being worked
    /// on is finished, and nothing is delivered after this returns.
    ///
    /// - Parameter error: Which of the two, for whoever waits for frames.
    func finish(because error: CaptureError)
}

extension CaptureFrameReceiver {
    var wantsPictures: Bool { false }

    func sourceOpened(pictureSize: CGSize) {}

    func sourceEnded(_ error: CaptureError) {}
}
