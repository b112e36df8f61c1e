import MetadataOutput

/// A symbol of a size whose modules run into each other.
struct BlurredGrid {
    let version: QRVersion
    let mesh: ModuleMesh
    /// The share of what its finder patterns vary that blur does not explain, 0…1.
    let unexplained: Double
    private let blur: ModuleBlur
    private let finders: BlurredFinders

    /// How many modules of the timing patterns must be darker or lighter than those beside them, as a share: half are, of what is no
    /// symbol, or of another size.
    private static let leastAlternation = 0.6

    /// Nil where there is no symbol of this size.
    ///
    /// - Parameters:
    ///   - mesh: Where its modules are in the plane.
    ///   - blur: A guess of how they run into each other.
    init?(_ version: QRVersion, mesh: ModuleMesh, _ blur: ModuleBlur, in luma: LumaSampler, isInverted: Bool)
    {
        let sampler = ModuleSampler(mesh: mesh, luma: luma, isInverted: isInverted)
        let finders = BlurredFinders(dimension: version.dimension)
        let values = finders.modules.map {
            sampler.value(column: $0.index % version.dimension, row: $0.index / version.dimension)
        }
        guard sampler.alternation(dimension: version.dimension) >= Self.leastAlternation,
            let blur = blur.refined(values, of: finders)
        else { return nil }
        (self.version, self.mesh, self.blur, self.finders) = (version, mesh, blur, finders)
        unexplained = blur.unexplained
    }

    /// Which of its modules are dark, row by row; nil where that cannot be told.
    func restored(_ grid: ModuleGrid) -> [Bool]? {
        blur.evened(grid.values, of: finders).map {
            ModuleRestoration(of: $0, blur, dimension: grid.dimension).isDark
        }
    }
}
