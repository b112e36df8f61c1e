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

    /// Whether it is the same region, found again in more pixels or fewer.
    func isAbout(_ other: BarRegion) -> Bool {
        let distance = hypot(center.x - other.center.x, center.y - other.center.y)
        return distance <= 0.25 * min(length, other.length)
            && max(length, other.length) <= 1.5 * min(length, other.length)
    }

    /// The upright box around it.
    var boundingBox: CGRect {
        let (c, s) = (abs(cos(angle * .pi / 180)), abs(sin(angle * .pi / 180)))
        let (width, height) = (c * length + s * height, s * length + c * height)
        return CGRect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    }
}
