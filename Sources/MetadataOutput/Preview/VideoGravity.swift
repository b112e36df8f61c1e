/// How a picture is fitted into a preview of another shape.
public enum VideoGravity: String, Sendable, Hashable, CaseIterable {
    /// Whole picture, shape kept, bars at two sides. The default, as on Apple's systems.
    case resizeAspect
    /// Whole preview filled, shape kept, the picture cut at two sides.
    case resizeAspectFill
    /// Stretched to the preview's shape.
    case resize
}
