import Foundation
import MetadataOutput

extension View {
    /// A square plane around a point, cut out so that what is tilted by `roll` degrees stands upright.
    ///
    /// - Parameters:
    ///   - center: In continuous coordinates of the view, within it.
    ///   - roll: Degrees, clockwise positive.
    ///   - scale: Pixels of the view to one of the result.
    ///   - side: Pixels of the result, each way.
    ///   - aspect: How much more of the view's height than of its width the square shows.
    ///   - isMirrored: Whether left and right of the result are exchanged.
    func uprightSquare(
        around center: CGPoint, roll: Double, scale: Double, side: Int, aspect: Double = 1,
        isMirrored: Bool = false
    ) -> View {
        let half = Double(side) / 2
        let (across, down) = (scale / aspect.squareRoot(), scale * aspect.squareRoot())
        let map = Homography.translation(x: -half, y: -half)
            .then(.scale(x: isMirrored ? -across : across, y: down))
            .then(.rotation(degrees: roll)).then(.translation(x: center.x, y: center.y))
        let corners = CGRect(x: 0, y: 0, width: 2 * half, height: 2 * half).corners.map { map($0) }
        // Only the part around the square, with room for interpolation, and shrunk by area first where pixels
        // would be skipped: a bilinear warp looks at four pixels only, and takes no plane beyond 32,767.
        let around = CGRect(around: corners).insetBy(dx: -2 * scale - 2, dy: -2 * scale - 2)
        let part = crop(clipped: around)
        let source = scale > 1 ? part.resized(by: 1 / scale, interpolation: .area) : part
        guard let back = source.toPicture.inverse else { preconditionFailure("a scale can be undone") }
        return source.warped(width: side, height: side, along: map.then(toPicture).then(back))
    }

    /// The part of the view under a rectangle, at least a pixel.
    private func crop(clipped rect: CGRect) -> View {
        func range(_ low: Double, _ high: Double, within count: Int) -> (start: Int, count: Int) {
            let start = low > 0 ? Int(min(low.rounded(.down), Double(count - 1))) : 0
            let end = high > Double(start + 1) ? Int(min(high.rounded(.up), Double(count))) : start + 1
            return (start, end - start)
        }
        let columns = range(rect.minX, rect.maxX, within: plane.width)
        let rows = range(rect.minY, rect.maxY, within: plane.height)
        return crop(x: columns.start, y: rows.start, width: columns.count, height: rows.count)
    }
}
