/// What an input hands on: somebody's bytes, not yet looked into, or a frame that is already samples.
///
/// Payload in, readings out is the only way that picture data is decoded and searched.
public enum Payload: Sendable {
    /// An encoded picture (JPEG, PNG, …), recognised by its content.
    case encoded([UInt8], limits: DecodingLimits)
    /// Samples, ready to be searched.
    case frame(Frame)
}
