/// Edges between bars and spaces in a blurred profile, moved to where the blur of all of them looks most like what is seen.
///
/// A decoder that measures where a profile crosses a threshold finds no edge at its place where its neighbours run into it; all of them
/// together are unknowns of one problem of least squares, with the blur's width and the light of paper and ink (K. Levenberg 1944,
/// D. Marquardt 1963).
struct BlurredEdges {
    private static let mostSteps = 12
    private static let mostTries = 4
    /// How much wider or narrower the blur becomes in one step.
    private static let change = 0.8...1.25

    /// In samples from the profile's beginning; ink begins at the first, paper at the second, and so on.
    private(set) var places: [Double]
    private(set) var blur: BarBlur
    private(set) var light: BarLight
    /// The difference that is left, root of the mean of squares, as a share of the contrast.
    private(set) var residue: Double

    /// Nil where they determine no light.
    init?(_ places: [Double], _ blur: BarBlur, in seen: [Double]) {
        guard !places.isEmpty, var best = Look(places, blur, in: seen) else { return nil }
        var damping = 0.01
        search: for _ in 0..<Self.mostSteps {
            let problem = Problem(best)
            for _ in 0..<Self.mostTries {
                if let next = problem.next(damping: damping, in: seen), next.error < best.error {
                    let isDone = next.error > 0.999 * best.error
                    best = next
                    damping = max(damping / 5, 1e-4)
                    if isDone { break search }
                    continue search
                }
                damping *= 5
            }
            break
        }
        (self.places, self.blur, light) = (best.places, best.blur, best.light)
        residue = (best.error / Double(seen.count)).squareRoot() / max(abs(best.light.contrast), 1e-6)
    }

    /// Some edges and how well they explain what is seen.
    private struct Look {
        let places: [Double]
        let blur: BarBlur
        let light: BarLight
        /// By sample, what is seen and not explained, and the sum of its squares.
        let rest: [Double]
        let error: Double

        init?(_ places: [Double], _ blur: BarBlur, in seen: [Double]) {
            let shares = Self.inkShares(places, blur, count: seen.count)
            guard let light = BarLight(of: seen, ink: shares) else { return nil }
            (self.places, self.blur, self.light) = (places, blur, light)
            rest = seen.indices.map {
                seen[$0] - light.paperLight(at: $0) + shares[$0] * light.contrast(at: $0)
            }
            error = rest.reduce(0) { $0 + $1 * $1 }
        }

        private static func inkShares(_ places: [Double], _ blur: BarBlur, count: Int) -> [Double] {
            var (shares, steps) = (
                [Double](repeating: 0, count: count), [Double](repeating: 0, count: count + 1)
            )
            for (number, place) in places.enumerated() {
                let sign = number.isMultiple(of: 2) ? 1.0 : -1
                let near = blur.samples(around: place, of: count)
                for index in near { shares[index] += sign * blur.step(at: Double(index) + 0.5 - place) }
                steps[near.upperBound] += sign
            }
            var sum = 0.0
            for index in shares.indices {
                sum += steps[index]
                shares[index] += sum
            }
            return shares
        }
    }

    /// The linear problem around some edges.
    private struct Problem {
        private let look: Look
        private var equations: BandedEquations
        /// What the edges' equations add up to, and their factors of the blur's width.
        private var (sums, mixed): ([Double], [Double])
        private var width = (factor: 0.0, sum: 0.0)

        init(_ look: Look) {
            self.look = look
            let (places, blur, count) = (look.places, look.blur, look.rest.count)
            let near = places.map { blur.samples(around: $0, of: count) }
            var reach = 0
            for index in places.indices {
                while index + reach + 1 < places.count,
                    near[index + reach + 1].lowerBound < near[index].upperBound
                { reach += 1 }
            }
            equations = BandedEquations(unknowns: places.count, reach: reach)
            (sums, mixed) = (
                [Double](repeating: 0, count: places.count), [Double](repeating: 0, count: places.count)
            )
            // By edge, what each sample gains where it moves by one; by sample, where the blur is wider by one.
            var ofWidth = [Double](repeating: 0, count: count)
            let gains = places.indices.map { number in
                let sign = number.isMultiple(of: 2) ? 1.0 : -1
                return near[number].map { index in
                    let distance = Double(index) + 0.5 - places[number]
                    let gain = sign * look.light.contrast(at: index) * blur.spread(at: distance)
                    ofWidth[index] += gain * distance / blur.deviation
                    return gain
                }
            }
            for number in places.indices {
                for (offset, index) in near[number].enumerated() {
                    sums[number] += gains[number][offset] * look.rest[index]
                    mixed[number] += gains[number][offset] * ofWidth[index]
                }
                for other in max(0, number - reach)...number {
                    var product = 0.0
                    for index in near[number].clamped(to: near[other]) {
                        product +=
                            gains[number][index - near[number].lowerBound]
                            * gains[other][index - near[other].lowerBound]
                    }
                    equations[number, other] = product
                }
            }
            for index in ofWidth.indices {
                width.factor += ofWidth[index] * ofWidth[index]
                width.sum += ofWidth[index] * look.rest[index]
            }
        }

        /// Nil where edges would pass each other.
        func next(damping: Double, in seen: [Double]) -> Look? {
            var damped = equations
            for index in look.places.indices { damped[index, index] *= 1 + damping }
            guard let solved = damped.solutions(for: [sums, mixed]) else { return nil }
            // The width's equation, with the edges put into it.
            var (factor, sum) = (width.factor * (1 + damping), width.sum)
            for index in mixed.indices {
                factor -= mixed[index] * solved[1][index]
                sum -= mixed[index] * solved[0][index]
            }
            let wider = factor > 1e-9 ? sum / factor : 0
            var blur = look.blur
            let change = BlurredEdges.change
            let deviation = look.blur.deviation
            blur.deviation = min(
                max(deviation + wider, change.lowerBound * deviation), change.upperBound * deviation)
            let taken = blur.deviation - deviation
            let places = look.places.indices.map { index in
                look.places[index]
                    + min(max(solved[0][index] - taken * solved[1][index], -deviation), deviation)
            }
            guard zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
            return Look(places, blur, in: seen)
        }
    }
}

extension BarBlur {
    /// The samples of a profile in which an edge is seen.
    fileprivate func samples(around place: Double, of count: Int) -> Range<Int> {
        let from = min(max(Int((place - reach).rounded(.down)), 0), count)
        return from..<min(max(Int((place + reach).rounded(.up)), from), count)
    }
}
