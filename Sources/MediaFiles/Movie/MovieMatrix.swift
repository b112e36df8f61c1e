/// How a stored picture comes onto the screen: x′ = ax + cy + tx, y′ = bx + dy + ty, in pixels.
struct MovieMatrix {
    private var a = 1
    private var b = 0
    private var c = 0
    private var d = 1
    private var tx = 0
    private var ty = 0

    /// As it is stored.
    static let identity = MovieMatrix()

    private init() {}

    /// Turned and then mirrored so that the whole picture begins in the corner.
    init(_ description: MovieDescription) {
        let (width, height) = (description.width, description.height)
        switch description.rotation {
        case .none: break
        case .quarter: (a, b, c, d, tx, ty) = (0, 1, -1, 0, height, 0)
        case .half: (a, b, c, d, tx, ty) = (-1, 0, 0, -1, width, height)
        case .threeQuarters: (a, b, c, d, tx, ty) = (0, -1, 1, 0, 0, width)
        }
        if description.isMirrored { (a, c, tx) = (-a, -c, description.uprightSize.width - tx) }
    }

    func append(to box: inout [UInt8]) {
        // The third of each row has another unit.
        for (first, second, third) in [(a, b, 0), (c, d, 0), (tx, ty, 1 << 30)] {
            box.append32(first << 16)
            box.append32(second << 16)
            box.append32(third)
        }
    }
}
