import Foundation

/// How thick and large things are drawn in a picture of some size, so that they look alike in all of them.
struct OverlayMeasures {
    /// Thickness of outlines in pixels.
    let line: Double
    /// Height of letters in pixels.
    let font: Double

    /// - Parameter size: Of the drawing in pixels.
    init(size: CGSize) {
        let diagonal = hypot(size.width, size.height)
        line = max(1.25, diagonal / 400)
        font = max(11, diagonal / 64)
    }

    /// Thickness of an object's outline: thinner than usual around what is small.
    func line(around bounds: CGRect) -> Double {
        min(line, max(1, min(bounds.width, bounds.height) / 16))
    }
}
