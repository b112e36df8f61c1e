import MetadataOutput

/// Says of pictures that could not be encoded whether others are to be waited for.
struct TooLargePictures: Sendable {
    /// After so many pictures in a row that are too large none is waited for that is not, and before there was any after the
    /// fewer: one that says so may be damaged in its header.
    private static let (most, mostAtFirst) = (30, 3)

    private var count = 0
    private var hasMadeFrames = false

    /// One was encoded.
    mutating func noteFrame() { (count, hasMadeFrames) = (0, true) }

    /// What to tell of one that could not be.
    ///
    /// - Returns: ``CaptureError/Code/decodeFailed``, or ``CaptureError/Code/unsupported`` if it is one of so many that are too large
    ///   that no others will come.
    mutating func error(_ failure: PayloadError) -> CaptureError {
        if failure.code == .overLimit { count += 1 }
        let isLasting = count >= (hasMadeFrames ? Self.most : Self.mostAtFirst)
        return CaptureError(isLasting ? .unsupported : .decodeFailed, failure.message)
    }
}
