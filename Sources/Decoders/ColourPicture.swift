import AreaShrink
import MetadataOutput

/// A picture as planes of luma and chroma of one size, full range, BT.601: what JPEG has.
struct ColourPicture {
    var y: Plane
    /// Nil for grey.
    var chroma: (blue: Plane, red: Plane)?
    /// Whether there was chroma for every row.
    var hasTallChroma = false

    var width: Int { y.width }
    var height: Int { y.height }

    init(grey: Plane) {
        y = grey
    }

    init(y: Plane, chroma: (blue: Plane, red: Plane)?, hasTallChroma: Bool) {
        (self.y, self.chroma, self.hasTallChroma) = (y, chroma, hasTallChroma)
    }

    /// Makes a picture whose planes `fill` writes, row after row without gaps.
    init<E: Error>(
        width: Int, height: Int,
        fill: (
            _ y: UnsafeMutablePointer<UInt8>, _ cb: UnsafeMutablePointer<UInt8>,
            _ cr: UnsafeMutablePointer<UInt8>
        ) throws(E) -> Void
    ) throws(E) {
        var (blue, red): (Plane?, Plane?)
        y = try Plane(width: width, height: height, isCleared: false) { (y) throws(E) in
            blue = try Plane(width: width, height: height, isCleared: false) { (cb) throws(E) in
                red = try Plane(width: width, height: height, isCleared: false) { (cr) throws(E) in
                    guard let y = y.baseAddress, let cb = cb.baseAddress, let cr = cr.baseAddress else {
                        return
                    }
                    try fill(y, cb, cr)
                }
            }
        }
        if let blue, let red { chroma = (blue, red) }
    }

    /// The same with something done to each plane.
    func map(_ body: (Plane) -> Plane) -> ColourPicture {
        ColourPicture(
            y: body(y), chroma: chroma.map { (body($0.blue), body($0.red)) }, hasTallChroma: hasTallChroma)
    }

    /// So small that no side is longer than `side`; itself if it is that small.
    func shrunk(toSide side: Int) -> ColourPicture {
        let longest = max(width, height)
        guard longest > side else { return self }
        func shrunk(_ length: Int) -> Int { max(1, (length * side + longest / 2) / longest) }
        return map { $0.areaShrunk(width: shrunk(width), height: shrunk(height)) }
    }

    /// One of the planes.
    enum Component {
        case luma, blue, red
    }

    /// The planes with something drawn on copies of them.
    func drawn(
        _ draw: (_ samples: UnsafeMutablePointer<UInt8>, _ component: Component) -> Void
    ) -> ColourPicture {
        func drawn(_ plane: Plane, _ component: Component) -> Plane {
            Plane(width: width, height: height, isCleared: false) { target in
                guard let target = target.baseAddress else { return }
                plane.withUnsafeSamples { source in
                    for row in 0..<height {
                        (target + row * width).update(from: source + row * plane.bytesPerRow, count: width)
                    }
                }
                draw(target, component)
            }
        }
        return ColourPicture(
            y: drawn(y, .luma),
            chroma: chroma.map { (drawn($0.blue, .blue), drawn($0.red, .red)) },
            hasTallChroma: hasTallChroma)
    }
}
