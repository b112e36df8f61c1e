/// An EAN-13's parts laid along a profile between two ends, each where it fits best beside its neighbours: perspective and
/// bends make modules wider in one half than in the other.
struct EANAlignment {
    /// Sum over all parts of what the best templates leave unexplained.
    let cost: Float
    /// The three guards' part of it.
    let guards: Float
    /// By digit and template, the same at the parts' places; the left six have twenty templates, the right six ten.
    let costs: [[Float]]

    /// Samples a module of the profile as it is used, and how far a part may be off, in quarters of a module.
    private static let density = 12
    private static let reach = 6
    /// Modules before and behind the symbol that are sampled too.
    private static let rim = 3
    /// What a change of a quarter of a module from one part to the next costs.
    private static let bend: Float = 0.02

    private struct Part {
        /// Where it begins, in modules.
        let start: Int
        let templates: BarTemplates
    }

    private static func parts(_ templates: EANTemplates) -> [Part] {
        [Part(start: 0, templates: templates.edge)]
            + (0..<6).map { Part(start: 3 + 7 * $0, templates: templates.left) }
            + [Part(start: 45, templates: templates.middle)]
            + (0..<6).map { Part(start: 50 + 7 * $0, templates: templates.right) }
            + [Part(start: 92, templates: templates.edge)]
    }

    /// - Parameters:
    ///   - from: About where the symbol begins, in samples of the profile.
    ///   - to: About where it ends.
    init(_ profile: [Float], from: Double, to: Double, templates: EANTemplates) {
        let samples = Self.resampled(profile, from: from, to: to)
        let variances = Variances(samples)
        let parts = Self.parts(templates)
        let places = 2 * Self.reach + 1
        // By part, place and template.
        var all: [[Float]] = []
        var totals: [[Float]] = []
        var ways: [[Int]] = []
        for part in parts {
            let local = max(
                variances.variance(
                    from: (part.start - 7 + Self.rim) * Self.density,
                    to: (part.start + 14 + Self.rim) * Self.density),
                1)
            let count = part.templates.count
            var ofPart = [Float](repeating: 0, count: places * count)
            for place in 0..<places {
                let start =
                    (part.start + Self.rim) * Self.density - Self.density / 2 + (place - Self.reach) * 3
                ofPart.withUnsafeMutableBufferPointer { costs in
                    Self.write(
                        costsOf: part.templates, in: samples, at: start, variance: local,
                        to: UnsafeMutableBufferPointer(rebasing: costs[place * count..<(place + 1) * count]))
                }
            }
            var (total, way) = ([Float](repeating: 0, count: places), [Int](repeating: 0, count: places))
            for place in 0..<places {
                let own = ofPart[place * count..<(place + 1) * count].min() ?? 1
                guard let before = totals.last else {
                    total[place] = own
                    continue
                }
                var best = (cost: Float.infinity, place: place)
                for other in max(0, place - 1)...min(places - 1, place + 1) {
                    let cost = before[other] + (other == place ? 0 : Self.bend)
                    if cost < best.cost { best = (cost, other) }
                }
                (total[place], way[place]) = (best.cost + own, best.place)
            }
            all.append(ofPart)
            totals.append(total)
            ways.append(way)
        }
        let end = totals[totals.count - 1]
        var place = end.indices.min { end[$0] < end[$1] } ?? Self.reach
        cost = end[place]
        var chosen: [[Float]] = []
        for index in parts.indices.reversed() {
            let count = parts[index].templates.count
            chosen.append(Array(all[index][place * count..<(place + 1) * count]))
            place = ways[index][place]
        }
        chosen.reverse()
        guards = [0, 7, 14].reduce(0) { $0 + chosen[$1][0] }
        costs = Array(chosen[1...6] + chosen[8...13])
    }

    /// Writes what each template leaves of the grey values' variance at a place.
    private static func write(
        costsOf templates: BarTemplates, in samples: [Float], at start: Int, variance: Float,
        to costs: UnsafeMutableBufferPointer<Float>
    ) {
        let step = density / BarTemplates.density
        let length = Float(templates.length)
        var (sum, squares): (Float, Float) = (0, 0)
        for template in costs.indices { costs[template] = 0 }
        templates.samples.withUnsafeBufferPointer { all in
            for index in 0..<templates.length {
                let value = samples[start + step / 2 + index * step]
                sum += value
                squares += value * value
                let row = index * templates.count
                for template in costs.indices { costs[template] += value * all[row + template] }
            }
        }
        let own = max(squares - sum * sum / length, 0)
        for template in costs.indices {
            let product = costs[template]
            let explained = product > 0 ? product * product : 0
            costs[template] = max(own - explained, 0) / (variance * length)
        }
    }

    private static func resampled(_ profile: [Float], from: Double, to: Double) -> [Float] {
        let module = (to - from) / 95
        let last = Double(profile.count - 1)
        return (0..<(95 + 2 * rim) * density).map { index in
            let place = from + ((Double(index) + 0.5) / Double(density) - Double(rim)) * module - 0.5
            let inside = min(max(place, 0), last)
            let left = Int(inside)
            let right = min(left + 1, profile.count - 1)
            return profile[left] + (profile[right] - profile[left]) * Float(inside - Double(left))
        }
    }

    /// Variances of parts of some samples.
    private struct Variances {
        private var sums: [Float] = [0]
        private var squares: [Float] = [0]

        init(_ samples: [Float]) {
            for value in samples {
                sums.append(sums[sums.count - 1] + value)
                squares.append(squares[squares.count - 1] + value * value)
            }
        }

        func variance(from: Int, to: Int) -> Float {
            let (from, to) = (max(from, 0), min(to, sums.count - 1))
            let count = Float(to - from)
            let mean = (sums[to] - sums[from]) / count
            return (squares[to] - squares[from]) / count - mean * mean
        }
    }
}
