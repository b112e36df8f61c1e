import MetadataOutput

/// A QR symbol's modules drawn afresh, black on white.
struct ModulePicture {
    /// Pixels a module.
    static let scale = 3
    /// Modules around the symbol.
    static let quietZone = 4

    private let dimension: Int
    private var isDark: [Bool]

    /// The finder and timing patterns are drawn as they must be: they carry nothing, and damage to them only
    /// keeps a decoder from starting.
    init(_ version: QRVersion, isDark: [Bool]) {
        dimension = version.dimension
        self.isDark = isDark
        for index in 8..<dimension - 8 {
            self.isDark[6 * dimension + index] = index.isMultiple(of: 2)
            self.isDark[index * dimension + 6] = index.isMultiple(of: 2)
        }
        for module in FinderModules(dimension: dimension).patterns.joined() {
            self.isDark[module.index] = module.isDark
        }
    }

    /// - Parameter toPicture: Leads from modules to pixels of the picture.
    func view(toPicture: Homography) -> View {
        let side = (dimension + 2 * Self.quietZone) * Self.scale
        let plane = Plane(width: side, height: side) { samples in
            samples.update(repeating: 255)
            for row in 0..<dimension {
                for column in 0..<dimension where isDark[row * dimension + column] {
                    let left = (column + Self.quietZone) * Self.scale
                    for y in 0..<Self.scale {
                        let start = ((row + Self.quietZone) * Self.scale + y) * side + left
                        for x in start..<start + Self.scale { samples[x] = 0 }
                    }
                }
            }
        }
        let toModules = Homography.scale(x: 1 / Double(Self.scale), y: 1 / Double(Self.scale))
            .then(.translation(x: -Double(Self.quietZone), y: -Double(Self.quietZone)))
        return View(plane: plane, toPicture: toModules.then(toPicture))
    }
}
