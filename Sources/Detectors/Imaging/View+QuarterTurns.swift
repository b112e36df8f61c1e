import MetadataOutput

extension View {
    /// The whole view left for right: the same pixels in other places.
    func mirrored() -> View {
        warped(
            width: plane.width, height: plane.height,
            along: .affine(xx: -1, xy: 0, x0: Double(plane.width), yx: 0, yy: 1, y0: 0))
    }

    /// The whole view turned clockwise by quarters of a turn: the same pixels in other places.
    ///
    /// - Parameter quarters: 1, 2 or 3.
    func turned(byQuarters quarters: Int) -> View {
        let (width, height) = (Double(plane.width), Double(plane.height))
        let map: Homography =
            switch quarters {
            case 1: .affine(xx: 0, xy: 1, x0: 0, yx: -1, yy: 0, y0: height)
            case 2: .affine(xx: -1, xy: 0, x0: width, yx: 0, yy: -1, y0: height)
            default: .affine(xx: 0, xy: -1, x0: width, yx: 1, yy: 0, y0: 0)
            }
        let isOnItsSide = quarters != 2
        return warped(
            width: isOnItsSide ? plane.height : plane.width, height: isOnItsSide ? plane.width : plane.height,
            along: map)
    }
}
