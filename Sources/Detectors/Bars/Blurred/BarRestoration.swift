/// The light between ink and paper that, blurred again, looks most like a profile across bars.
///
/// Nothing is darker than ink or lighter than paper, which makes the nearest a problem with one answer, and projected gradients lead
/// there (A. Beck, M. Teboulle, A Fast Iterative Shrinkage-Thresholding Algorithm for Linear Inverse Problems, 2009), as for
/// the modules of ``ModuleRestoration``.
struct BarRestoration {
    private static let steps = 80

    /// From 0, ink, to 1, paper; as many as were given.
    let light: [Float]

    /// - Parameter seen: A profile, as if paper were 1 and ink 0 everywhere.
    init(of seen: [Float], _ blur: BarBlur) {
        let weights = blur.weights
        // What is beyond the ends is as the ends are.
        let margin = weights.count / 2
        func extended(_ values: [Float]) -> [Float] {
            [Float](repeating: values[0], count: margin) + values
                + [Float](repeating: values[values.count - 1], count: margin)
        }
        var (light, ahead) = (seen.map { min(max($0, 0), 1) }, seen)
        var momentum: Float = 1
        for _ in 0..<Self.steps {
            let blurred = Self.blurred(extended(ahead), by: weights)
            let errors = seen.indices.map { seen[$0] - blurred[$0] }
            // The weights are the same from either side, and their sum is 1, which is as far as a step may go.
            let way = Self.blurred(extended(errors), by: weights)
            let next = (1 + (1 + 4 * momentum * momentum).squareRoot()) / 2
            let beyond = (momentum - 1) / next
            momentum = next
            for place in light.indices {
                let value = min(max(ahead[place] + way[place], 0), 1)
                ahead[place] = value + beyond * (value - light[place])
                light[place] = value
            }
        }
        self.light = light
    }

    private static func blurred(_ values: [Float], by weights: [Float]) -> [Float] {
        let count = values.count - weights.count + 1
        return [Float](unsafeUninitializedCapacity: count) { sums, initialized in
            initialized = count
            sums.initialize(repeating: 0)
            values.withUnsafeBufferPointer { values in
                for (offset, weight) in weights.enumerated() {
                    for place in 0..<count { sums[place] += weight * values[place + offset] }
                }
            }
        }
    }

    /// Where it crosses the middle between ink and paper: ink begins at the first, paper at the second, and so on.
    var edges: [Double] {
        var edges: [Double] = []
        for place in light.indices.dropLast() {
            let (before, after) = (light[place], light[place + 1])
            guard (before < 0.5) != (after < 0.5), !(edges.isEmpty && before < 0.5) else { continue }
            // Values are of samples' middles.
            edges.append(Double(place) + 0.5 + Double((before - 0.5) / (before - after)))
        }
        return edges.count.isMultiple(of: 2) ? edges : edges.dropLast()
    }
}
