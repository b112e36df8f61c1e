/// Turns somebody's picture bytes into a frame.
public protocol PictureDecoder: Sendable {
    /// Decodes one picture, upright (its own orientation applied), to luma.
    ///
    /// - Parameters:
    ///   - bytes: A whole encoded picture; the format is recognised by content.
    ///   - limits: What it may cost; judged from the header before anything is allocated.
    /// - Throws: ``PayloadError`` with a code and one line that says what was wrong.
    func frame(from bytes: [UInt8], limits: DecodingLimits) throws(PayloadError) -> Frame
}
