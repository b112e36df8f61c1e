/// Grey values along a linear symbol as it is placed, in bands from its top to its bottom.
struct ShapeProfile {
    /// Samples a module, and modules before and behind the symbol that are sampled too.
    static let density = BarLines.density
    static let rim = 8
    /// Fewest bands in which edges must be those of the symbol.
    private static let fewestAligned = 3

    /// A row a band; where edges were looked for, of the bands that have them.
    let rows: [ShapeRow]
    /// The same of each narrow band, from the top to the bottom, whatever it shows.
    let everywhere: [[Float]]
    /// Of each row, where its samples are along the band, in samples of the lines.
    private let places: [[Float]]
    /// Of each row, where the edges of the symbol's bars are, in samples of the lines; empty where none were looked for.
    private let edges: [[Float]]
    /// The bands of these edges, in samples of the lines.
    private let bandsOfEdges: [[Float]]
    /// What is beside these edges in the narrow bands, of a symbol that reads pieces of itself.
    let surroundings: [BarsBeside.Band]

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
        let rows = bands.map { Self.values(of: $0, at: places) }
        self.rows = rows.map(ShapeRow.init)
        self.places = bands.map { _ in places }
        (edges, bandsOfEdges, surroundings) = ([], [], [])
        everywhere = Array(rows.prefix(BarLines.narrowBands))
    }

    /// The symbol where its edges are, band by band; nil where too few bands have them.
    init?(_ bands: [[Float]], edges: [BarEdges], of shape: SymbolShape) {
        let knots = shape.parts.dropLast().reduce(into: [-shape.quiet]) {
            $0.append($0[$0.count - 1] + $1.width)
        }
        let ends = [0] + knots.dropFirst() + [shape.modules]
        let firstEdges = shape.inner.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        var rows: [ShapeRow] = []
        var edgesOfRows: [[Float]] = []
        var bandsOfEdges: [[Float]] = []
        var placesOfRows: [[Float]] = []
        var surroundings: [BarsBeside.Band] = []
        for (number, (band, all)) in zip(bands, edges).enumerated() {
            guard let edges = all.edges(of: shape) else { continue }
            if number < BarLines.narrowBands, shape.readsPiecesOfItself {
                surroundings.append(BarsBeside.Band(of: edges, in: band, modules: shape.modules))
            }
            let boundaries = firstEdges.map { edges[$0] }
            var part = 0
            let places = Self.modules(of: shape.modules).map { module in
                while part < ends.count - 2, module > ends[part + 1] { part += 1 }
                let share = (module - ends[part]) / (ends[part + 1] - ends[part])
                return boundaries[part] + share * (boundaries[part + 1] - boundaries[part])
            }
            rows.append(ShapeRow(Self.values(of: band, at: places)))
            placesOfRows.append(places)
            edgesOfRows.append(edges)
            bandsOfEdges.append(band)
        }
        (self.rows, places) = (rows, placesOfRows)
        (self.edges, self.bandsOfEdges) = (edgesOfRows, bandsOfEdges)
        self.surroundings = surroundings
        guard rows.count >= Self.fewestAligned, let usual = placesOfRows.last else { return nil }
        // Bars are upright along lines, so that what is beside the symbol is there in all bands.
        everywhere = bands.prefix(BarLines.narrowBands).map { Self.values(of: $0, at: usual) }
    }

    /// Bands with the edges of bars: as found or, where none were looked for, as a shape has them.
    func barredBands(of shape: SymbolShape) -> [BarredBand] {
        guard edges.isEmpty else { return zip(bandsOfEdges, edges).map(BarredBand.init) }
        let begin = Float(Self.rim * Self.density) - 0.5
        let edges = shape.inner.joined().reduce(into: [begin]) {
            $0.append($0[$0.count - 1] + $1 * Float(Self.density))
        }
        return everywhere.map { BarredBand(samples: $0, edges: edges) }
    }

    /// Where along the lines a sample of a row begins, in modules as the lines have them.
    func place(of sample: Int, in row: Int) -> Float {
        let places = places[row]
        let after = min(max(sample, 1), places.count - 1)
        return (places[after - 1] + places[after]) / 2 / Float(Self.density)
    }

    /// Where the edges of the symbol's bars are in the mean of some rows, in modules as the lines have them; nil where they are not
    /// known.
    func edges(in rows: [Int]) -> [Float]? {
        guard let first = edges.first else { return nil }
        return first.indices.map { edge in
            rows.reduce(0) { $0 + edges[$1][edge] } / Float(rows.count * Self.density)
        }
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
