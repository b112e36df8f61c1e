/// The colours of a picture whose luma is a ``Frame``, both upright: chroma of full range, 128 where there is no colour.
public struct FrameColors: Sendable {
    /// Cb for two by two pixels, of which the last in a row or column may be one: half as wide and high, rounded up.
    public let blue: Plane
    /// Cr, as large.
    public let red: Plane
    /// What luma and chroma mean.
    public let matrix: StillSamples.Matrix

    /// Makes colours.
    public init(blue: Plane, red: Plane, matrix: StillSamples.Matrix) {
        (self.blue, self.red, self.matrix) = (blue, red, matrix)
    }

    /// How large both planes are.
    ///
    /// - Parameters:
    ///   - width: Of the picture, in pixels.
    ///   - height: Rows of the picture.
    public static func size(width: Int, height: Int) -> (width: Int, height: Int) {
        ((width + 1) / 2, (height + 1) / 2)
    }
}
