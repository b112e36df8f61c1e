import Glibc
import MetadataOutput
import Synchronization

/// A camera's answers over HTTP: one without end, in which JPEGs stand one after the other, or one for each picture.
final class HTTPCameraStream: NetworkStreamReader {
    private let state: Mutex<Conversation>

    init(_ source: NetworkStreamSource, isConfined: Bool) throws(PayloadError) {
        state = Mutex(try Conversation(source, isConfined: isConfined))
    }

    func next(
        within timeout: Duration, over connection: NetworkConnection?, for wishes: NetworkStreamWishes
    ) -> NetworkStreamReading {
        state.withLock {
            $0.includesColors = wishes.includesColors
            return $0.next(within: timeout, over: connection)
        }
    }
}

/// What is said over one connection after the other.
private struct Conversation: ~Copyable {
    /// How long older pictures are passed over for newer ones: a camera that sends faster than anybody reads has no newest one.
    private static let longestCatchUp = Duration.milliseconds(50)
    /// So many connections without a picture are no accident. One brings the camera's question who asks, one the answer.
    private static let mostConnections = 4

    /// What an answer is.
    private enum Kind {
        /// JPEGs, one after the other.
        case motion
        /// One picture.
        case snapshot
        /// No picture this time.
        case nothing
    }

    /// Whether colours of pictures that are decoded here are wanted now.
    var includesColors = false
    private let source: NetworkStreamSource
    private let transfer: CurlTransfer
    private let interval: Duration
    private var splitter: MotionJPEGSplitter
    /// What the running answer is, as soon as its head has come.
    private var kind: Kind?
    private var isRunning = false
    /// When the next picture is due, of a camera that is asked for each.
    private var due = Duration.zero
    /// The picture that comes, and when it began.
    private var snapshot: (bytes: [UInt8], time: Duration)?
    /// Whether the camera has given a picture when it was asked for one.
    private var givesSnapshots = false
    /// What was given since the last picture as one, and was damaged or none.
    private var damaged = 0
    private var connections = 0
    private var end: PayloadError?

    init(_ source: NetworkStreamSource, isConfined: Bool) throws(PayloadError) {
        self.source = source
        transfer = try CurlTransfer(source, isConfined: isConfined)
        interval = .seconds(1 / max(source.snapshotRate, 0.001))
        splitter = MotionJPEGSplitter(mostBytes: source.limits.fileBytes)
    }

    mutating func next(within timeout: Duration, over connection: NetworkConnection?) -> NetworkStreamReading
    {
        if let end { return CurlTransfer.reading(of: end) }
        if let descriptor = connection?.take() {
            connections += 1
            transfer.connect(descriptor)
            begin()
        }
        let start = MonotonicClock.now
        while true {
            if !isRunning {
                let (wait, left) = (due - MonotonicClock.now, timeout - (MonotonicClock.now - start))
                guard wait < left else {
                    Self.sleep(left)
                    return nothing
                }
                Self.sleep(wait)
                begin()
            }
            let spent = MonotonicClock.now - start
            // What came since the last call is looked through, and then what is the newest is known.
            let isCatchingUp = splitter.newest != nil
            if isCatchingUp, spent > Self.longestCatchUp { return takeNewest() }
            switch transfer.run(for: isCatchingUp ? .zero : timeout - spent) {
            case .waiting: return isCatchingUp ? takeNewest() : nothing
            case .bytes(let bytes):
                do throws(PayloadError) { try take(bytes) } catch { return fail(error) }
            // Of RTSP alone.
            case .packets: break
            case .end:
                isRunning = false
                do throws(PayloadError) {
                    if let reading = try finish() { return reading }
                } catch { return fail(error) }
            case .needsConnection:
                isRunning = false
                if isCatchingUp { return takeNewest() }
                guard connections < Self.mostConnections else {
                    return fail(PayloadError(.unreadable, "it closes each connection without a picture"))
                }
                return .needsConnection
            case .failed where givesSnapshots && transfer.wasBrokenOff:
                (isRunning, connections) = (false, 0)
            case .failed(let error): return fail(error)
            }
            if !isCatchingUp, splitter.newest == nil, MonotonicClock.now - start >= timeout {
                return nothing
            }
        }
    }

    /// That there is no picture, and whether something else has come.
    private var nothing: NetworkStreamReading {
        if damaged > 0 { return .unusable(NetworkStreamUnusable(.answers, count: damaged)) }
        guard splitter.damaged > 0 else { return .nothing }
        return .unusable(NetworkStreamUnusable(.parts, count: splitter.damaged))
    }

    private mutating func begin() {
        (kind, snapshot, isRunning) = (nil, nil, true)
        due = MonotonicClock.now + interval
        transfer.begin()
    }

    private mutating func take(_ bytes: [UInt8]) throws(PayloadError) {
        let now = MonotonicClock.now
        switch try knownKind() {
        case .motion: splitter.append(bytes, at: now)
        case .snapshot:
            guard (snapshot?.bytes.count ?? 0) + bytes.count <= source.limits.fileBytes else {
                throw PayloadError(.overLimit, "its picture is larger than \(source.limits.fileBytes) bytes")
            }
            if snapshot == nil { snapshot = (bytes, now) } else { snapshot?.bytes += bytes }
        case .nothing: break
        }
    }

    /// At an answer's end; nil if another is asked for.
    private mutating func finish() throws(PayloadError) -> NetworkStreamReading? {
        // Nothing has come of the answer but its head.
        let isEmpty = kind == nil && transfer.status == 200
        switch givesSnapshots && isEmpty ? .nothing : try knownKind() {
        case .motion:
            // Told after the last picture.
            let error = PayloadError(.empty, "it has ended its stream")
            guard splitter.newest != nil else { throw error }
            end = error
            return takeNewest()
        case .snapshot:
            do throws(PayloadError) { return try takeSnapshot() } catch {
                // How long a camera may go on so is for the one who waits for its pictures to say.
                guard givesSnapshots, error.code != .overLimit else { throw error }
                damaged += 1
                connections = 0
                return nil
            }
        case .nothing:
            connections = 0
            return nil
        }
    }

    private mutating func takeSnapshot() throws(PayloadError) -> NetworkStreamReading {
        guard let snapshot else { throw PayloadError(.empty, "its answer has no picture") }
        let losses = NetworkStreamLosses(corrupted: damaged)
        let reading = try Snapshot.reading(
            of: snapshot.bytes, at: snapshot.time, losses, limits: source.limits, type: transfer.contentType,
            includesColors: includesColors)
        self.snapshot = nil
        (givesSnapshots, damaged, connections) = (true, 0, 0)
        return reading
    }

    private mutating func takeNewest() -> NetworkStreamReading {
        guard let picture = splitter.newest else { return .nothing }
        defer {
            splitter.newest = nil
            splitter.beginCounting()
            connections = 0
        }
        return .payload(
            picture.bytes, time: picture.time,
            NetworkStreamLosses(late: splitter.passedOver, corrupted: splitter.damaged))
    }

    private mutating func fail(_ error: PayloadError) -> NetworkStreamReading {
        end = error
        return CurlTransfer.reading(of: error)
    }

    /// What the answer is, which it says once.
    private mutating func knownKind() throws(PayloadError) -> Kind {
        if let kind { return kind }
        let kind = try answerKind()
        self.kind = kind
        return kind
    }

    /// What the answer says it is.
    ///
    /// - Throws: What it is instead of pictures, for a person.
    private func answerKind() throws(PayloadError) -> Kind {
        if givesSnapshots, transfer.isBusy { return .nothing }
        try transfer.checkStatus(hasCredentials: source.credentials != nil)
        let type = transfer.contentType
        if type.hasPrefix("multipart/") { return .motion }
        if type.hasPrefix("image/") { return .snapshot }
        throw PayloadError(
            .unknownFormat,
            type == "text/html"
                ? "the address shows a page (text/html), not a picture"
                : "the address gives \(type.isEmpty ? "something without a type" : type), not a picture")
    }

    private static func sleep(_ time: Duration) {
        guard time > .zero else { return }
        usleep(useconds_t(min(time / .microseconds(1), 10_000_000)))
    }
}
