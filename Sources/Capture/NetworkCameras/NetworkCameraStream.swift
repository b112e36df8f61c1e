import Foundation
import MetadataOutput

/// A running network camera: its newest picture, each time.
final class NetworkCameraStream: VideoStream {
    /// How long anything may take to notice that it should stop.
    private static let patience = Duration.milliseconds(100)
    /// What may wait of a camera's video until it can be handed out, in bytes.
    private static let mostSentBytes = 32 << 20

    private let address: NetworkAddress
    private let connector: NetworkConnector
    private let deadline: Duration
    private let limits: DecodingLimits
    private var pace: FramePace?
    /// As it is asked for, as far as it is told; a camera that sends pictures by itself may be faster.
    let frameInterval: Duration?
    var carriesPictures = false
    var carriesVideo = false {
        didSet {
            // What has come meanwhile is missing.
            if carriesVideo != oldValue { (sent, sentByteCount) = ([], 0) }
            if carriesVideo, !oldValue { video.startAnew() }
        }
    }
    var decodesVideo = true
    private var video = SentVideoReader()
    /// What has come since the last frame that was handed out.
    private var sent: [SentFrame] = []
    private var sentByteCount = 0
    /// As many pictures in colour are held as of other cameras.
    private let pool = MemoryPool(limit: CameraStream.mostPictures)
    /// What was lost since the last frame that was handed out.
    private var losses: [CaptureDropReason: Int] = [:]
    private let isCancelled: @Sendable () -> Bool
    private var reader: (any NetworkStreamReader)?
    /// The first frame, until it is taken.
    private var first: CaptureFrame?
    private var number = 0
    private var lastTime = Duration.zero
    /// What has come since the last picture and is none.
    private var refuse = SentRefuse()
    /// Whether it has ended because the camera does not take the password.
    private(set) var hasRefusedPassword = false

    init(
        _ address: NetworkAddress, reader: any NetworkStreamReader, connector: NetworkConnector,
        deadline: Duration, limits: DecodingLimits, pace: FramePace? = nil, frameInterval: Duration? = nil,
        isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.address = address
        self.reader = reader
        self.connector = connector
        self.deadline = deadline
        self.limits = limits
        self.pace = pace
        self.frameInterval = frameInterval
        self.isCancelled = isCancelled
    }

    /// Connects, and waits for the first picture.
    func start() throws(CaptureError) {
        do throws(CaptureError) {
            let connection = try connector.connect(to: address, unless: isCancelled)
            // Who wants the first one in colour says so only when it is there.
            carriesPictures = true
            defer { carriesPictures = false }
            carriesVideo = true
            let end = ContinuousClock.now + deadline
            first = try frame(reading(within: Self.patience, over: connection))
            while first == nil {
                if isCancelled() { throw NetworkConnector.cancelled }
                guard .now < end else {
                    throw refuse.error("\(address) has sent no picture", for: deadline)
                }
                first = try frame(reading(within: Self.patience, over: nil))
            }
        } catch {
            close()
            throw error
        }
    }

    /// How large pictures are that come encoded nobody has looked.
    private(set) var formatDescription = "MJPG"
    private(set) var pictureSize: CGSize?

    var longestSilence: Duration? { deadline }

    func stalled(after silence: Duration) -> CaptureError {
        refuse.error("\(address) has sent no frame", for: silence)
    }

    var undeliveredDrops: [CaptureDropReason: Int] {
        losses.merging([.corrupted: refuse.damagedPictures]) { $0 + $1 }.filter { $1 > 0 }
    }

    func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
        if let first {
            self.first = nil
            return first
        }
        let end = ContinuousClock.now + timeout
        repeat {
            let reading = try reading(within: max(.zero, end - .now), over: nil)
            if let frame = try frame(reading) { return frame }
            // Nobody waits for a picture of it.
            guard case .video = reading, decodesVideo || sent.isEmpty else { break }
        } while .now < end
        return sentFrame()
    }

    // MARK: - Video as it was sent

    /// What is passed over cannot be left out of video.
    var hasVideo: Bool { pace == nil && video.givesFrames }

    private var wishes: NetworkStreamWishes {
        let wantsVideo = carriesVideo && pace == nil
        return NetworkStreamWishes(
            includesColors: carriesPictures, includesVideo: wantsVideo,
            includesPictures: decodesVideo || !wantsVideo || !hasVideo)
    }

    private func take(_ units: [NetworkVideoUnit]) {
        for unit in units {
            guard let frame = video.frame(of: unit, at: min(max(unit.time, .zero), MonotonicClock.now)) else {
                continue
            }
            sent.append(frame)
            sentByteCount += frame.movie.bytes.count
        }
        guard sentByteCount > Self.mostSentBytes else { return }
        takeSent()
        video.startAnew()
    }

    @discardableResult
    private func takeSent() -> [SentFrame] {
        defer { (sent, sentByteCount) = ([], 0) }
        return sent
    }

    /// A frame without a picture; nil if nothing has come.
    private func sentFrame() -> CaptureFrame? {
        guard let last = sent.last else { return nil }
        defer { number += 1 }
        var frame = CaptureFrame(
            payload: .encoded(last.movie.bytes, limits: limits), time: settled(last.shownTime),
            sequenceNumber: number)
        frame.video = takeSent()
        frame.isVideoAlone = true
        return frame
    }

    // MARK: - Pictures

    func close() { reader = nil }

    /// Asks for a picture, over another connection where the camera has closed the one it had.
    private func reading(
        within timeout: Duration, over connection: NetworkConnection?
    ) throws(CaptureError) -> NetworkStreamReading {
        guard let reader else { throw CaptureError(.deviceFailed, "the stream of \(address) is closed") }
        let reading = reader.next(within: timeout, over: connection, for: wishes)
        guard case .needsConnection = reading else { return reading }
        let other = try connector.connect(to: address, unless: isCancelled)
        return reader.next(within: timeout, over: other, for: wishes)
    }

    /// - Returns: Nil if there is none yet.
    private func frame(_ reading: NetworkStreamReading) throws(CaptureError) -> CaptureFrame? {
        switch reading {
        case .payload(let bytes, let time, let losses):
            return frame(of: .encoded(bytes, limits: limits), at: time, losses)
        case .frame(let frame, let colors, let losses):
            let time = settled(frame.time)
            let (width, height) = (frame.luma.width, frame.luma.height)
            formatDescription = "\(address.scheme == .rtsp ? "video" : "picture") \(width)x\(height)"
            pictureSize = CGSize(width: width, height: height)
            let same = Frame(luma: frame.luma, time: time, duration: frame.duration)
            var captured = self.frame(of: .frame(same), at: time, losses)
            captured?.picture = colors.flatMap { SourcePicture(luma: frame.luma, colors: $0, in: pool) }
            if !carriesPictures {
                captured?.missingPicture = .notAsked
            } else if colors != nil, captured?.picture == nil {
                captured?.missingPicture = .outOfBuffers
            }
            return captured
        case .video(let units):
            refuse = SentRefuse()
            take(units)
            return nil
        case .unusable(let unusable):
            refuse.note(unusable, at: .now)
            return nil
        case .nothing, .needsConnection: return nil
        case .refused(let error):
            hasRefusedPassword = true
            throw CaptureError(.applicationIsNotAuthorizedToUseDevice, "\(address): \(error.message)")
        case .failed(let error):
            let code: CaptureError.Code =
                switch error.code {
                case .notPermitted: .applicationIsNotAuthorizedToUseDevice
                case .unknownFormat, .overLimit: .unsupported
                case .empty: .deviceWasDisconnected
                default: .deviceFailed
                }
            throw CaptureError(code, "\(address): \(error.message)")
        }
    }

    /// - Returns: Nil if it is passed over.
    private func frame(of payload: Payload, at time: Duration, _ new: NetworkStreamLosses) -> CaptureFrame? {
        refuse = SentRefuse()
        let drops: [CaptureDropReason: Int] = [
            .late: new.late, .corrupted: new.corrupted, .discontinuity: new.missing,
        ]
        losses = losses.merging(drops) { $0 + $1 }.filter { $1 > 0 }
        lastTime = settled(time)
        guard pace?.takes(lastTime) != false else { return nil }
        defer { losses = [:] }
        let place = number + losses.values.reduce(0, +)
        number = place + 1
        var frame = CaptureFrame(payload: payload, time: lastTime, sequenceNumber: place, drops: losses)
        frame.video = takeSent()
        return frame
    }

    /// The time, as it can be: it was told by somebody who has looked into what a stranger sent.
    private func settled(_ time: Duration) -> Duration { min(max(time, lastTime), MonotonicClock.now) }
}
