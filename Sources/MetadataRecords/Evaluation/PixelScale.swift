import Foundation

/// From 0…1 of a picture to its pixels.
struct PixelScale {
    let width: Double
    let height: Double

    func pixels(_ point: CGPoint) -> CGPoint {
        CGPoint(x: point.x * width, y: point.y * height)
    }

    func pixels(_ box: CGRect) -> CGRect {
        CGRect(
            x: box.minX * width, y: box.minY * height, width: box.width * width, height: box.height * height)
    }
}
