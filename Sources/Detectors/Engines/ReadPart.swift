import MetadataOutput

/// A part of a plane, and where in it that begins.
struct ReadPart {
    let plane: Plane
    let x: Int
    let y: Int

    init(_ plane: Plane, x: Int = 0, y: Int = 0) {
        (self.plane, self.x, self.y) = (plane, x, y)
    }

    /// Sides below which a part is not divided: no 255 symbols have room in it.
    private static let smallest = 64

    /// Two parts along the longer side that share a quarter of it: in a crowd symbols are much smaller.
    var halves: [ReadPart] {
        let (width, height) = (plane.width, plane.height)
        guard max(width, height) > Self.smallest else { return [] }
        let isWide = width >= height
        let (across, down) = isWide ? (width - width * 3 / 8, height) : (width, height - height * 3 / 8)
        return [(0, 0), (width - across, height - down)].map { left, top in
            ReadPart(
                plane.crop(x: left, y: top, width: across, height: down), x: x + left, y: y + top)
        }
    }
}
