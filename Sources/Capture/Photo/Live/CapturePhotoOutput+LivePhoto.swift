import MetadataOutput

/// Movies around photos: Live Photos as on Apple's systems, or Google's Motion Photos.
extension CapturePhotoOutput {
    /// Whether there can be movies around photos: of every camera whose pictures photos can be made of.
    public var isLivePhotoCaptureSupported: Bool {
        connections.contains { connection in
            guard connection.isEnabled else { return false }
            guard let format = connection.camera?.activeFormat else { return true }
            return LumaLayout(format.pixelFormat) != .video
        }
    }

    /// What the frames of movies around photos can be, the usual one first; none where there are no such movies. Waits until
    /// that can be said, the first time.
    public var availableLivePhotoVideoCodecs: [MovieVideoCodec] {
        isLivePhotoCaptureSupported ? livePhotos.codecs.available(over: connections) : []
    }

    /// Whether the last seconds of each camera are kept for movies around photos; default false, as it costs memory and,
    /// with cameras that send no JPEGs, an encoder's time. A movie reaches back to when this became true at most.
    public var isLivePhotoCaptureEnabled: Bool {
        get { livePhotos.isEnabled }
        set { livePhotos.isEnabled = newValue }
    }

    /// Whether movies around photos begin after the camera was raised to the photo, and end before it is lowered or shows another
    /// scene; default true. What a hand does that shakes, and what moves before the camera, cuts nothing. It costs the
    /// decoding of some thirty pictures for each movie.
    public var isLivePhotoAutoTrimmingEnabled: Bool {
        get { livePhotos.trims }
        set { livePhotos.trims = newValue }
    }

    /// Whether nothing is kept for a while; default false, and false again when the session stops. Movies that are being made
    /// end with the last picture before it, and later ones begin after it.
    public var isLivePhotoCaptureSuspended: Bool {
        get { livePhotos.isSuspended }
        set { livePhotos.isSuspended = newValue }
    }
}
