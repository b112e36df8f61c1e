import MetadataOutput

/// How a picture is fitted into a layer of another shape.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    /// Apple's name for it.
    public let rawValue: String

    /// Makes a way to fit pictures of Apple's name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole picture, shape kept.
    public static let resizeAspect = Self(rawValue: "AVLayerVideoGravityResizeAspect")
    /// The whole layer filled, shape kept.
    public static let resizeAspectFill = Self(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// Stretched to the layer's shape.
    public static let resize = Self(rawValue: "AVLayerVideoGravityResize")

    init(_ gravity: VideoGravity) {
        self =
            switch gravity {
            case .resizeAspect: .resizeAspect
            case .resizeAspectFill: .resizeAspectFill
            case .resize: .resize
            }
    }

    /// The library's own; nil for a name that is none of Apple's.
    var core: VideoGravity? { VideoGravity.allCases.first { Self($0) == self } }
}
