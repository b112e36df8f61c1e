import Synchronization

/// A receiver that has each frame worked on by one of the session's workers, one frame at a time.
final class WorkingReceiver: CaptureFrameReceiver, CaptureWorkers.Client {
    /// The work on one frame; returns what it dropped, which is counted with the next frame.
    typealias Work = @Sendable (CaptureFrame) -> [CaptureDropReason: Int]

    private let connection: CaptureConnection
    private let workers: CaptureWorkers
    private let mailbox: FrameMailbox
    private let body: Work

    private struct State {
        var isFinished = false
        var drops: [CaptureDropReason: Int] = [:]
    }

    /// Held while a frame is worked on, so that ``finish()`` waits for its end.
    private let state = Mutex(State())

    init(
        connection: CaptureConnection, input: any CaptureInput, workers: CaptureWorkers,
        body: @escaping Work
    ) {
        self.connection = connection
        self.workers = workers
        self.body = body
        mailbox = FrameMailbox(dropsLateFrames: input.dropsLateFrames)
    }

    func receive(_ frame: CaptureFrame) {
        guard connection.isEnabled else { return }
        mailbox.put(frame)
        workers.enlist(self)
    }

    func work() -> Bool {
        guard var frame = mailbox.take() else { return false }
        state.withLock { state in
            guard !state.isFinished else { return }
            frame.drops.merge(state.drops) { $0 + $1 }
            state.drops = body(frame)
        }
        return !mailbox.isEmpty
    }

    func finish() {
        mailbox.finish()
        state.withLock { $0.isFinished = true }
    }
}
