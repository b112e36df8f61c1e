import Dispatch
import Synchronization

/// Calls a delegate on its queue, with at most a few calls waiting whatever it does.
final class FramesDelegate: Sendable {
    /// Called on the queue only; weak references may be read anywhere.
    nonisolated(unsafe) private(set) weak var delegate: (any CaptureVideoFrameOutputDelegate)?
    let queue: DispatchQueue

    private struct Waiting {
        var frames: [CaptureVideoFrameOutput.VideoFrame] = []
        /// One a connection and reason.
        var drops: [CaptureVideoFrameOutput.VideoFrameDrop] = []
        var isScheduled = false

        mutating func add(_ drop: CaptureVideoFrameOutput.VideoFrameDrop) {
            guard
                let place = drops.firstIndex(where: {
                    $0.connection === drop.connection && $0.source == drop.source && $0.reason == drop.reason
                })
            else { return drops.append(drop) }
            drops[place].count += drop.count
            drops[place].sequenceNumber = drop.sequenceNumber
            drops[place].time = drop.time
        }
    }

    private let waiting = Mutex(Waiting())

    init(_ delegate: any CaptureVideoFrameOutputDelegate, queue: DispatchQueue) {
        self.delegate = delegate
        self.queue = queue
    }

    /// Hands it a frame, before which others were dropped.
    ///
    /// - Parameters:
    ///   - frame: The frame; nil if it was dropped too.
    ///   - limit: Most frames of a connection that wait.
    /// - Returns: How many older frames have given way to this one.
    func take(
        _ frame: CaptureVideoFrameOutput.VideoFrame?, drops: [CaptureVideoFrameOutput.VideoFrameDrop],
        keeping limit: Int, of output: CaptureVideoFrameOutput
    ) -> Int {
        let (late, isFirst) = waiting.withLock { waiting in
            for drop in drops { waiting.add(drop) }
            var late = 0
            if let frame {
                waiting.frames.append(frame)
                let own = waiting.frames.indices.filter {
                    waiting.frames[$0].connection === frame.connection
                }
                if own.count > limit {
                    waiting.frames.remove(at: own[0])
                    late = 1
                }
            }
            let isFirst = !waiting.isScheduled && !(waiting.frames.isEmpty && waiting.drops.isEmpty)
            waiting.isScheduled = waiting.isScheduled || isFirst
            return (late, isFirst)
        }
        if isFirst { tell(output) }
        return late
    }

    /// Drops what waits of a connection and source of which nothing comes any more.
    func end(of source: String, from connection: CaptureConnection) {
        waiting.withLock { waiting in
            waiting.frames.removeAll { $0.connection === connection && $0.source == source }
            waiting.drops.removeAll { $0.connection === connection && $0.source == source }
        }
    }

    /// One frame a block: a delegate that is slower than frames come would keep others from its queue for ever.
    private func tell(_ output: CaptureVideoFrameOutput) {
        queue.async { [weak self] in
            guard let self else { return }
            let (drops, frame) = waiting.withLock { waiting in
                defer { waiting.drops = [] }
                let frame = waiting.frames.isEmpty ? nil : waiting.frames.removeFirst()
                waiting.isScheduled = frame != nil || !waiting.drops.isEmpty
                return (waiting.drops, frame)
            }
            if drops.isEmpty, frame == nil { return }
            for drop in drops { delegate?.videoFrameOutput(output, didDrop: drop, from: drop.connection) }
            if let frame { delegate?.videoFrameOutput(output, didOutput: frame, from: frame.connection) }
            tell(output)
        }
    }
}
