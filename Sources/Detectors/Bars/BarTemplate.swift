import Foundation

/// What a few modules look like through a blur: samples with mean 0 and sum of squares 1.
struct BarTemplate {
    /// Samples a module.
    static let density = 3

    let samples: [Float]

    /// - Parameters:
    ///   - modules: Dark or light, one and a half module more at either end than the samples reach.
    ///   - blur: Standard deviation of the blur, in modules.
    init(_ modules: [Bool], blur: Double) {
        // A dark module's share of the light at a place, from its edges.
        func share(_ place: Double, _ module: Int) -> Double {
            let scale = 1 / (blur * 2.0.squareRoot())
            return (erf((Double(module) + 1 - place) * scale) - erf((Double(module) - place) * scale)) / 2
        }
        let count = (modules.count - 3) * Self.density
        var values = (0..<count).map { index in
            let place = 1.5 + (Double(index) + 0.5) / Double(Self.density)
            return modules.indices.reduce(0.0) { modules[$1] ? $0 + share(place, $1) : $0 }
        }
        let mean = values.reduce(0, +) / Double(count)
        values = values.map { $0 - mean }
        let norm = max(values.reduce(0) { $0 + $1 * $1 }.squareRoot(), 1e-9)
        samples = values.map { Float($0 / norm) }
    }
}

/// The templates of an EAN-13's parts for one blur.
struct EANTemplates {
    let left: [BarTemplate]
    let right: [BarTemplate]
    let edge: BarTemplate
    let middle: BarTemplate

    /// Each reaches half a module beyond its own; what lies beyond that is known to two modules: a digit of the left half
    /// begins light and ends dark, one of the right half the other way round.
    private init(blur: Double) {
        left = (EANPatterns.odd + EANPatterns.even).map {
            BarTemplate([false, true] + EANPatterns.modules($0) + [false, false], blur: blur)
        }
        right = EANPatterns.right.map {
            BarTemplate([false, false] + EANPatterns.modules($0) + [true, false], blur: blur)
        }
        edge = BarTemplate([false, false, true, false, true, false, false], blur: blur)
        middle = BarTemplate([false, true, false, true, false, true, false, true, false], blur: blur)
    }

    /// From sharp to so blurred that single modules are grey.
    static let all = [0.3, 0.6, 0.9, 1.2].map { EANTemplates(blur: $0) }
}
