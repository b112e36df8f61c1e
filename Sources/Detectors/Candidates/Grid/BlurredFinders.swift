/// The finder patterns of a symbol of a size, held against what a blur makes of them.
struct BlurredFinders {
    /// A shape, and the share of the variance that it does not explain, 0…1.
    struct Explanation {
        let shape: BlurShape
        let weights: [Float]
        let unexplained: Double
    }

    /// Modules a side.
    let dimension: Int
    /// All of whose values are meant in what follows, in this order.
    let modules: [FinderModules.Module]
    private let framed: FramedModules
    /// 0 dark, 1 light, as the frame is, and half of each where modules carry something.
    private let expected: [Float]
    /// 1 where modules carry something, 0 elsewhere.
    private let isUnknown: [Float]

    /// Shapes that are as long one way as the other, and what they weigh.
    private static let round = stride(from: 0.25, through: 1.25, by: 0.125).map {
        let shape = BlurShape(along: $0, across: $0)
        return (shape: shape, weights: shape.weights)
    }
    /// By what the shapes of a search differ, from one of its parts to the next.
    private static let factors = [1.4, 1.15, 1.05]
    /// How far each part of it leads at most.
    private static let steps = 4
    /// What reaches in from modules that carry something is anybody's guess: so much of it halves what a module counts.
    private static let unknownShare: Float = 0.01

    /// - Parameter dimension: The symbol's modules a side.
    init(dimension: Int) {
        self.dimension = dimension
        let framed = FramedModules(dimension: dimension)
        let count = dimension * dimension
        var expected = framed.filled(with: [Float](repeating: 0.5, count: count), frame: 1)
        var isUnknown = framed.filled(with: [Float](repeating: 1, count: count), frame: 0)
        modules = FinderModules(dimension: dimension).patterns.flatMap { $0 }
        for module in modules {
            let place = framed.place(of: module.index)
            (expected[place], isUnknown[place]) = (module.isDark ? 0 : 1, 0)
        }
        (self.framed, self.expected, self.isUnknown) = (framed, expected, isUnknown)
    }

    /// The round shape that explains most of the finder patterns' values; nil if they are all the same.
    func round(of values: [Float]) -> Explanation? {
        Self.round.compactMap { explanation($0.shape, $0.weights, of: values) }.min {
            $0.unexplained < $1.unexplained
        }
    }

    /// The shape that explains most, near another one.
    func refined(_ start: Explanation, of values: [Float]) -> Explanation {
        var best = explanation(start.shape, start.weights, of: values) ?? start
        for factor in Self.factors {
            for _ in 0..<Self.steps {
                let next = best.shape.neighbours(factor: factor)
                    .compactMap { explanation($0, $0.weights, of: values) }
                    .min { $0.unexplained < $1.unexplained }
                guard let next, next.unexplained < best.unexplained else { break }
                best = next
            }
        }
        return best
    }

    private func explanation(_ shape: BlurShape, _ weights: [Float], of values: [Float]) -> Explanation? {
        explained(values: values, by: weights).map {
            Explanation(shape: shape, weights: weights, unexplained: $0.unexplained)
        }
    }

    /// The light in which a blur explains most of the finder patterns' values, and the share of their variance that it does not.
    func explained(values: [Float], by weights: [Float]) -> (light: ModuleLight, unexplained: Double)? {
        let taps = framed.taps(of: weights)
        var sums = ModuleLight.Sums()
        for (module, value) in zip(modules, values) {
            let place = framed.place(of: module.index)
            var (paper, unknown): (Float, Float) = (0, 0)
            for tap in taps {
                paper += tap.weight * expected[place + tap.offset]
                unknown += tap.weight * isUnknown[place + tap.offset]
            }
            sums.add(
                Double(value), paper: Double(paper),
                at: (module.index % dimension, module.index / dimension), of: dimension,
                weight: Double(1 / (Self.unknownShare + unknown)))
        }
        return sums.light.map { ($0, sums.unexplained(by: $0)) }
    }
}
