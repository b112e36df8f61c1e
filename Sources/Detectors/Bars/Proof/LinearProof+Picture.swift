import Foundation
import MetadataOutput

extension LinearProof {
    /// Mean residue from which the symbol may be the other way round.
    private static let poor: Float = 0.2

    /// Encodes a reading's text again and holds it against the picture's grey values; nil where its type has no shape,
    /// its text cannot be encoded in it, or its corners are no numbers.
    ///
    /// - Parameters:
    ///   - corners: Of the symbol, in pixels of the picture, its own top left first, then bottom left, bottom right, top
    ///     right.
    init?(type: MetadataObjectType, text: [UInt8], corners: [CGPoint], in picture: Plane) {
        guard corners.count == 4, corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
        let shapes = SymbolShape.shapes(of: type, text: text)
        let placement = ShapePlacement(corners: corners)
        guard var best = ShapeAttempt.best(of: shapes, near: placement, in: picture) else { return nil }
        // Engines do not always know which of a symbol's ends is its first.
        if best.mean > Self.poor,
            let turned = ShapeAttempt.best(of: shapes, near: placement.turned, in: picture)
        {
            best.take(turned)
        }
        self = best.proof
    }
}

/// A shape laid along the picture in one place, under one blur.
private struct ShapeAttempt {
    let shape: SymbolShape
    let blur: Float
    let placement: ShapePlacement
    private let profile: ShapeProfile
    /// Of the bands that fit best.
    private let fits: [(row: Int, fit: ShapeFit)]
    let total: Float

    private static let blurs: [Float] = [0.25, 0.5, 0.8, 1.1]
    /// The bands that fit best count: others may show dirt, or another symbol.
    private static let bandsThatCount = 3

    var mean: Float { total / Float(fits.count * shape.parts.count) }

    init(_ shape: SymbolShape, blur: Float = 0.5, at placement: ShapePlacement, in picture: Plane) {
        self.init(
            shape, blur: blur, at: placement,
            along: ShapeProfile(picture, placement: placement, modules: shape.modules))
    }

    private init(_ shape: SymbolShape, blur: Float, at placement: ShapePlacement, along profile: ShapeProfile)
    {
        (self.shape, self.blur, self.placement, self.profile) = (shape, blur, placement, profile)
        let seen = SeenShape(shape, blur: blur)
        fits = Array(
            profile.rows.indices.map { (row: $0, fit: ShapeFit(seen, along: profile.rows[$0])) }
                .sorted { $0.fit.total < $1.fit.total }.prefix(Self.bandsThatCount))
        total = fits.reduce(0) { $0 + $1.fit.total }
    }

    /// The best near a placement: one parameter after the other, a second time where the first round's others were wrong.
    static func best(of shapes: [SymbolShape], near placement: ShapePlacement, in picture: Plane)
        -> ShapeAttempt?
    {
        guard let first = shapes.first else { return nil }
        var best = ShapeAttempt(first, at: placement, in: picture)
        func tryPlacement(_ change: (inout ShapePlacement) -> Void) {
            var placement = best.placement
            change(&placement)
            best.take(ShapeAttempt(best.shape, blur: best.blur, at: placement, in: picture))
        }
        for _ in 0..<2 {
            let before = best.total
            for shape in shapes.dropFirst() {
                best.take(ShapeAttempt(shape, blur: best.blur, at: best.placement, in: picture))
            }
            for blur in blurs { best.take(best.blurred(by: blur)) }
            if best.proof.isClear { break }
            for stretch in ShapePlacement.stretches { tryPlacement { $0.stretch = stretch } }
            for lean in ShapePlacement.leans { tryPlacement { $0.lean = lean } }
            for shift in ShapePlacement.shifts { tryPlacement { $0.begin += shift } }
            for shift in ShapePlacement.shifts { tryPlacement { $0.end += shift } }
            if best.total == before { break }
        }
        return best
    }

    private func blurred(by blur: Float) -> ShapeAttempt {
        ShapeAttempt(shape, blur: blur, at: placement, along: profile)
    }

    mutating func take(_ other: ShapeAttempt) {
        if other.total < total { self = other }
    }

    /// What it says of the text.
    var proof: LinearProof {
        let seen = SeenShape(shape, blur: blur)
        let costs = mean { $0.fit.costs }
        // Infinite for guards.
        let rivals = mean { $0.fit.rivals(of: seen, along: profile.rows[$0.row]) }
        let margins = zip(rivals, costs).filter { $0.0.isFinite }.map { $0 - $1 }
        return LinearProof(
            residue: min(Double(mean), 1), worst: min(Double(costs.max() ?? 1), 1),
            margin: max(-1, min(Double(margins.min() ?? 0), 1)))
    }

    private func mean(_ figures: ((row: Int, fit: ShapeFit)) -> [Float]) -> [Float] {
        let all = fits.map(figures)
        return shape.parts.indices.map { part in all.reduce(0) { $0 + $1[part] } / Float(all.count) }
    }
}
