import MetadataOutput

/// What a camera sends of H.264 as it came, for who wants it, and when each of its pictures was taken.
struct SentVideo {
    /// More pictures than a decoder keeps.
    private static let mostTimes = 64
    /// No camera's picture has more bytes.
    private static let mostUnitBytes = 8 << 20
    private static let mostWaitingBytes = 32 << 20
    /// Pictures that are shown before one that was sent earlier are so by less, and never with a key frame between; else another
    /// recording follows.
    private static let longestReordering = Duration.seconds(1)
    /// Between two pictures at least.
    private static let leastStep = Duration.milliseconds(1)

    /// Whether somebody wants it.
    var isWanted = false {
        didSet {
            if isWanted != oldValue { (units, byteCount, hasGap) = ([], 0, true) }
        }
    }

    private let mostBytes: Int
    private var clock = StreamClock()
    /// The last picture's time by the camera, and what is added to such times since they went back.
    private var last = Duration.zero
    private var shift = Duration.zero
    private var times: [(stamp: Int64, time: Duration)] = []
    private var units: [NetworkVideoUnit] = []
    private var byteCount = 0
    /// Whether a picture before the next one is missing.
    private var hasGap = false

    /// - Parameter mostBytes: That may be given at once.
    init(mostBytes: Int) {
        self.mostBytes = min(mostBytes, Self.mostUnitBytes)
    }

    /// Takes what the decoder has taken in.
    ///
    /// - Parameter arrival: When a picture with a stamp began to come.
    mutating func take(from video: borrowing FFmpegVideo, arrival: (Int64) -> Duration) {
        while let unit = video.nextUnit(atMost: isWanted ? mostBytes : 0) {
            let time = time(of: unit, arrival: arrival(unit.stamp))
            guard isWanted else { continue }
            if let bytes = unit.bytes {
                keep(NetworkVideoUnit(bytes, time: time, followsGap: hasGap))
            } else {
                hasGap = true
            }
        }
    }

    private mutating func time(of unit: FFmpegVideo.Unit, arrival: Duration) -> Duration {
        var said = (unit.time ?? last) + shift
        if said < last, unit.isKey || said < last - Self.longestReordering {
            let next = last + Self.leastStep
            shift += next - said
            said = next
        }
        last = max(said, last)
        let time = clock.time(of: said, arrival: arrival)
        if times.count == Self.mostTimes { times.removeFirst() }
        times.append((unit.stamp, time))
        return time
    }

    /// When a picture was taken.
    ///
    /// - Parameter stamp: By which it is known.
    /// - Returns: Nil if that is not known, as of other video than H.264.
    func time(of stamp: Int64?) -> Duration? {
        stamp.flatMap { stamp in times.last { $0.stamp == stamp }?.time }
    }

    /// What has waited too long for its first picture is of no use.
    private mutating func keep(_ unit: NetworkVideoUnit) {
        units.append(unit)
        byteCount += unit.bytes.count
        hasGap = false
        guard byteCount > Self.mostWaitingBytes else { return }
        (units, byteCount, hasGap) = ([], 0, true)
    }

    /// What is to be given next; nil for nothing.
    mutating func next() -> [NetworkVideoUnit]? {
        var (count, given) = (0, 0)
        for unit in units.prefix(NetworkVideoUnit.mostInOneAnswer) {
            guard given + unit.bytes.count <= mostBytes else { break }
            given += unit.bytes.count
            count += 1
        }
        guard count > 0 else { return nil }
        byteCount -= given
        defer { units.removeFirst(count) }
        return Array(units.prefix(count))
    }
}
