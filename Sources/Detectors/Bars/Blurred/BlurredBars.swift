/// The bars of a blurred profile: light restored, edges where it changes, moved to where their blur looks most like what is seen.
struct BlurredBars {
    /// Fewer and more edges are no symbol.
    private static let edges = 12...300
    /// Narrower bars than this, in deviations of the blur, are what restoring makes of noise.
    private static let narrowest = 0.3
    /// Up to so wide they may be.
    private static let doubtful = 1.0
    /// How much larger the difference may become that is left when one of them is taken out.
    private static let asGood = 1.1
    private static let mostPruned = 16
    private static let mostRounds = 3

    let edges: BlurredEdges

    /// Nil if there are no bars.
    ///
    /// - Parameters:
    ///   - seen: Light across bars, with paper at both ends.
    ///   - blur: About the one that it was blurred by.
    init?(of seen: [Double], _ blur: BarBlur) {
        guard var light = BarLight(of: seen) else { return nil }
        var blur = blur
        var best: BlurredEdges?
        for _ in 0..<Self.mostRounds {
            let restored = BarRestoration(of: light.even(seen), blur)
            guard let edges = Self.fitted(restored.edges, blur, in: seen) else { break }
            // Light and width of the blur are known better now.
            if let best, edges.residue > 0.98 * best.residue { break }
            best = edges
            (light, blur) = (edges.light, edges.blur)
        }
        guard let best, best.light.contrast > 0 else { return nil }
        edges = best
    }

    private static func fitted(_ places: [Double], _ blur: BarBlur, in seen: [Double]) -> BlurredEdges? {
        guard places.count <= Self.edges.upperBound,
            let places = wide(places, blur),
            let edges = BlurredEdges(places, blur, in: seen)
        else { return nil }
        return pruned(edges, in: seen)
    }

    /// Without the narrowest bars and spaces as long as what is seen is explained nearly as well.
    private static func pruned(_ edges: BlurredEdges, in seen: [Double]) -> BlurredEdges? {
        var edges = edges
        for _ in 0..<mostPruned {
            guard let narrow = narrowest(of: edges.places) else { break }
            let width = edges.places[narrow + 1] - edges.places[narrow]
            guard width < doubtful * edges.blur.deviation else { break }
            var places = edges.places
            places.removeSubrange(narrow...narrow + 1)
            guard places.count >= Self.edges.lowerBound else { return nil }
            guard let fewer = BlurredEdges(places, edges.blur, in: seen) else { break }
            guard width < narrowest * edges.blur.deviation || fewer.residue <= asGood * edges.residue else {
                break
            }
            edges = fewer
        }
        return edges
    }

    private static func narrowest(of places: [Double]) -> Int? {
        places.indices.dropLast().min { places[$0 + 1] - places[$0] < places[$1 + 1] - places[$1] }
    }

    /// Without the narrowest bars and spaces, one after the other; nil if too little is left.
    private static func wide(_ places: [Double], _ blur: BarBlur) -> [Double]? {
        var places = places
        while places.count >= edges.lowerBound {
            guard let narrow = narrowest(of: places),
                places[narrow + 1] - places[narrow] < narrowest * blur.deviation
            else {
                return places
            }
            places.removeSubrange(narrow...narrow + 1)
        }
        return nil
    }
}
