import MetadataOutput

/// A picture that a camera gives when it is asked for one.
enum Snapshot {
    /// What its bytes are to who has asked: JPEGs stay what they are, others are decoded here, for who makes photos and clips of
    /// encoded pictures takes JPEGs only.
    ///
    /// - Parameters:
    ///   - time: When the first bytes came.
    ///   - type: What the camera says they are.
    ///   - includesColors: Whether colours of what is decoded are wanted.
    /// - Throws: `.unknownFormat` if they are no picture that is taken, `.overLimit`, or `.undecodable` if they are damaged.
    static func reading(
        of bytes: [UInt8], at time: Duration, _ losses: NetworkStreamLosses, limits: DecodingLimits,
        type: String, includesColors: Bool
    ) throws(PayloadError) -> NetworkStreamReading {
        switch EncodedPictureFormat(prefix: bytes) {
        case .jpeg: return .payload(bytes, time: time, losses)
        case .some(let format) where !format.isOpenedLate:
            let picture = try StandardPictureDecoder().picture(
                from: bytes, limits: limits, includingColors: includesColors)
            return .frame(
                Frame(luma: picture.frame.luma, time: time), colors: picture.colors, losses)
        // The libraries of the others are not there in a worker that has closed its door.
        case .some(let format):
            throw PayloadError(
                .unknownFormat, "it gives pictures in \(format.rawValue), which are not taken of cameras")
        case nil:
            // What to do with a file of that kind is no advice here.
            let name = ForeignFormat.name(ofPrefix: Array(bytes.prefix(512)))
            throw PayloadError(
                .unknownFormat, "what it gives as \(type) is \(name ?? "not a picture in a supported format")"
            )
        }
    }
}
