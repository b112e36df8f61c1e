import Dispatch
import MetadataOutput
import Synchronization

/// A photo output's end of a connection: keeps the pictures that come while a photo is taken.
final class PhotoReceiver: BufferReceiver {
    /// More than any photo looks at before it is asked for the next.
    private static let mostWaiting = 16
    /// How long anything may take to be noticed.
    private static let patience = Duration.milliseconds(50)

    let connection: CaptureConnection
    let input: any CaptureInput
    private let output: CapturePhotoOutput

    private struct State {
        var isOpen = false
        /// In the order in which they came.
        var waiting: [CaptureBuffer] = []
        /// Whether the source has stopped and not delivered since.
        var hasStopped = false
        var isFinished = false
    }

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)

    init(_ connection: CaptureConnection, from input: any CaptureInput, of output: CapturePhotoOutput) {
        (self.connection, self.input, self.output) = (connection, input, output)
    }

    /// The camera behind it; nil of other sources.
    var device: CaptureDevice? { (input as? CaptureDeviceInput)?.device }

    var wantsBuffers: Bool { state.withLock { $0.isOpen } }

    func receive(_ buffer: CaptureBuffer) {
        state.withLock { state in
            guard state.isOpen else { return }
            state.hasStopped = false
            state.waiting.append(buffer)
            if state.waiting.count > Self.mostWaiting { state.waiting.removeFirst() }
        }
        arrived.signal()
    }

    func receive(_ frame: CaptureFrame) {}

    func sourceStopped() {
        state.withLock { $0.hasStopped = true }
        arrived.signal()
    }

    func finish() {
        state.withLock { $0.isFinished = true }
        arrived.signal()
        output.remove(self)
    }

    // MARK: - The photo's side

    /// Keeps pictures from now on.
    func open() { state.withLock { ($0.isOpen, $0.waiting) = (true, []) } }

    /// Keeps none any more.
    func close() { state.withLock { ($0.isOpen, $0.waiting) = (false, []) } }

    /// The time from which pictures are new; of sources that are no camera, whose clock may be another, all are.
    var now: Duration { device == nil ? .seconds(-1) : CameraClock.now }

    /// Waits for a picture.
    ///
    /// - Parameters:
    ///   - time: Pictures that were taken until then are passed over.
    ///   - timeout: How long to wait.
    /// - Throws: Why there is none: the camera is gone, the session has stopped, or nothing came in time.
    func next(after time: Duration, within timeout: Duration) throws(CaptureError) -> CaptureBuffer {
        let end = ContinuousClock.now + timeout
        while true {
            let (found, hasStopped, isFinished) = state.withLock { state in
                while let first = state.waiting.first, first.time <= time { state.waiting.removeFirst() }
                let found = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
                return (found, state.hasStopped, state.isFinished)
            }
            if let found { return found }
            if isFinished { throw CaptureError(.sessionNotRunning, "the session was stopped") }
            if hasStopped, !(device?.isConnected ?? input.isConnected) {
                throw CaptureError(.deviceWasDisconnected, "\(input.sourceName) was disconnected")
            }
            let left = end - .now
            guard left > .zero else {
                throw CaptureError(.noDataCaptured, "\(input.sourceName) gave no picture in time")
            }
            _ = arrived.wait(timeout: .now() + .nanoseconds(Int(min(left, Self.patience) / .nanoseconds(1))))
        }
    }
}
