import Foundation

/// What a few modules look like through a blur, for several patterns: samples with mean 0 and sum of squares 1.
struct BarTemplates {
    /// Samples a module.
    static let density = 3

    /// Of patterns.
    let count: Int
    /// Samples of each.
    let length: Int
    /// The first samples of all patterns, then the second ones, and so on.
    let samples: [Float]

    /// - Parameters:
    ///   - patterns: Dark or light modules, as many in each, one and a half module more at either end than the samples reach.
    ///   - blur: Standard deviation of the blur, in modules.
    init(_ patterns: [[Bool]], blur: Double) {
        let all = patterns.map { Self.samples(of: $0, blur: blur) }
        (count, length) = (all.count, all[0].count)
        samples = all[0].indices.flatMap { index in all.map { $0[index] } }
    }

    private static func samples(of modules: [Bool], blur: Double) -> [Float] {
        // A dark module's share of the light at a place, from its edges.
        func share(_ place: Double, _ module: Int) -> Double {
            let scale = 1 / (blur * 2.0.squareRoot())
            return (erf((Double(module) + 1 - place) * scale) - erf((Double(module) - place) * scale)) / 2
        }
        let count = (modules.count - 3) * density
        var values = (0..<count).map { index in
            let place = 1.5 + (Double(index) + 0.5) / Double(density)
            return modules.indices.reduce(0.0) { modules[$1] ? $0 + share(place, $1) : $0 }
        }
        let mean = values.reduce(0, +) / Double(count)
        values = values.map { $0 - mean }
        let norm = max(values.reduce(0) { $0 + $1 * $1 }.squareRoot(), 1e-9)
        return values.map { Float($0 / norm) }
    }
}

/// The templates of an EAN-13's parts for one blur.
struct EANTemplates {
    let left: BarTemplates
    let right: BarTemplates
    let edge: BarTemplates
    let middle: BarTemplates

    /// Each reaches half a module beyond its own; what lies beyond that is known to two modules: a digit of the left half
    /// begins light and ends dark, one of the right half the other way round.
    private init(blur: Double) {
        left = BarTemplates(
            (EANPatterns.odd + EANPatterns.even).map {
                [false, true] + EANPatterns.modules($0) + [false, false]
            }, blur: blur)
        right = BarTemplates(
            EANPatterns.right.map { [false, false] + EANPatterns.modules($0) + [true, false] }, blur: blur)
        edge = BarTemplates([[false, false, true, false, true, false, false]], blur: blur)
        middle = BarTemplates([[false, true, false, true, false, true, false, true, false]], blur: blur)
    }

    /// From sharp to so blurred that single modules are grey.
    static let all = [0.3, 0.6, 0.9, 1.2].map { EANTemplates(blur: $0) }
}
