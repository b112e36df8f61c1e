/// Has pictures of network cameras. Whoever asks for them makes the connections.
public protocol NetworkStreamDecoder: Sendable {
    /// Makes ready to speak with a camera; nothing is sent yet.
    ///
    /// - Throws: ``PayloadError`` if there is nobody who could, or what the source names cannot be read.
    func stream(from source: NetworkStreamSource) throws(PayloadError) -> any NetworkStreamReader
}

/// The pictures of one camera, one after the other, the newest each time; asked by one thread at a time.
public protocol NetworkStreamReader: Sendable {
    /// Waits for the next picture.
    ///
    /// - Parameters:
    ///   - timeout: How long, at most.
    ///   - connection: One to speak over: with the first call, and after ``NetworkStreamReading/needsConnection``.
    ///   - wishes: What somebody wants beside the luma of pictures, or instead.
    func next(
        within timeout: Duration, over connection: NetworkConnection?, for wishes: NetworkStreamWishes
    ) -> NetworkStreamReading
}

/// What is wanted of a network camera's pictures; each costs time and memory.
public struct NetworkStreamWishes: Sendable, Hashable {
    /// Whether the colours of pictures that are decoded where they are read; default false.
    public var includesColors: Bool
    /// Whether video as it was sent, if it is H.264; default false.
    public var includesVideo: Bool
    /// Whether pictures at all, of video that is given as it was sent; default true. Where they are wanted again, they go on with the
    /// next one that needs none before it.
    public var includesPictures: Bool

    /// Makes wishes; by default luma alone.
    public init(includesColors: Bool = false, includesVideo: Bool = false, includesPictures: Bool = true) {
        self.includesColors = includesColors
        self.includesVideo = includesVideo
        self.includesPictures = includesPictures
    }
}

/// What a network camera gives next.
public enum NetworkStreamReading: Sendable {
    /// An encoded picture, not yet looked into, and when its first bytes came, on the monotonic clock.
    case payload([UInt8], time: Duration, NetworkStreamLosses)
    /// A picture of a stream that is decoded where it is read, with its time on the monotonic clock, and its colours, if they
    /// were asked for and there are some.
    case frame(Frame, colors: FrameColors?, NetworkStreamLosses)
    /// Video of H.264 as it was sent, in that order, if it was asked for; of what can be decoded, the pictures are given too. Never
    /// empty.
    case video([NetworkVideoUnit])
    /// None came in time; more may.
    case nothing
    /// The same of a camera that is not silent: what has come since the last picture, and is none.
    case unusable(NetworkStreamUnusable)
    /// The camera has closed its connection, and speaks on over another.
    case needsConnection
    /// Nothing follows.
    case failed(PayloadError)
    /// Nothing follows: the camera does not take the password that it was told.
    case refused(PayloadError)
}

/// A picture of H.264 as it was sent.
public struct NetworkVideoUnit: Sendable, Hashable {
    /// With start codes between its parts (ITU-T H.264, annex B); if it needs no other picture, then with what a decoder must know before
    /// it, as far as the camera has said that.
    public var bytes: [UInt8]
    /// When it was taken, on the monotonic clock; the same as that of the picture that is decoded of it. Of video that is not
    /// sent in the order in which it is shown, it goes back.
    public var time: Duration
    /// Whether one before it is missing here.
    public var followsGap: Bool

    /// So many are given at once at most; together they have no more bytes than a picture may.
    package static let mostInOneAnswer = 256

    /// Makes a unit.
    public init(_ bytes: [UInt8], time: Duration, followsGap: Bool = false) {
        self.bytes = bytes
        self.time = time
        self.followsGap = followsGap
    }
}

/// What was lost since the picture before.
public struct NetworkStreamLosses: Sendable, Hashable {
    /// Pictures that were passed over for a newer one.
    public var late: Int
    /// Pictures that did not come whole, or were none.
    public var corrupted: Int
    /// Frames of video of which packets have not come at all, as far as their numbers tell.
    public var missing: Int

    /// Makes losses, by default none.
    public init(late: Int = 0, corrupted: Int = 0, missing: Int = 0) {
        self.late = late
        self.corrupted = corrupted
        self.missing = missing
    }
}

/// What a camera sends instead of pictures.
public struct NetworkStreamUnusable: Sendable, Hashable {
    /// What it is.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// Parts of Motion JPEG that are no JPEG, or not a whole one.
        case parts
        /// Pictures that were asked for one by one, and are damaged or none.
        case answers
        /// Frames of video that need others before them, which have not come.
        case framesBeforeKeyFrame
        /// Frames of video that cannot be decoded.
        case frames
        /// Packets of video that make no frame.
        case packets
        /// Packets of something else than the video.
        case otherPackets
    }

    /// What it is.
    public var kind: Kind
    /// How much of it has come since the last picture, or the beginning, 1…
    public var count: Int

    /// Makes a note of it.
    public init(_ kind: Kind, count: Int) {
        (self.kind, self.count) = (kind, count)
    }
}
