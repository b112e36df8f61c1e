import Foundation
import MetadataOutput

extension LinearProof {
    /// Mean residue from which the symbol may be the other way round.
    private static let poor: Float = 0.2
    /// Mean residue from which the bars may be those of another shape of the type.
    private static let unlike: Float = 0.3
    /// What it costs to take the lines from the picture, in attempts.
    private static let costOfLines: Float = 10

    /// Encodes a reading's text again and holds it against the picture's grey values; nil where its type has no shape,
    /// its text cannot be encoded in it or may have been in another way, or its corners are no numbers.
    ///
    /// - Parameters:
    ///   - row: ``Symbol/row``.
    ///   - isStacked: Whether it is known to be in several rows: then only bars that match say anything, and those of its first row
    ///     match half of what one row would have.
    ///   - corners: Of the symbol, in pixels of the picture, its own top left first, then bottom left, bottom right, top
    ///     right.
    ///   - isInverted: Whether its bars are lighter than its spaces.
    ///   - budget: What the proof costs is taken from it. Once it is spent a symbol is looked for only where its edges are.
    init?(
        type: MetadataObjectType, text: [UInt8], row: [Int]? = nil, isStacked: Bool = false,
        corners: [CGPoint], isInverted: Bool = false, in picture: Plane, within budget: inout ProofBudget
    ) {
        guard corners.count == 4, corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
        else { return nil }
        var shapes = SymbolShape.shapes(of: type, text: text, row: row)
        guard let modules = shapes.first?.modules else { return nil }
        let isSpent = budget.isSpent
        let unlike = isStacked ? Self.poor : Self.unlike
        let outline = SymbolShape.readsPiecesOfItself(type) ? EvenEnds.corners(of: corners) : corners
        let lines = BarLines(picture, corners: outline, modules: modules, isInverted: isInverted)
        budget.spend(modules: Self.costOfLines * modules)
        if let seen = SymbolShape.shape(of: type, text: text, seenAlong: lines) { shapes = [seen] }
        func aligned(by contrast: BarEdges.Contrast) -> ShapeAttempt? {
            [lines, lines.turned].compactMap {
                ShapeAttempt.aligned(of: shapes, along: $0, by: contrast, within: &budget)
            }.min { $0.mean < $1.mean }
        }
        let bySharpEdges = aligned(by: .ofRow)
        // Where edges are found, no other placement explains much more.
        if let bySharpEdges, bySharpEdges.mean <= Self.poor {
            self = bySharpEdges.proof
            return
        }
        if isSpent {
            guard let bySharpEdges,
                bySharpEdges.mean <= unlike || !SymbolShape.hasOtherShapes(type, text: text, row: row)
            else { return nil }
            self = bySharpEdges.proof
            return
        }
        guard var best = ShapeAttempt.best(of: shapes, along: lines, within: &budget) else { return nil }
        // Engines do not always know which of a symbol's ends is its first.
        if best.mean > Self.poor,
            let turned = ShapeAttempt.best(of: shapes, along: lines.turned, within: &budget)
        {
            best.take(turned)
        }
        if let bySharpEdges { best.take(bySharpEdges) }
        if best.mean > Self.unlike, let byFaintEdges = aligned(by: .around) { best.take(byFaintEdges) }
        if best.mean > unlike, SymbolShape.hasOtherShapes(type, text: text, row: row) { return nil }
        self = best.proof
    }
}

/// A shape laid along the lines of a symbol in one place, under one blur.
private struct ShapeAttempt {
    private let seen: SeenShape
    private let placement: ShapePlacement
    private let profile: ShapeProfile
    /// Of the bands that fit best.
    private let fits: [(row: Int, fit: ShapeFit)]
    private let total: Float

    /// The bands that fit best count: others may show dirt, or another symbol.
    private static let bandsThatCount = 3

    var mean: Float { total / Float(fits.count * seen.shape.parts.count) }

    private init(_ seen: SeenShape, at placement: ShapePlacement, along profile: ShapeProfile) {
        (self.seen, self.placement, self.profile) = (seen, placement, profile)
        fits = Array(
            profile.rows.indices.map { (row: $0, fit: ShapeFit(seen, along: profile.rows[$0])) }
                .sorted { $0.fit.total < $1.fit.total }.prefix(Self.bandsThatCount))
        total = fits.reduce(0) { $0 + $1.fit.total }
    }

    /// The best where the edges along some lines are those of a shape.
    static func aligned(
        of shapes: [SymbolShape], along lines: BarLines, by contrast: BarEdges.Contrast,
        within budget: inout ProofBudget
    ) -> ShapeAttempt? {
        let bands = lines.bands
        let edges = bands.map { BarEdges(in: $0, by: contrast) }
        var best: ShapeAttempt?
        func take(_ seen: SeenShape, along profile: ShapeProfile) {
            budget.spend(modules: seen.shape.modules)
            let attempt = ShapeAttempt(seen, at: ShapePlacement(), along: profile)
            if attempt.total < best?.total ?? .infinity { best = attempt }
        }
        for shape in shapes {
            guard let profile = ShapeProfile(bands, edges: edges, of: shape) else { continue }
            take(SeenShape(shape, through: .usual), along: profile)
        }
        guard let found = best else { return nil }
        for edge in SoftEdge.others {
            take(SeenShape(found.seen.shape, through: edge), along: found.profile)
        }
        return best
    }

    /// The best along some lines: one parameter after the other, a second time where the first round's others were wrong.
    static func best(of shapes: [SymbolShape], along lines: BarLines, within budget: inout ProofBudget)
        -> ShapeAttempt?
    {
        guard let first = shapes.first else { return nil }
        func attempt(_ seen: SeenShape, at placement: ShapePlacement, along bands: [[Float]]) -> ShapeAttempt
        {
            budget.spend(modules: seen.shape.modules * Float(bands.count) / Float(BarLines.allBands))
            let profile = ShapeProfile(
                bands, of: lines.modules, placement: placement, modules: seen.shape.modules)
            return ShapeAttempt(seen, at: placement, along: profile)
        }
        let wide = lines.wideBands
        var best = attempt(SeenShape(first, through: .usual), at: ShapePlacement(), along: wide)
        func tryPlacement(_ change: (inout ShapePlacement) -> Void) {
            var placement = best.placement
            change(&placement)
            best.take(attempt(best.seen, at: placement, along: wide))
        }
        for _ in 0..<2 {
            let before = best.total
            for shape in shapes.dropFirst() {
                best.take(
                    attempt(SeenShape(shape, through: best.seen.edge), at: best.placement, along: wide))
            }
            for edge in [.usual] + SoftEdge.others {
                best.take(
                    attempt(SeenShape(best.seen.shape, through: edge), at: best.placement, along: wide))
            }
            if best.proof.isClear { break }
            for stretch in ShapePlacement.stretches { tryPlacement { $0.stretch = stretch } }
            for shift in ShapePlacement.shifts { tryPlacement { $0.begin += shift } }
            for shift in ShapePlacement.shifts { tryPlacement { $0.end += shift } }
            if best.total == before { break }
        }
        return attempt(best.seen, at: best.placement, along: lines.bands)
    }

    mutating func take(_ other: ShapeAttempt) {
        if other.total < total { self = other }
    }

    /// What it says of the text.
    var proof: LinearProof {
        let costs = mean { $0.fit.costs }
        // Infinite for guards.
        let templates = seen.rivals
        let rivals = mean { $0.fit.rivals(templates, along: profile.rows[$0.row]) }
        let margins = zip(rivals, costs).filter { $0.0.isFinite }.map { $0 - $1 }
        return LinearProof(
            residue: min(Double(mean), 1), worst: min(Double(costs.max() ?? 1), 1),
            margin: max(-1, min(Double(margins.min() ?? 0), 1)), seam: seam.map(Double.init),
            edgeSeam: edgeSeam.map(Double.init), ink: ink.map(Double.init),
            quiet: max(-1, min(Double(quiet), 2)))
    }

    /// How dark its quiet zones are, as ``QuietZones/darkness(ofBands:modules:isInMost:)`` has it.
    ///
    /// Where the bars of a piece go on beside it they are as dark as they are, though a spot hides the nearest in most bands.
    private var quiet: Float {
        let darkness = QuietZones.darkness(
            ofBands: profile.everywhere, modules: seen.shape.modules, isInMost: seen.shape.readsPiecesOfItself
        )
        guard seen.shape.readsPiecesOfItself, BarsBeside.goOn(seen.shape, in: profile.surroundings)
        else { return darkness }
        return max(darkness, 1)
    }

    /// The step in the places of its parts, from the second on: the first begins with the quiet zone.
    private var seam: Float? {
        let inner = seen.shape.parts.indices.dropFirst()
        let ideal = inner.map { seen.shape.parts[..<$0].reduce(0) { $0 + $1.width } }
        let found = inner.map { part in
            fits.reduce(0) { $0 + profile.place(of: $1.fit.starts[part], in: $1.row) } / Float(fits.count)
        }
        return PartSeam.evidence(ideal: ideal, seen: found)
    }

    /// The step in the places of its bars' edges, where they are known.
    private var edgeSeam: Float? {
        profile.edges(in: fits.map(\.row)).flatMap { EdgeSeam.evidence(of: seen.shape, edges: $0) }
    }

    /// How far the darkness of its digits is from what their bars say, or that of its ends from that of its other bars; nil of symbologies
    /// where neither tells anything.
    private var ink: Float? {
        if seen.shape.readsPiecesOfItself {
            return EndInk.error(
                of: seen.shape.inner.flatMap { $0 }, in: profile.barredBands(of: seen.shape))
        }
        guard seen.shape.hasInk else { return nil }
        let digits = seen.shape.parts.indices.filter { !seen.shape.parts[$0].isGuard }
        let darkness = mean { band in
            seen.shape.parts.indices.map { part in
                profile.rows[band.row].mean(
                    from: band.fit.starts[part], modules: seen.shape.parts[part].width)
            }
        }
        return InkBalance.error(
            dark: digits.map { seen.shape.parts[$0].dark }, seen: digits.map { darkness[$0] })
    }

    private func mean(_ figures: ((row: Int, fit: ShapeFit)) -> [Float]) -> [Float] {
        let all = fits.map(figures)
        return seen.shape.parts.indices.map { part in all.reduce(0) { $0 + $1[part] } / Float(all.count) }
    }
}
