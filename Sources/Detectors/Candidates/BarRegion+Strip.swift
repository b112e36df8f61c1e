import Foundation
import MetadataOutput

extension BarRegion {
    private static let longest = 900.0
    private static let highest = 400.0
    private static let shortest = 300.0

    /// Fewer edges are no symbol.
    private static let fewestEdges = 20
    /// Mean width of bars and spaces in a strip, in pixels, from which on engines see no more in a longer one.
    private static let coarse = 6.0

    /// Whether it has bars so narrow that a longer strip may show more, by three lines across.
    func hasFineBars(in picture: Plane) -> Bool {
        let (c, s) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
        return [-0.25, 0, 0.25].contains { part in
            let origin = CGPoint(x: center.x - s * height * part, y: center.y + c * height * part)
            guard let runs = BarRuns(of: picture, through: origin, along: CGPoint(x: c, y: s)) else {
                return false
            }
            let edges = runs.edges(within: length / 2)
            return edges >= Self.fewestEdges && length * zoom <= Self.coarse * Double(edges)
        }
    }

    /// Length of the strip: quiet zones, ends that the coarse blocks missed, and some pixels for very short codes.
    var across: Double { length * 1.3 + 12 * searchScale }

    /// Pixels of the strip in a pixel of the picture.
    private var zoom: Double {
        across > Self.longest ? Self.longest / across : across < Self.shortest ? 2 : 1
    }

    /// The region turned so that its bars stand upright, with room for the quiet zones; at most 900 × 400
    /// pixels, doubled where it is under 300 long.
    ///
    /// - Parameters:
    ///   - picture: The picture itself.
    ///   - shrunk: The picture shrunk; it is used where it has enough pixels.
    ///   - magnification: Factor on the size, for a second look.
    func strip(from picture: View, or shrunk: View, magnification: Double = 1) -> View {
        let along = height * 1.05
        let zoom = zoom * magnification
        let width = max(1, Int((across * zoom).rounded()))
        let rows = max(1, Int(min(along * zoom, Self.highest * magnification).rounded()))
        // From the strip's pixels to the picture's.
        let map = Homography.translation(x: -Double(width) / 2, y: -Double(rows) / 2)
            .then(.scale(x: 1 / zoom, y: 1 / zoom))
            .then(.rotation(degrees: angle))
            .then(.translation(x: center.x, y: center.y))
        let source = source(
            picture, shrunk, zoom: zoom,
            corners: [
                map(.zero), map(CGPoint(x: width, y: 0)), map(CGPoint(x: width, y: rows)),
                map(CGPoint(x: 0, y: rows)),
            ])
        guard let toSource = source.toPicture.inverse else { return source }
        return source.warped(
            width: width, height: rows, along: map.then(toSource),
            interpolation: zoom > 1 ? .cubic : .linear,
            border: .constant(255))
    }

    /// What the strip is cut from: the shrunk picture if that is fine enough, else the part of the picture that
    /// is needed, shrunk first where sampling it would skip pixels.
    private func source(_ picture: View, _ shrunk: View, zoom: Double, corners: [CGPoint]) -> View {
        if zoom * shrunk.linearScale <= 1 { return shrunk }
        let part = picture.crop(around: CGRect(around: corners).insetBy(dx: -2, dy: -2))
        return zoom < 0.6 ? part.resized(by: zoom, interpolation: .area) : part
    }
}
