public import Foundation

/// What an input hands on: somebody's bytes, not yet looked into, or a frame that is already samples.
///
/// Payload in, readings out is the only way that picture data is decoded and searched.
public indirect enum Payload: Sendable {
    /// An encoded picture (JPEG, PNG, …), recognised by its content.
    case encoded([UInt8], limits: DecodingLimits)
    /// Samples, ready to be searched.
    case frame(Frame)
    /// A part of a picture that has yet to be decoded, 0…1 of the upright picture, origin top left; it is the whole
    /// picture to everybody after the decoder. This is how a camera of JPEGs is zoomed.
    case cropped(Payload, to: CGRect)
    /// A picture of which parts are hidden to everybody after the decoder.
    case masked(Payload, by: PictureMask)
}
