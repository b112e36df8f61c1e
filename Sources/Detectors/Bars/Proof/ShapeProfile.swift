/// Grey values along a linear symbol as it is placed, in bands from its top to its bottom.
struct ShapeProfile {
    /// Samples a module, and modules before and behind the symbol that are sampled too.
    static let density = BarLines.density
    static let rim = 8
    /// Fewest bands in which edges must be those of the symbol.
    private static let fewestAligned = 3

    /// A row a band.
    let rows: [[Float]]

    /// The symbol where a placement has it.
    ///
    /// - Parameters:
    ///   - bands: Of lines.
    ///   - linesModules: From the first bar to the last, as the lines were taken.
    ///   - modules: The same of the symbol's shape.
    init(_ bands: [[Float]], of linesModules: Float, placement: ShapePlacement, modules: Float) {
        let length = modules + placement.end - placement.begin
        let places = Self.modules(of: modules).map { module in
            let share = module / modules
            let inside = min(max(share, 0), 1)
            let bent = share + placement.stretch * inside * (1 - inside)
            let place = (placement.begin + bent * length) / modules * linesModules
            return (place + Float(BarLines.reach)) * Float(Self.density) - 0.5
        }
        rows = bands.map { Self.values(of: $0, at: places) }
    }

    /// The symbol where its edges are, band by band; nil where too few bands have them.
    init?(_ bands: [[Float]], edges: [BarEdges], of shape: SymbolShape) {
        let knots = shape.parts.dropLast().reduce(into: [-shape.quiet]) {
            $0.append($0[$0.count - 1] + $1.width)
        }
        let ends = [0] + knots.dropFirst() + [shape.modules]
        rows = zip(bands, edges).compactMap { band, edges in
            edges.boundaries(of: shape).map { boundaries in
                var part = 0
                let places = Self.modules(of: shape.modules).map { module in
                    while part < ends.count - 2, module > ends[part + 1] { part += 1 }
                    let share = (module - ends[part]) / (ends[part + 1] - ends[part])
                    return boundaries[part] + share * (boundaries[part + 1] - boundaries[part])
                }
                return Self.values(of: band, at: places)
            }
        }
        if rows.count < Self.fewestAligned { return nil }
    }

    /// Where the samples of a row are, in modules behind the beginning of the first bar.
    private static func modules(of modules: Float) -> [Float] {
        let count = Int((modules + 2 * Float(rim)) * Float(density))
        return (0..<count).map { (Float($0) + 0.5) / Float(density) - Float(rim) }
    }

    /// The values of a band at places between its samples; its ends go on outside.
    private static func values(of band: [Float], at places: [Float]) -> [Float] {
        let last = band.count - 1
        return places.map { place in
            let place = min(max(place, 0), Float(last))
            let left = Int(place)
            return band[left] + (band[min(left + 1, last)] - band[left]) * (place - Float(left))
        }
    }
}
