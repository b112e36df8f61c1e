public import Foundation
public import MetadataOutput

/// Where a session takes frames from: a camera, or anything else that gives payloads with times.
public protocol CaptureInput: AnyObject, Sendable {
    /// The source's name in records; of a camera its node or what the user called it by.
    var sourceName: String { get }

    /// What connections of this input begin at; default one, for video.
    var ports: [CaptureInputPort] { get }

    /// Whether frames that nobody has taken in time are dropped, as of cameras; default true. Where not, such as
    /// for files, the input waits.
    var dropsLateFrames: Bool { get }

    /// Whether the source is there, as far as that can be told at little cost; default true. While it is not,
    /// nobody tries to open it.
    var isConnected: Bool { get }
    /// Why the source is not there; nil if it is, as far as that can be told.
    var connectionError: CaptureError? { get }

    /// Where it looks, which decides whether a preview of it is mirrored; default unspecified.
    var position: CaptureDevice.Position { get }

    /// Opens the source and starts it.
    ///
    /// The session calls this on a thread that it keeps for this input; it may block. After a stream has ended or
    /// failed it may be called again.
    ///
    /// - Parameter preset: What formats the session wants.
    func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream
}

/// One kind of media of an input.
public struct CaptureInputPort: Sendable, Hashable {
    /// Tells the ports of one session apart.
    public let input: ObjectIdentifier
    /// The source's name.
    public let sourceName: String
}

extension CaptureInput {
    /// Late frames are dropped.
    public var dropsLateFrames: Bool { true }

    /// It is there.
    public var isConnected: Bool { true }
    /// What ``isConnected`` says, in words; nil if it is connected.
    public var connectionError: CaptureError? {
        isConnected ? nil : CaptureError(.deviceNotConnected, "\(sourceName) is not connected")
    }

    /// It does not say.
    public var position: CaptureDevice.Position { .unspecified }

    /// The one port for video.
    public var ports: [CaptureInputPort] {
        [CaptureInputPort(input: ObjectIdentifier(self), sourceName: sourceName)]
    }
}

/// A running source; used by one thread.
public protocol CaptureStream: AnyObject {
    /// One line on what is delivered, for status records, such as `MJPG 1280x720 at 30`.
    var formatDescription: String { get }

    /// Width and height in pixels of the pictures that it gives, as far as they are known before the first one has come; default
    /// nil. Where they are, layers and outputs convert from the start on.
    var pictureSize: CGSize? { get }

    /// The time from one frame to the next, as far as that is known; default nil. A source is not taken for stalled before some
    /// of it have passed.
    var frameInterval: Duration? { get }

    /// How long it may give no frame before it counts as stalled, where the source says so and not the session's
    /// ``ReconnectPolicy``; default nil.
    var longestSilence: Duration? { get }

    /// Whether frames are to have their ``CaptureFrame/picture``, which costs a copy of it; set by the session before
    /// each frame. What has no pictures of its own leaves it at false.
    var carriesPictures: Bool { get set }

    /// Waits for the newest frame.
    ///
    /// - Parameter timeout: How long to wait at most.
    /// - Returns: The frame, or nil if none came within `timeout`.
    /// - Throws: ``CaptureError/Code/inputEnded`` after the last frame of a source that has one.
    func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame?

    /// Frames lost since the last one that was delivered, by reason; asked for before the stream is closed.
    var undeliveredDrops: [CaptureDropReason: Int] { get }

    /// Gives back everything the stream holds. Called once, also after an error.
    func close()
}

extension CaptureStream {
    /// Nil: they are not known.
    public var pictureSize: CGSize? { nil }

    /// Nil: it is not known.
    public var frameInterval: Duration? { nil }

    /// Nil: the session says.
    public var longestSilence: Duration? { nil }

    /// There are none.
    public var carriesPictures: Bool {
        get { false }
        set {}
    }

    /// None.
    public var undeliveredDrops: [CaptureDropReason: Int] { [:] }
}

/// Why a frame comes without its picture in colour.
enum MissingPicture {
    /// Nobody had asked for it when the frame was taken.
    case notAsked
    /// All memory for pictures is held.
    case outOfBuffers
}

/// What a stream delivers.
public struct CaptureFrame: Sendable {
    /// The picture, not yet looked into.
    public var payload: Payload
    /// The same as the camera gave it, with its colours; nil if nobody asked for it, or ``payload`` itself is what it gave.
    public var picture: SourcePicture?
    /// Of ``payload``, if it is a frame, the part of the camera's picture that a zoom left, 0…1.
    var part = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// Why ``picture`` is missing though the camera gave one; nil if there is one or none can be.
    var missingPicture: MissingPicture?
    /// What has been sent since the frame before, as it came, where it can be in a movie so and somebody wants that.
    var video: [SentFrame] = []
    /// Whether that is all there is: ``payload`` is no picture.
    var isVideoAlone = false
    /// When it was taken, on the monotonic clock of the system (`CLOCK_MONOTONIC`).
    public var time: Duration
    /// The source's number for it; a gap means that frames were lost.
    public var sequenceNumber: Int
    /// Frames dropped since the one before, by reason.
    public var drops: [CaptureDropReason: Int]

    /// Makes a frame.
    public init(
        payload: Payload, time: Duration, sequenceNumber: Int, drops: [CaptureDropReason: Int] = [:]
    ) {
        self.payload = payload
        self.time = time
        self.sequenceNumber = sequenceNumber
        self.drops = drops
    }
}
