import Dispatch
import Synchronization

/// Holds one frame until somebody takes it.
///
/// Of an input that drops late frames a newer frame takes the place of the one that nobody took in time; the input
/// of a file waits instead.
final class FrameMailbox: Sendable {
    private struct Contents {
        var frame: CaptureFrame?
        var isFinished = false
    }

    private let contents = Mutex(Contents())
    private let dropsLateFrames: Bool
    private let room = DispatchSemaphore(value: 0)

    init(dropsLateFrames: Bool) {
        self.dropsLateFrames = dropsLateFrames
        // Not its first value: a semaphore must not go with less than it began with.
        room.signal()
    }

    /// Puts a frame in; what it replaces is counted in its drops.
    func put(_ frame: CaptureFrame) {
        if !dropsLateFrames { room.wait() }
        contents.withLock { contents in
            guard !contents.isFinished else {
                room.signal()
                return
            }
            var frame = frame
            if let late = contents.frame {
                frame.drops.merge(late.drops) { $0 + $1 }
                frame.drops[.late, default: 0] += 1
            }
            contents.frame = frame
        }
    }

    /// Takes the frame out, if there is one.
    func take() -> CaptureFrame? {
        let frame = contents.withLock { $0.frame.take() }
        if frame != nil, !dropsLateFrames { room.signal() }
        return frame
    }

    /// Whether there is a frame.
    var isEmpty: Bool { contents.withLock { $0.frame == nil } }

    /// Throws the frame away and takes no more.
    func finish() {
        contents.withLock { $0 = Contents(isFinished: true) }
        room.signal()
    }
}
