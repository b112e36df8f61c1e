/// A frame of H.264 as a camera has sent it, in the form that movies have.
struct SentFrame: Sendable {
    let movie: MovieFrame
    /// Its number among those of its source; a gap means that some between are missing.
    let number: Int

    /// When it is to be seen.
    var shownTime: Duration { movie.time + movie.delay }
}

/// Says which frames a movie can have of those that come: what begins, or follows a gap, is a key frame.
struct SentFrameOrder: Sendable {
    private var last: Int?

    /// Something before the next frame is not in the movie.
    mutating func startAnew() { last = nil }

    /// Whether the next frame can be decoded with those that were taken.
    mutating func takes(_ frame: SentFrame) -> Bool {
        guard frame.movie.isKeyFrame || last.map({ $0 + 1 == frame.number }) ?? false else {
            startAnew()
            return false
        }
        last = frame.number
        return true
    }
}

/// The frames since the last key frame: what a movie needs that begins with the newest of them.
struct SentFrameGroup: Sendable {
    /// What begins later waits for the next key frame.
    private static let (mostBytes, longest) = (32 << 20, Duration.seconds(30))

    private(set) var frames: [SentFrame] = []
    private var byteCount = 0
    private var order = SentFrameOrder()

    mutating func add(_ frame: SentFrame) {
        if frame.movie.isKeyFrame { (frames, byteCount) = ([], 0) }
        byteCount += frame.movie.bytes.count
        let isShort = frames.first.map { frame.movie.time - $0.movie.time <= Self.longest } ?? true
        if order.takes(frame), isShort, byteCount <= Self.mostBytes {
            frames.append(frame)
        } else {
            self = SentFrameGroup()
        }
    }
}
