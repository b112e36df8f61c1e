import MetadataOutput
import Synchronization

extension CaptureMetadataOutput: CaptureFrameOutput {
    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
    ) -> any CaptureFrameReceiver {
        WorkingReceiver(
            connection: connection, input: input, means: means,
            frameWork: MetadataWork(
                output: self, connection: connection, source: input.sourceName,
                isLive: input.dropsLateFrames, report: means.report))
    }
}

/// Searches the frames of one source and says what is in view.
private final class MetadataWork: FrameWork {
    private let output: CaptureMetadataOutput
    private let connection: CaptureConnection
    private let source: String
    /// Whether frames come whether or not the search keeps up.
    private let isLive: Bool
    private let report: @Sendable (CaptureSessionEvent) -> Void

    private struct State {
        var sequence: MetadataSequence
        /// The last one that was searched.
        var liveFrame: LiveFrame?
        var sequenceNumber = 0
        /// The failure told last; a frame that fails like the one before it is not told again.
        var failure: PayloadError?
    }

    private let state: Mutex<State>

    init(
        output: CaptureMetadataOutput, connection: CaptureConnection, source: String, isLive: Bool,
        report: @escaping @Sendable (CaptureSessionEvent) -> Void
    ) {
        self.output = output
        self.connection = connection
        self.source = source
        self.isLive = isLive
        self.report = report
        state = Mutex(State(sequence: output.makeSequence(ids: output.sessionIDs)))
    }

    func take(_ frame: CaptureFrame) -> [CaptureDropReason: Int] {
        state.withLock { state in
            state.sequenceNumber = frame.sequenceNumber
            let liveFrame = LiveFrame(after: state.liveFrame, at: frame.time)
            state.liveFrame = liveFrame
            let searched: SearchedFrame
            do throws(PayloadError) {
                searched = try output.search(
                    frame.payload, time: frame.time, liveFrame: isLive ? liveFrame : nil)
            } catch {
                // Cameras cut pictures short now and then; whatever else it is somebody must be told of.
                if error.code != .undecodable, error != state.failure {
                    report(.frameFailed(error, source: source))
                }
                state.failure = error
                return error.code == .undecodable ? [.corrupted: 1] : [:]
            }
            state.failure = nil
            tell(state.sequence.update(for: searched), &state)
            return [:]
        }
    }

    func endScene() {
        state.withLock { state in
            if let update = state.sequence.finish() { tell(update, &state) }
            state.sequence = output.makeSequence(ids: output.sessionIDs)
        }
    }

    private func tell(_ update: MetadataUpdate, _ state: inout State) {
        state.liveFrame?.stepsInView = Set(update.objects.map(\.step))
        var update = update
        update.origin = FrameOrigin(source: source, sequenceNumber: state.sequenceNumber)
        output.send(update)
        output.objectsDelegate?.take(update, of: output, from: connection)
    }
}
