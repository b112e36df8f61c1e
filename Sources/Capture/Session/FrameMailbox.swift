import Dispatch
import Synchronization

/// Holds one frame until somebody takes it, and remembers where frames before and after it do not belong together.
///
/// Of an input that drops late frames a newer frame takes the place of the one that nobody took in time; the input
/// of a file waits instead.
final class FrameMailbox: Sendable {
    /// What somebody who looks in finds.
    enum Item: Sendable {
        case frame(CaptureFrame)
        /// The source was gone since the frame before; whatever was in view is no more.
        case gap
    }

    private struct Contents {
        var hasGapBefore = false
        var frame: CaptureFrame?
        var hasGapAfter = false
        var isFinished = false
    }

    private let contents = Mutex(Contents())
    private let dropsLateFrames: Bool
    private let counters: CaptureCounters
    private let room = DispatchSemaphore(value: 0)

    init(dropsLateFrames: Bool, counters: CaptureCounters) {
        self.dropsLateFrames = dropsLateFrames
        self.counters = counters
        // Not its first value: a semaphore must not go with less than it began with.
        room.signal()
    }

    /// Puts a frame in; what it replaces is counted in its drops.
    func put(_ frame: CaptureFrame) {
        waitForRoom()
        contents.withLock { contents in
            guard !contents.isFinished else { return }
            var frame = frame
            if let late = contents.frame {
                frame.drops.merge(late.drops) { $0 + $1 }
                frame.drops[.late, default: 0] += 1
                counters.late()
            }
            contents.frame = frame
            contents.hasGapBefore = contents.hasGapBefore || contents.hasGapAfter
            contents.hasGapAfter = false
        }
    }

    /// Waits until what was put in is taken out, if the input is one that waits.
    func waitUntilEmpty() {
        waitForRoom()
        room.signal()
    }

    private func waitForRoom() {
        guard !dropsLateFrames else { return }
        room.wait()
        // Nobody takes anything out any more: whoever waits next must not wait either.
        if contents.withLock({ $0.isFinished }) { room.signal() }
    }

    /// Notes that the source is gone.
    func putGap() {
        waitForRoom()
        contents.withLock { contents in
            guard !contents.isFinished else { return }
            if contents.frame == nil { contents.hasGapBefore = true } else { contents.hasGapAfter = true }
        }
    }

    /// Takes out what comes next, if there is anything.
    func take() -> Item? {
        let item = contents.withLock { contents -> Item? in
            if contents.hasGapBefore {
                contents.hasGapBefore = false
                return .gap
            }
            guard let frame = contents.frame.take() else { return nil }
            contents.hasGapBefore = contents.hasGapAfter
            contents.hasGapAfter = false
            return .frame(frame)
        }
        if item != nil, !dropsLateFrames { room.signal() }
        return item
    }

    /// Whether there is nothing to take.
    var isEmpty: Bool { contents.withLock { $0.frame == nil && !$0.hasGapBefore } }

    /// Throws the frame away and takes no more.
    func finish() {
        contents.withLock { $0 = Contents(isFinished: true) }
        room.signal()
    }
}
