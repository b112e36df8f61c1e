import Foundation

/// Where places of one frame are in the next if nothing has moved: pictures may have got another size, or a zoom cuts another
/// part out of what the camera sees.
struct FrameChange {
    /// How many pixels of the later frame one of the earlier is wide, and how many it is high.
    let x, y: Double
    /// Where the earlier frame's top left corner is, in pixels of the later one.
    private let origin: CGPoint
    /// How much larger things are by the zoom alone.
    private let zoom: Double

    /// Steps of a zoom across which motion is looked for: a place is hardly like itself at another size.
    private static let smallSteps = 0.8...1.25

    init(from earlier: SearchedFrame, to later: SearchedFrame) {
        let (old, new) = (earlier.crop, later.crop)
        let (width, height) = (Double(later.width), Double(later.height))
        zoom = old.width / new.width
        x = zoom * width / Double(earlier.width)
        y = old.height / new.height * height / Double(earlier.height)
        origin = CGPoint(
            x: (old.minX - new.minX) / new.width * width, y: (old.minY - new.minY) / new.height * height)
    }

    /// Whether every place is where it was.
    var isNone: Bool { (x, y) == (1, 1) && origin == .zero }
    /// Whether what moved from the one frame to the other can be seen.
    var showsMotion: Bool { Self.smallSteps.contains(zoom) }

    /// Where a point of the earlier frame is in the later one.
    func callAsFunction(_ point: CGPoint) -> CGPoint {
        CGPoint(x: origin.x + point.x * x, y: origin.y + point.y * y)
    }

    /// Where a rectangle is.
    func callAsFunction(_ box: CGRect) -> CGRect {
        let corner = self(box.origin)
        return CGRect(x: corner.x, y: corner.y, width: box.width * x, height: box.height * y)
    }
}
