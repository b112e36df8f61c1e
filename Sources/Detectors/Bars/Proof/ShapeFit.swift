/// A symbol's shape laid along a row of a profile, each part where it fits best beside its neighbours, seen through a blur.
struct ShapeFit {
    /// Of each part, the share of the grey values' variance that the shape leaves unexplained there.
    let costs: [Float]
    /// Sum of the costs.
    let total: Float
    /// Where in the row each part begins.
    let starts: [Int]
    /// The variance around each part.
    private let scales: [Float]

    /// Most of a part's way from where it should be, and what a quarter of a module from one part to the next costs.
    private static let reach = 8
    private static let bend: Float = 0.02
    /// The same of a part's rivals, from where it is.
    private static let rivalsReach = 2
    private static let step = ShapeRow.stride

    init(_ shape: SeenShape, along row: ShapeRow) {
        let parts = shape.shape.parts
        let places = 2 * Self.reach + 1
        var ideal: [Int] = []
        var start = Float(ShapeProfile.rim) - shape.shape.quiet
        for part in parts {
            ideal.append(Int((start * Float(ShapeProfile.density)).rounded()))
            start += part.width
        }
        let scales = Self.scales(of: parts, from: ideal, in: row)
        let own = parts.indices.map { index in
            (0..<places).map { place in
                shape.templates[index].cost(
                    in: row, at: ideal[index] + (place - Self.reach) * Self.step, variance: scales[index])
            }
        }
        let chosen = Self.cheapestWay(through: own)
        costs = zip(own, chosen).map { $0[$1] }
        total = costs.reduce(0, +)
        starts = zip(ideal, chosen).map { $0 + ($1 - Self.reach) * Self.step }
        self.scales = scales
    }

    /// Of each part, what the rival that explains most leaves unexplained in its place or nearby; infinite for guards.
    ///
    /// A part has been moved to where it fits best, and its rivals may be: of an EAN's 8 and 2, with bars as far apart and of other
    /// widths, the one fits half a module from where the other does.
    ///
    /// - Parameter templates: ``SeenShape/rivals``.
    func rivals(_ templates: [[PartTemplate]], along row: ShapeRow) -> [Float] {
        templates.indices.map { index in
            templates[index].reduce(.infinity) { least, template in
                (-Self.rivalsReach...Self.rivalsReach).reduce(least) { least, shift in
                    // Neighbours stay where they are.
                    let bend = 2 * Self.bend * Float(abs(shift))
                    guard bend < least else { return least }
                    let place = starts[index] + shift * Self.step
                    return min(least, bend + template.cost(in: row, at: place, variance: scales[index]))
                }
            }
        }
    }

    /// The variance around each part; around guards, of which half is quiet zone, that of the nearest character.
    private static func scales(of parts: [SymbolShape.Part], from starts: [Int], in row: ShapeRow) -> [Float]
    {
        let own = zip(parts, starts).map { part, start in
            let width = Int(part.width * Float(ShapeProfile.density))
            return row.variance(max(0, start - width / 2)..<min(row.count, start + width + width / 2))
        }
        return parts.indices.map { index in
            guard parts[index].isGuard else { return own[index] }
            return [index - 1, index + 1].filter { parts.indices.contains($0) && !parts[$0].isGuard }
                .map { own[$0] }.max() ?? own[index]
        }
    }

    /// The place of each part such that costs and changes of place are least.
    private static func cheapestWay(through costs: [[Float]]) -> [Int] {
        let places = costs[0].count
        var total = costs[0]
        // Of each part but the first, the place before for each of its places.
        var ways = [Int](repeating: 0, count: places * costs.count)
        for (part, own) in costs.enumerated().dropFirst() {
            var next = own
            for place in 0..<places {
                var (best, from) = (total[place], place)
                if place > 0, total[place - 1] + bend < best {
                    (best, from) = (total[place - 1] + bend, place - 1)
                }
                if place < places - 1, total[place + 1] + bend < best {
                    (best, from) = (total[place + 1] + bend, place + 1)
                }
                next[place] += best
                ways[part * places + place] = from
            }
            total = next
        }
        var chosen = [Int](
            repeating: total.indices.min { total[$0] < total[$1] } ?? reach, count: costs.count)
        for part in costs.indices.dropFirst().reversed() {
            chosen[part - 1] = ways[part * places + chosen[part]]
        }
        return chosen
    }
}

/// A shape as it looks through a blur.
struct SeenShape {
    let shape: SymbolShape
    let edge: SoftEdge
    /// Of its parts.
    let templates: [PartTemplate]

    init(_ shape: SymbolShape, through edge: SoftEdge) {
        self.shape = shape
        self.edge = edge
        templates = shape.parts.enumerated().map { index, part in
            PartTemplate(
                part.widths, beginsDark: part.beginsDark, isFirst: shape.isOnPaper && index == 0,
                isLast: shape.isOnPaper && index == shape.parts.count - 1, edge: edge)
        }
    }

    /// Of each part, all else that may stand in its place.
    var rivals: [[PartTemplate]] {
        // Most characters have the same ones.
        var known: [Bool: [[Float]: PartTemplate]] = [:]
        return shape.parts.map { part in
            part.rivals.map { widths in
                if let template = known[part.beginsDark]?[widths] { return template }
                let template = PartTemplate(widths, beginsDark: part.beginsDark, edge: edge)
                known[part.beginsDark, default: [:]][widths] = template
                return template
            }
        }
    }
}
