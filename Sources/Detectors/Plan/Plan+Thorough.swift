import MetadataOutput

extension Plan {
    /// What `thorough` does beyond `normal`, where a picture may hold more than its clear codes.
    static let thorough: [Step] =
        normal + [
            Step(name: "raised-crops", gate: .unexplainedCode(.raised), operation: .codeCrops(.zxing, .raised)),
            Step(
                name: "raised-crops-contrast", gate: .unexplainedCode(.raised), operation: .codeCrops(.contrast, .raised)),
            Step(name: "raised-grids", gate: .unexplainedCode(.raised), operation: .codeGrids(.raised)),
            Step(name: "raised-crops-zbar", gate: .unexplainedCode(.raised), operation: .codeCrops(.zbar, .raised)),
            Step(name: "doubled-crops", gate: .unexplainedCode(.doubled), operation: .codeCrops(.zxing, .doubled)),
            Step(name: "doubled-grids", gate: .unexplainedCode(.doubled), operation: .codeGrids(.doubled)),
            Step(name: "coarse-crops", gate: .unexplainedCode(.coarse), operation: .codeCrops(.zxing, .coarse)),
            Step(name: "coarse-grids", gate: .unexplainedCode(.coarse), operation: .codeGrids(.coarse)),
            Step(
                name: "raised", gate: .always,
                operation: .matrixCodes(.zxing(.init()), Pixels(base: .medium, changes: [.contrast]))),
            Step(name: "textures", gate: .always, operation: .textureCrops),
        ]
}
