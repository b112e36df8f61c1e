import Foundation

/// How a symbol's modules run into each other, measured in its finder patterns, all of whose modules are known.
struct ModuleBlur {
    /// The share of what the finder patterns vary that it does not explain, 0…1.
    var unexplained: Double { explanation.unexplained }
    /// What each module has of those around it.
    var weights: [Float] { explanation.weights }

    private let explanation: BlurredFinders.Explanation
    /// Whether light is blurred, and grey values of it made afterwards: so does a lens, and it is the other way where a picture was made
    /// smaller.
    private let isOfLight: Bool

    /// The widest blur along its shorter axis, and the narrowest along its longer one, in modules: less hides no module, and more hides
    /// all of them.
    private static let (widest, narrowest) = (1.0, 0.35)
    /// What is no symbol leaves more of the variance of what should be finder patterns unexplained; noise, and places that are wrong
    /// by a tenth of a module, less.
    private static let mostUnexplained = 0.1
    /// The same of a guess.
    private static let mostUnexplainedByRound = 0.3

    /// A guess, as long one way as the other; nil where that explains next to nothing.
    ///
    /// - Parameters:
    ///   - values: Of the modules of the finder patterns, 0 dark … 255 light.
    ///   - finders: Of a symbol of about as many modules a side.
    init?(_ values: [Float], of finders: BlurredFinders) {
        guard let ofValues = finders.round(of: values),
            let ofLight = finders.round(of: values.map(Self.light))
        else { return nil }
        isOfLight = ofLight.unexplained < ofValues.unexplained
        explanation = isOfLight ? ofLight : ofValues
        guard explanation.unexplained <= Self.mostUnexplainedByRound else { return nil }
    }

    private init(_ explanation: BlurredFinders.Explanation, isOfLight: Bool) {
        (self.explanation, self.isOfLight) = (explanation, isOfLight)
    }

    /// The one nearby that explains values of the finder patterns best; nil if they are not what a blur makes of some, and where there is
    /// hardly any blur, or too much.
    func refined(_ values: [Float], of finders: BlurredFinders) -> ModuleBlur? {
        let refined = finders.refined(explanation, of: isOfLight ? values.map(Self.light) : values)
        guard refined.unexplained <= Self.mostUnexplained, refined.shape.narrower <= Self.widest,
            refined.shape.wider >= Self.narrowest
        else { return nil }
        return ModuleBlur(refined, isOfLight: isOfLight)
    }

    /// A symbol's grey values, row by row, as if paper were 1 and ink 0 everywhere; nil where there is no telling.
    func evened(_ values: [Float], of finders: BlurredFinders) -> [Float]? {
        let values = isOfLight ? values.map(Self.light) : values
        return finders.explained(values: finders.modules.map { values[$0.index] }, by: weights)?.light.evened(
            values, dimension: finders.dimension)
    }

    /// What light makes a grey value, as displays and cameras have it.
    private static func light(_ value: Float) -> Float { 255 * pow(value / 255, 2.2) }
}
