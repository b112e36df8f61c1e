/// One picture of a movie, which is to be encoded after those before it.
public struct VideoRequest: Sendable {
    /// The picture, the part of it that is meant, and what nobody is to see; its views, outlines and measure do not matter.
    public var picture: StillRequest
    /// Whether it may need no other picture; the first one never does. Default false.
    public var isKeyFrame: Bool

    /// Makes a request.
    public init(_ picture: StillRequest, isKeyFrame: Bool = false) {
        (self.picture, self.isKeyFrame) = (picture, isKeyFrame)
        (self.picture.views, self.picture.outlines) = ([StillView(format: .nv12)], [])
        self.picture.includesMeasure = false
    }
}

/// A picture of a movie.
public struct EncodedVideoFrame: Sendable, Hashable {
    /// H.264 with start codes; a key frame has its parameters with it.
    public var bytes: [UInt8]
    /// Pixels in a row, even.
    public var width: Int
    /// Rows, even.
    public var height: Int
    /// Whether it needs no other picture.
    public var isKeyFrame: Bool

    /// Makes a frame.
    public init(bytes: [UInt8], width: Int, height: Int, isKeyFrame: Bool) {
        (self.bytes, self.width, self.height, self.isKeyFrame) = (bytes, width, height, isKeyFrame)
    }
}

/// Encodes the pictures of one movie in H.264, one after the other. Used by one thread at a time.
public protocol VideoEncoder: AnyObject, Sendable {
    /// Encodes a picture. It may need all that were encoded before it: who leaves one of those out asks for a key frame next. The
    /// first one is a key frame, as are one of another size and the one after the encoder has failed.
    ///
    /// - Throws: ``PayloadError`` if the picture is damaged, `.engineFailure` if the encoder failed on it, `.overLimit` if no
    ///   picture of this size can be encoded.
    func frame(_ request: VideoRequest) throws(PayloadError) -> EncodedVideoFrame
}
