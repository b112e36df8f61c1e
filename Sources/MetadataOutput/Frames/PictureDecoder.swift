/// Turns somebody's picture bytes into a frame.
public protocol PictureDecoder: PictureRecognizer {
    /// Decodes one picture, upright (its own orientation applied), to luma.
    ///
    /// - Parameters:
    ///   - bytes: A whole encoded picture; the format is recognised by content.
    ///   - limits: What it may cost; judged from the header before anything is allocated.
    /// - Throws: ``PayloadError`` with a code and one line that says what was wrong.
    func frame(from bytes: [UInt8], limits: DecodingLimits) throws(PayloadError) -> Frame
}

extension PictureDecoder {
    /// The frame of a payload, decoded if need be.
    ///
    /// - Throws: As ``frame(from:limits:)``.
    public func frame(from payload: Payload) throws(PayloadError) -> Frame {
        switch payload {
        case .encoded(let bytes, let limits): try frame(from: bytes, limits: limits)
        case .frame(let frame): frame
        case .cropped(let payload, let part): try frame(from: payload).cropped(to: part)
        case .masked(let payload, let mask): try frame(from: payload).masked(by: mask)
        }
    }
}
