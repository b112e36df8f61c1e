import MetadataOutput

/// What has become of pictures that were to be a movie's frames.
struct MadeFrames: Sendable {
    /// A picture that is still to be encoded.
    struct Picture: Sendable {
        var picture: StillRequest
        var time: Duration
    }

    /// In order; an encoder may give those of earlier pictures.
    var frames: [MovieFrame] = []
    /// Pictures of which there will be none.
    var missingCount = 0
    /// Why an encoder gives no more; nil as long as it does.
    var failure: String?
    /// What that one had not encoded.
    var rest: [Picture] = []
}
