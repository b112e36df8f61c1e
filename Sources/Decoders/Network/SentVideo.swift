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
    private var times: [(stamp: Int64, said: Duration, time: Duration)] = []
    private var units: [(unit: NetworkVideoUnit, said: Duration)] = []
    /// Whether times are told. Of those that come first it is not known by how much others that are shown later come before them.
    private var isSettled = false
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
            take(unit, arrival: arrival(unit.stamp))
        }
    }

    /// Takes a picture.
    mutating func take(_ unit: FFmpegVideo.Unit, arrival: Duration) {
        let (said, time) = time(of: unit, arrival: arrival)
        guard isWanted else { return }
        if let bytes = unit.bytes {
            keep(NetworkVideoUnit(bytes, time: time, followsGap: hasGap), said)
        } else {
            hasGap = true
        }
    }

    private mutating func time(of unit: FFmpegVideo.Unit, arrival: Duration) -> (Duration, Duration) {
        var said = (unit.time ?? last) + shift
        if said < last, unit.isKey || said < last - Self.longestReordering {
            let next = last + Self.leastStep
            shift += next - said
            said = next
        }
        last = max(said, last)
        let time = clock.time(of: said, arrival: arrival)
        if times.count == Self.mostTimes { times.removeFirst() }
        times.append((unit.stamp, said, time))
        return (said, time)
    }

    /// Puts what came before the first picture was whole on this machine's clock as it is known by then.
    private mutating func settle() {
        guard !isSettled else { return }
        isSettled = true
        for index in times.indices { times[index].time = clock.time(of: times[index].said) }
        for index in units.indices { units[index].unit.time = clock.time(of: units[index].said) }
    }

    /// When a picture was taken.
    ///
    /// - Parameter stamp: By which it is known.
    /// - Returns: Nil if that is not known, as of other video than H.264.
    mutating func time(of stamp: Int64?) -> Duration? {
        settle()
        return stamp.flatMap { stamp in times.last { $0.stamp == stamp }?.time }
    }

    /// What has waited too long for its first picture is of no use.
    private mutating func keep(_ unit: NetworkVideoUnit, _ said: Duration) {
        units.append((unit, said))
        byteCount += unit.bytes.count
        hasGap = false
        guard byteCount > Self.mostWaitingBytes else { return }
        (units, byteCount, hasGap) = ([], 0, true)
    }

    /// What is to be given next; nil for nothing.
    mutating func next() -> [NetworkVideoUnit]? {
        settle()
        var (count, given) = (0, 0)
        for (unit, _) in units.prefix(NetworkVideoUnit.mostInOneAnswer) {
            guard given + unit.bytes.count <= mostBytes else { break }
            given += unit.bytes.count
            count += 1
        }
        guard count > 0 else { return nil }
        byteCount -= given
        defer { units.removeFirst(count) }
        return units.prefix(count).map(\.unit)
    }
}
