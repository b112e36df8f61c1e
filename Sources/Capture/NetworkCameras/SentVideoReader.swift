import MediaFiles
import MetadataOutput

/// Makes frames of movies of what a network camera has sent as H.264, of which not a bit is changed.
///
/// Not every stream can be in a movie as it came. Of one that cannot, pictures are to be had as long as it is connected: it has half
/// pictures, other samples than 4:2:0 of 8 bits, an order that it has not said, parameters that change between key frames, or no key
/// frames at all.
struct SentVideoReader {
    private var parameters = H264Parameters()
    private var sequence: H264Sequence?
    private var order = DecodingOrder(depth: 0)
    private var number = 0
    private var hasBegun = false
    /// Whether there are other parameters than those of the last frame.
    private var hasChanged = false
    private var isRefused = false

    /// Whether frames come.
    var givesFrames: Bool { hasBegun && !isRefused }

    /// Something before the next unit has not come: frames go on with the next key frame, and up to there pictures are to be had.
    mutating func startAnew() {
        number += 1
        hasBegun = false
    }

    /// Reads what was sent.
    ///
    /// - Parameter time: When it was taken, if another time than it says.
    /// - Returns: Nil for what is no frame of a movie.
    mutating func frame(of unit: NetworkVideoUnit, at time: Duration) -> SentFrame? {
        guard !isRefused else { return nil }
        if unit.followsGap { startAnew() }
        let units = H264Units(unit.bytes)
        learn(from: units)
        guard units.hasPicture, parameters.areComplete, hasBegun || units.isKeyFrame else { return nil }
        guard let sequence, sequence.isPlain, units.isKeyFrame || !hasChanged,
            let place = order.place(time)
        else {
            isRefused = true
            return nil
        }
        (hasBegun, hasChanged) = (true, false)
        number += 1
        let frame = MovieFrame(
            codec: .h264(parameters), bytes: units.sample, width: sequence.width, height: sequence.height,
            time: place.time, delay: place.delay, isKeyFrame: units.isKeyFrame)
        return SentFrame(movie: frame, number: number)
    }

    private mutating func learn(from units: H264Units) {
        let before = parameters
        parameters.take(units)
        guard parameters != before else { return }
        hasChanged = true
        sequence = parameters.areComplete ? H264Sequence(parameters) : nil
        if let sequence, sequence.reordering != order.depth {
            order = order.with(depth: sequence.reordering)
        }
    }
}

/// Puts frames that are sent before others which are shown earlier into the order of a movie: in which they are decoded, each with the
/// time by which it is later to be seen.
struct DecodingOrder {
    /// Between two frames at least, so that they are two in a movie.
    private static let leastStep = Duration.milliseconds(1)
    /// No frame is sent earlier than that before it is shown.
    private static let longestDelay = Duration.seconds(10)

    /// How many frames may be sent before one that is shown earlier; 0 for frames in the order in which they are shown.
    let depth: Int
    /// When those of the last frames are shown that are shown last, in this order.
    private var shown: [Duration] = []
    /// When the last frame is shown.
    private var latest: Duration?
    private var last: Duration?

    init(depth: Int) {
        self.depth = depth
    }

    /// The same from now on for another depth.
    func with(depth: Int) -> DecodingOrder {
        var other = DecodingOrder(depth: depth)
        other.last = last
        return other
    }

    /// The place of the next frame.
    ///
    /// - Parameter time: When it is shown.
    /// - Returns: Nil if it is shown before others though there is no such order.
    mutating func place(_ time: Duration) -> (time: Duration, delay: Duration)? {
        if depth == 0, let latest, time < latest { return nil }
        latest = time
        var due = time
        if depth > 0 {
            shown.insert(time, at: shown.firstIndex { $0 > time } ?? shown.count)
            // Before there are enough of them, as many steps earlier as there will be.
            due = shown[0] - Self.leastStep * max(0, depth + 1 - shown.count)
            if shown.count > depth { shown.removeFirst() }
            if time - due > Self.longestDelay { (due, shown) = (time, [time]) }
        }
        let place = max(due, last.map { $0 + Self.leastStep } ?? due)
        last = place
        return (place, max(.zero, time - place))
    }
}
