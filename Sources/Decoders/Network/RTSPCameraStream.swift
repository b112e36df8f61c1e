import MetadataOutput
import Synchronization

/// A camera's video over RTSP (RFC 2326), its packets over the same connection, decoded here.
final class RTSPCameraStream: NetworkStreamReader {
    private let state: Mutex<Conversation>

    init(_ source: NetworkStreamSource, isConfined: Bool) throws(PayloadError) {
        state = Mutex(try Conversation(source, isConfined: isConfined))
    }

    func next(
        within timeout: Duration, over connection: NetworkConnection?, for wishes: NetworkStreamWishes
    ) -> NetworkStreamReading {
        state.withLock {
            $0.wishes = wishes
            return $0.next(within: timeout, over: connection)
        }
    }
}

/// What is said over a connection, and the pictures that come of it.
private struct Conversation: ~Copyable {
    /// Longer than that nobody describes what he sends.
    private static let mostDescriptionBytes = 1 << 16
    /// So many connections without a picture are no accident. One brings the camera's question who asks, one the answer.
    private static let mostConnections = 4

    /// What is wanted now.
    var wishes = NetworkStreamWishes()
    private let source: NetworkStreamSource
    private let transfer: CurlTransfer
    /// What was asked last.
    private var request: RTSPRequest?
    private var session = RTSPSession()
    private var body: [UInt8] = []
    private var packets = InterleavedPackets()
    private var video: FFmpegVideo?
    private var sent: SentVideo
    /// A picture before which there was something to give.
    private var held: NetworkStreamReading?
    /// Whether the first picture is shown otherwise than it was sent: who has it as it was sent does not know that.
    private var isTurned = false
    private var lag = StreamLag()
    private var clock = StreamClock()
    private var arrivals = FrameArrivals()
    private var gaps = PacketGaps()
    private var traffic = StreamTraffic()
    /// When packets came last.
    private var arrival = Duration.zero
    /// When the camera is to hear again that somebody listens.
    private var nextWord = Duration.zero
    private var lastNumber = -1
    private var losses = NetworkStreamLosses()
    private var connections = 0
    private var end: PayloadError?

    init(_ source: NetworkStreamSource, isConfined: Bool) throws(PayloadError) {
        self.source = source
        sent = SentVideo(mostBytes: source.limits.fileBytes)
        // Before a door closes.
        try FFmpegVideo.openLibraries()
        transfer = try CurlTransfer(source, isConfined: isConfined)
    }

    mutating func next(within timeout: Duration, over connection: NetworkConnection?) -> NetworkStreamReading
    {
        if let end { return CurlTransfer.reading(of: end) }
        if let descriptor = connection?.take() {
            connections += 1
            transfer.connect(descriptor)
            session = RTSPSession()
            begin(.options, source.address.url)
        }
        sent.isWanted = wishes.includesVideo && !isTurned
        video?.decode(wishes.includesPictures || !sent.isWanted)
        do throws(PayloadError) { return try next(by: MonotonicClock.now + timeout) } catch {
            end = error
            return CurlTransfer.reading(of: error)
        }
    }

    private mutating func next(by deadline: Duration) throws(PayloadError) -> NetworkStreamReading {
        while true {
            if let reading = try takeReading() { return reading }
            switch run(for: max(.zero, deadline - MonotonicClock.now)) {
            case .waiting: return nothing()
            case .bytes(let bytes):
                body += bytes
                guard body.count <= Self.mostDescriptionBytes else {
                    throw PayloadError(.overLimit, "what it says of its stream does not end")
                }
            case .packets(let bytes): try take(bytes)
            case .end: try goOn()
            case .needsConnection:
                guard video == nil, connections < Self.mostConnections else {
                    throw PayloadError(.empty, "it has closed the connection")
                }
                return .needsConnection
            case .failed(let error): throw error
            }
            if MonotonicClock.now >= deadline { return nothing() }
        }
    }

    /// That there is no picture, and whether something else has come.
    private mutating func nothing() -> NetworkStreamReading {
        traffic.unusable(framesBeforeKeyFrame: video?.framesBeforeKeyFrame ?? 0).map { .unusable($0) }
            ?? .nothing
    }

    private mutating func begin(_ request: RTSPRequest, _ address: String) {
        self.request = request
        body = []
        transfer.begin(request, address)
    }

    private mutating func run(for time: Duration) -> CurlTransfer.Step {
        guard video != nil else { return transfer.run(for: time) }
        let step = transfer.run(for: .zero)
        guard case .waiting = step else { return step }
        lag.caughtUp(at: MonotonicClock.now)
        return transfer.run(for: time)
    }

    /// After an answer: what is asked next. Packets are received for as long as the camera sends, but for a word now and then.
    private mutating func goOn() throws(PayloadError) {
        switch request {
        case .options:
            begin(.describe, source.address.url)
        case .describe:
            try check()
            guard let description = SessionDescription(String(decoding: body, as: UTF8.self)) else {
                throw PayloadError(.unknownFormat, "there is no video in what it says of its stream")
            }
            let fields = transfer.fields
            session.base = fields["content-base"] ?? fields["content-location"] ?? source.address.url
            session.description = description
            begin(.setup, session.videoAddress)
        case .setup:
            if transfer.status == 461 {
                throw PayloadError(
                    .unknownFormat, "it does not send its packets over the connection (RTSP 461)")
            }
            try check()
            session.learnTransport(from: transfer.fields)
            // Packets may come before the answer to what asks for them.
            video = try FFmpegVideo(description: session.description?.video ?? "", limits: source.limits)
            begin(.play, session.address)
        case .play:
            try check()
            nextWord = MonotonicClock.now + session.silence
            receive()
        case .word where transfer.status == 454: throw PayloadError(.empty, "it has ended the session")
        default: receive()
        }
    }

    private mutating func receive() {
        let now = MonotonicClock.now
        guard now >= nextWord else { return begin(.receive, session.address) }
        nextWord = now + session.silence
        begin(.word, session.address)
    }

    private func check() throws(PayloadError) {
        try transfer.checkStatus(hasCredentials: source.credentials != nil)
    }

    // MARK: - Pictures

    private mutating func take(_ bytes: [UInt8]) throws(PayloadError) {
        arrival = MonotonicClock.now
        let isBehind = lag.isBehind(at: arrival)
        if isBehind { video?.skipToKeyFrame() }
        for (channel, packet) in packets.append(bytes) {
            guard session.channels.contains(channel) else {
                traffic.noteOther()
                continue
            }
            if channel == session.channels.lowerBound {
                traffic.note(packet)
                let gap = gaps.frames(before: packet)
                losses.missing += gap.whole + gap.partial
                traffic.noteIncomplete(gap.partial)
            }
            if isBehind, !sent.isWanted {
                if channel == session.channels.lowerBound, packet.endsFrame { losses.late += 1 }
                continue
            }
            if channel == session.channels.lowerBound {
                arrivals.note(packet, at: arrival)
            } else if !arrivals.hasBegun {
                // Time stamps are counted from the first packet of a frame on.
                continue
            }
            try video?.put(packet)
        }
    }

    /// What the packets make: before a picture all that was sent up to it.
    private mutating func takeReading() throws(PayloadError) -> NetworkStreamReading? {
        if held == nil { held = try takeFrame() }
        if let units = nextSent() {
            traffic = StreamTraffic()
            return .video(units)
        }
        return held.take()
    }

    /// Nothing before the first picture has told how it is shown.
    private mutating func nextSent() -> [NetworkVideoUnit]? {
        lastNumber < 0 ? nil : sent.next()
    }

    private mutating func readFrame() -> MovieReading? {
        guard var video = video.take() else { return nil }
        let reading = video.nextFrame(from: .zero)
        sent.take(from: video) { [arrivals, arrival] in arrivals.arrival(of: $0) ?? arrival }
        self.video = consume video
        return reading
    }

    /// The next frame.
    private mutating func takeFrame() throws(PayloadError) -> NetworkStreamReading? {
        while let reading = readFrame() {
            switch reading {
            case .frame(let frame, let number):
                if lastNumber < 0 {
                    isTurned = video?.isUpright == false
                    if isTurned { sent.isWanted = false }
                }
                losses.late += max(0, number - lastNumber - 1)
                lastNumber = number
                let time =
                    sent.time(of: video?.stamp)
                    ?? clock.time(of: frame.time, arrival: arrivals.arrival(of: video?.stamp) ?? arrival)
                defer { (losses, traffic) = (NetworkStreamLosses(), StreamTraffic()) }
                return .frame(
                    Frame(luma: frame.luma, time: time, duration: frame.duration),
                    colors: wishes.includesColors ? video?.colors() : nil, losses)
            case .lost(_, let number, _):
                losses.late += max(0, number - lastNumber - 1)
                // What is incomplete is counted already.
                if !traffic.noteUndecodable() { losses.corrupted += 1 }
                lastNumber = number
            case .passed: continue
            case .end: throw PayloadError(.empty, "it has ended its stream")
            case .failed(let error): throw PayloadError(error.code, "its video: \(error.message)")
            }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// Whether an RTP packet has the marker (RFC 3550, 5.1), as the last one of a frame has.
    fileprivate var endsFrame: Bool { count > 1 && self[startIndex + 1] & 0x80 != 0 }
}
