public import MetadataOutput

/// One picture of an input, encoded as it was found, or why it could not be read.
public struct CapturedPicture: Sendable {
    /// Where it comes from.
    public let source: PictureSource
    /// Its place among the inputs, from 0.
    public let index: Int
    /// Its bytes, not yet looked into.
    public let payload: Result<Payload, PayloadError>
}

/// What a metadata output says of one picture.
public struct PictureUpdate: Sendable {
    /// Where the picture comes from.
    public let source: PictureSource
    /// Its place among the inputs, from 0.
    public let index: Int
    /// Which version of the input it was, looked up before it was read; nil of standard input and other streams, of which
    /// nothing tells what they give the next time.
    public let version: PictureVersion?
    /// Its number in the sequence or movie that it is a frame of, from 0; nil for a still picture, and of a movie that cannot be
    /// read, or not to its end.
    public let frame: Int?
    /// When it was taken, if it is a frame of a sequence or movie; nil where ``frame`` is.
    public let time: Duration?
    /// What is in it, or why that is not known.
    public package(set) var result: Result<MetadataUpdate, PayloadError>
}
