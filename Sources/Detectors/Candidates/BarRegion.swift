import Foundation

/// A part of the picture with many parallel edges of both signs, as a linear code has.
struct BarRegion: Sendable, Hashable {
    /// The middle, in pixels of the picture.
    let center: CGPoint
    /// The direction across the bars, in degrees clockwise as seen, −90…90; 0 where the bars stand upright.
    let angle: Double
    /// Extent across the bars, in pixels of the picture.
    let length: Double
    /// Extent along the bars, in pixels of the picture.
    let height: Double
    /// Pixels of the picture in a pixel of the plane it was found in.
    let searchScale: Double
    /// Of the labels of a sheet, which of the sheets it is; else nil.
    var sheet: Int?
}
