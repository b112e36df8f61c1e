/// A picture, or a small version of one, as bytes that browsers show.
public struct PictureView: Sendable, Hashable {
    /// What the bytes are: `image/jpeg`, `image/png`, `image/gif`, `image/webp`, `image/bmp`.
    public var mediaType: String
    /// The encoded picture. It says nothing of its own orientation that a viewer might act upon.
    public var bytes: [UInt8]
    /// Width of the encoded picture in pixels, before ``orientation`` is applied.
    public var width: Int
    /// Height of the encoded picture in pixels, before ``orientation`` is applied.
    public var height: Int
    /// What must be done to it to see it as its maker meant it.
    public var orientation: PictureOrientation

    /// Makes a view.
    public init(
        mediaType: String, bytes: [UInt8], width: Int, height: Int, orientation: PictureOrientation = .up
    ) {
        self.mediaType = mediaType
        self.bytes = bytes
        self.width = width
        self.height = height
        self.orientation = orientation
    }
}

/// What is wanted of the picture itself, beside what is in it.
public struct PictureViewRequest: Sendable, Hashable {
    /// The longer side of a small version in pixels; nil, the default, for none. Smaller pictures keep their size.
    public var thumbnailSide: Int?
    /// Whether the picture itself is wanted, default false.
    public var includesPicture: Bool

    /// Makes a request.
    public init(thumbnailSide: Int? = nil, includesPicture: Bool = false) {
        self.thumbnailSide = thumbnailSide
        self.includesPicture = includesPicture
    }
}

/// What was asked for by a ``PictureViewRequest``; nil what was not, or could not be made.
public struct PictureViews: Sendable, Hashable {
    /// The small version, upright. Nil by default.
    public var thumbnail: PictureView?
    /// The picture itself, or a version of it in grey where browsers do not show its format. Nil by default.
    public var picture: PictureView?

    /// Makes views.
    public init(thumbnail: PictureView? = nil, picture: PictureView? = nil) {
        self.thumbnail = thumbnail
        self.picture = picture
    }
}
