import Dispatch
import Synchronization

/// Holds frames until somebody takes them, and remembers where frames before and after do not belong together.
///
/// Of an input that drops late frames some may wait for a moment, so that one frame that takes long costs none of those
/// after it. If that was not enough they are late: a newer frame takes their place, and until whoever takes them has caught
/// up only the newest waits. The input of a file waits instead.
final class FrameMailbox: Sendable {
    /// What somebody who looks in finds.
    enum Item: Sendable {
        case frame(CaptureFrame)
        /// The source was gone since the frame before; whatever was in view is no more.
        case gap
    }

    /// So many wait at most, whatever their times are.
    private static let mostWaiting = 8

    private struct Contents {
        var items: [Item] = []
        /// Whether frames were late and nobody has caught up since.
        var isOverrun = false
        var isFinished = false
    }

    private let contents = Mutex(Contents())
    private let dropsLateFrames: Bool
    private let patience: Duration
    private let counters: CaptureCounters
    private let room = DispatchSemaphore(value: 0)

    /// - Parameter patience: How much older than the newest frame one may be that still waits; of an input that drops late
    ///   frames.
    init(dropsLateFrames: Bool, patience: Duration, counters: CaptureCounters) {
        self.dropsLateFrames = dropsLateFrames
        self.patience = patience
        self.counters = counters
        // Not its first value: a semaphore must not go with less than it began with.
        room.signal()
    }

    /// Puts a frame in; those whose place it takes are counted in its drops.
    func put(_ frame: CaptureFrame) {
        waitForRoom()
        contents.withLock { contents in
            guard !contents.isFinished else { return tooLate(1) }
            var frame = frame
            let waiting = contents.items.compactMap(\.frame)
            if let oldest = waiting.first,
                contents.isOverrun || frame.time - oldest.time > patience
                    || waiting.count == Self.mostWaiting
            {
                for late in waiting {
                    frame.drops.merge(late.drops) { $0 + $1 }
                    frame.drops[.late, default: 0] += 1
                    counters.late()
                }
                contents.items = contents.items.count > waiting.count ? [.gap] : []
                contents.isOverrun = true
            }
            contents.items.append(.frame(frame))
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
            if case .gap = contents.items.last { return }
            contents.items.append(.gap)
        }
    }

    /// Takes out what comes next, if there is anything.
    func take() -> Item? {
        let item = contents.withLock { $0.items.isEmpty ? nil : $0.items.removeFirst() }
        if item != nil, !dropsLateFrames { room.signal() }
        return item
    }

    /// Is told that what was taken out is done.
    ///
    /// - Returns: Whether more has come meanwhile.
    func hasMore() -> Bool {
        contents.withLock { contents in
            if contents.items.isEmpty { contents.isOverrun = false }
            return !contents.items.isEmpty
        }
    }

    /// Counts a frame that was taken out when everything had ended.
    func missed(_ item: Item) { tooLate(item.frame == nil ? 0 : 1) }

    /// Throws away what waits, and takes no more.
    func finish() {
        contents.withLock { contents in
            tooLate(contents.items.compactMap(\.frame).count)
            contents = Contents(isFinished: true)
        }
        room.signal()
    }

    /// Counts frames that nobody will look at, of an input that drops late ones: others are read no further, and miss none.
    private func tooLate(_ count: Int) {
        if dropsLateFrames { for _ in 0..<count { counters.late() } }
    }
}

extension FrameMailbox.Item {
    /// The frame, if it is one.
    fileprivate var frame: CaptureFrame? {
        if case .frame(let frame) = self { frame } else { nil }
    }
}
