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
    ///   - includesColors: Whether somebody wants the colours of a picture that is decoded here, which cost time and memory.
    func next(
        within timeout: Duration, over connection: NetworkConnection?, includingColors includesColors: Bool
    ) -> NetworkStreamReading
}

/// What a network camera gives next.
public enum NetworkStreamReading: Sendable {
    /// An encoded picture, not yet looked into, and when its first bytes came, on the monotonic clock.
    case payload([UInt8], time: Duration, NetworkStreamLosses)
    /// A picture of a stream that is decoded where it is read, with its time on the monotonic clock, and its colours, if they
    /// were asked for and there are some.
    case frame(Frame, colors: FrameColors?, NetworkStreamLosses)
    /// None came in time; more may.
    case nothing
    /// The camera has closed its connection, and speaks on over another.
    case needsConnection
    /// Nothing follows.
    case failed(PayloadError)
    /// Nothing follows: the camera does not take the password that it was told.
    case refused(PayloadError)
}

/// What was lost since the picture before.
public struct NetworkStreamLosses: Sendable, Hashable {
    /// Pictures that were passed over for a newer one.
    public var late: Int
    /// Pictures that did not come whole, or were none.
    public var corrupted: Int

    /// Makes losses, by default none.
    public init(late: Int = 0, corrupted: Int = 0) {
        self.late = late
        self.corrupted = corrupted
    }
}
