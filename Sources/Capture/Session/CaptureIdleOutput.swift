import MetadataOutput

/// An output that takes no frames: it can be added and connected, and costs nothing.
package final class CaptureIdleOutput: CaptureOutput, CaptureFrameOutput {
    package init() {}

    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
    ) -> any CaptureFrameReceiver {
        Receiver()
    }

    private final class Receiver: CaptureFrameReceiver {
        func receive(_ frame: CaptureFrame) {}
        func sourceStopped() {}
        func finish() {}
    }
}
