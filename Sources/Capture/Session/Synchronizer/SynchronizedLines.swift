/// Puts together what several outputs make of the frames of one source; the first output's items say which frames count.
struct SynchronizedLines<Item> {
    /// Most items of an output that wait for the others.
    static var mostWaiting: Int { 8 }

    /// When a frame was taken, and an item an output, nil where it has none.
    typealias Complete = (time: Duration, items: [Item?])

    private struct Line {
        var waiting: [(time: Duration, item: Item)] = []
        /// How far the output has come.
        var last: Duration?

        /// What it has of a frame; what it has of frames before that is forgotten.
        mutating func take(at time: Duration) -> Item? {
            var found: Item?
            while let first = waiting.first, first.time <= time {
                if first.time == time { found = first.item }
                waiting.removeFirst()
            }
            return found
        }
    }

    private var lines: [Line]

    /// - Parameter outputs: How many there are.
    init(outputs: Int) { lines = Array(repeating: Line(), count: outputs) }

    /// Adds what an output made of a frame.
    ///
    /// - Parameters:
    ///   - output: Its number.
    ///   - time: When the frame was taken; a time before the one before it says that the source has begun anew.
    /// - Returns: What is complete with it, oldest first. An item of the first output waits until all others have come as
    ///   far, but for no more than ``mostWaiting`` frames.
    mutating func put(_ item: Item, of output: Int, at time: Duration) -> [Complete] {
        var complete: [Complete] = []
        if let last = lines[output].last, time < last {
            complete = takeAll { _, _ in true }
            lines = Array(repeating: Line(), count: lines.count)
        }
        lines[output].last = time
        lines[output].waiting.append((time, item))
        let others = lines.dropFirst().map(\.last)
        complete += takeAll { time, waiting in
            waiting > Self.mostWaiting || others.allSatisfy { last in last.map { $0 >= time } ?? false }
        }
        forget()
        return complete
    }

    /// - Parameter isComplete: Whether nothing more is to be waited for of the oldest frame: when it was taken, and how many
    ///   wait.
    private mutating func takeAll(_ isComplete: (Duration, Int) -> Bool) -> [Complete] {
        var complete: [Complete] = []
        while let first = lines[0].waiting.first, isComplete(first.time, lines[0].waiting.count) {
            lines[0].waiting.removeFirst()
            let others = lines.indices.dropFirst().map { lines[$0].take(at: first.time) }
            complete.append((first.time, [first.item] + others))
        }
        return complete
    }

    /// Forgets what comes too late for its frame, and what the first output is too slow for.
    private mutating func forget() {
        for output in lines.indices.dropFirst() {
            if lines[0].waiting.isEmpty, let last = lines[0].last { _ = lines[output].take(at: last) }
            lines[output].waiting.removeFirst(max(0, lines[output].waiting.count - Self.mostWaiting))
        }
    }
}
