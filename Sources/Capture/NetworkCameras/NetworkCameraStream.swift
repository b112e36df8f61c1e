import Dispatch
import Foundation
import MetadataOutput

/// A running network camera: its newest picture, each time.
final class NetworkCameraStream: CaptureStream {
    /// How long anything may take to notice that it should stop.
    private static let patience = Duration.milliseconds(100)

    private let address: NetworkAddress
    private let connector: NetworkConnector
    private let deadline: Duration
    private let limits: DecodingLimits
    private var pace: FramePace?
    /// As it is asked for, as far as it is told; a camera that sends pictures by itself may be faster.
    let frameInterval: Duration?
    var carriesPictures = false
    /// As many pictures in colour are held as of other cameras.
    private let pool = MemoryPool(limit: CameraStream.mostPictures)
    /// What was lost since the last frame that was handed out.
    private var losses = NetworkStreamLosses()
    private let isCancelled: @Sendable () -> Bool
    private var reader: (any NetworkStreamReader)?
    /// The first frame, until it is taken.
    private var first: CaptureFrame?
    private var number = 0
    private var lastTime = Duration.zero
    private(set) var undeliveredDrops: [CaptureDropReason: Int] = [:]
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
            let end = ContinuousClock.now + deadline
            first = try frame(reading(within: Self.patience, over: connection))
            while first == nil {
                if isCancelled() { throw NetworkConnector.cancelled }
                guard .now < end else {
                    throw CaptureError(.deviceStalled, "\(address) has sent no picture for \(deadline)")
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

    func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
        if let first {
            self.first = nil
            return first
        }
        return try frame(reading(within: timeout, over: nil))
    }

    func close() { reader = nil }

    /// Asks for a picture, over another connection where the camera has closed the one it had.
    private func reading(
        within timeout: Duration, over connection: NetworkConnection?
    ) throws(CaptureError) -> NetworkStreamReading {
        guard let reader else { throw CaptureError(.deviceFailed, "the stream of \(address) is closed") }
        let reading = reader.next(
            within: timeout, over: connection, includingColors: carriesPictures)
        guard case .needsConnection = reading else { return reading }
        let other = try connector.connect(to: address, unless: isCancelled)
        return reader.next(within: timeout, over: other, includingColors: carriesPictures)
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
        losses.late += new.late
        losses.corrupted += new.corrupted
        lastTime = settled(time)
        guard pace?.takes(lastTime) != false else { return nil }
        defer { losses = NetworkStreamLosses() }
        var drops: [CaptureDropReason: Int] = [:]
        if losses.late > 0 { drops[.late] = losses.late }
        if losses.corrupted > 0 { drops[.corrupted] = losses.corrupted }
        defer { number += 1 + losses.late + losses.corrupted }
        return CaptureFrame(
            payload: payload, time: lastTime, sequenceNumber: number + losses.late + losses.corrupted,
            drops: drops)
    }

    /// The time, as it can be: it was told by somebody who has looked into what a stranger sent.
    private func settled(_ time: Duration) -> Duration { min(max(time, lastTime), Self.now) }

    /// The monotonic clock, which frames' times are on.
    private static var now: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }
}
