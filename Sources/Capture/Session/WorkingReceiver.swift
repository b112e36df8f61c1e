import Foundation
import MetadataOutput
import Synchronization

/// What an output does with the frames of one connection and input; called for one frame at a time.
protocol FrameWork: AnyObject, Sendable {
    /// Whether it wants frames with their pictures in colour; default false.
    var wantsPictures: Bool { get }
    /// How much older than the newest frame of a camera one may be that still waits for its turn; default zero: only the
    /// newest waits.
    var patience: Duration { get }

    /// Works on a frame.
    ///
    /// - Returns: What was dropped, which is counted with the next frame.
    func take(_ frame: CaptureFrame) -> [CaptureDropReason: Int]

    /// Is told that the source is gone or the connection disabled: frames that may come later are of another scene.
    func endScene()

    /// Is told that no more frames come.
    func finish()
}

extension FrameWork {
    var wantsPictures: Bool { false }
    var patience: Duration { .zero }

    func finish() {}
}

/// A receiver that has each frame worked on by one of the session's workers, one frame at a time.
final class WorkingReceiver: CaptureFrameReceiver, CaptureWorkers.Client {
    private let connection: CaptureConnection
    private let workers: CaptureWorkers
    private let mailbox: FrameMailbox
    private let counters: CaptureCounters
    private let frameWork: any FrameWork
    private let size: SourceSize

    private struct State {
        var isFinished = false
        var drops: [CaptureDropReason: Int] = [:]
    }

    /// Held while a frame is worked on, so that ``finish()`` waits for its end.
    private let state = Mutex(State())
    private let pace = Mutex(ConnectionPace())
    /// Whether the connection was enabled at the last frame.
    private let isDelivering = Atomic(false)

    init(
        connection: CaptureConnection, input: any CaptureInput, means: CaptureMeans,
        frameWork: any FrameWork
    ) {
        self.connection = connection
        self.frameWork = frameWork
        size = SourceSize(connection, of: input)
        workers = means.workers
        counters = means.counters
        mailbox = FrameMailbox(
            dropsLateFrames: input.dropsLateFrames, patience: frameWork.patience, counters: counters)
    }

    var wantsPictures: Bool { frameWork.wantsPictures && connection.isEnabled }

    func sourceOpened(pictureSize: CGSize) { size.open(pictureSize) }

    func receive(_ frame: CaptureFrame) {
        guard connection.isEnabled else {
            // Nobody will know what goes out of view and what comes into it.
            if isDelivering.exchange(false, ordering: .relaxed) { endScene() }
            return
        }
        isDelivering.store(true, ordering: .relaxed)
        guard let frame = pace.withLock({ $0.admit(frame, every: connection.videoMinFrameDuration) })
        else { return }
        mailbox.put(frame)
        workers.enlist(self)
    }

    func sourceStopped() {
        size.close()
        endScene()
        mailbox.waitUntilEmpty()
    }

    private func endScene() {
        mailbox.putGap()
        workers.enlist(self)
    }

    func work() -> Bool {
        guard let item = mailbox.take() else { return false }
        state.withLock { state in
            guard !state.isFinished else { return mailbox.missed(item) }
            switch item {
            case .gap:
                // After the frames that were still waiting.
                size.passLateFrame()
                frameWork.endScene()
            case .frame(var frame):
                frame.drops.merge(state.drops) { $0 + $1 }
                let begin = ProcessorTime.ofThisThread
                state.drops = frameWork.take(frame)
                counters.processed(dropping: state.drops, in: ProcessorTime.ofThisThread - begin)
            }
        }
        return mailbox.hasMore()
    }

    func finish(because error: CaptureError) {
        mailbox.finish()
        state.withLock { state in
            guard !state.isFinished else { return }
            state.isFinished = true
            frameWork.endScene()
            frameWork.finish()
        }
    }
}
