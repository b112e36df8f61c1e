import MetadataOutput

extension Plan {
    /// What `thorough` does beyond `normal`, and does beside accepted codes too: a picture may hold more than its clear ones.
    static let thorough: [Step] =
        normal + [
            Step(
                name: "raised-crops-contrast", gate: .unexplainedCode(.raised),
                operation: .codeCrops(.raised, hasContrast: true)),
            Step(
                name: "raised-curved-grids", gate: .unexplainedCode(.raised),
                operation: .codeGrids(.raised, as: .curved)),
            Step(
                name: "coarse-crops", gate: .unexplainedCode(.coarse), operation: .codeCrops(.coarse)),
            Step(name: "coarse-grids", gate: .unexplainedCode(.coarse), operation: .codeGrids(.coarse)),
            Step(
                name: "raised", gate: .always,
                operation: .picture(
                    .zxing(.init()), Pixels(base: .medium, changes: [.contrast]), of: .matrixCodes)),
            // What is light on dark beside what was read.
            Step(
                name: "inverted-beside", gate: .always,
                operation: .picture(.zxing(.init()), Pixels(base: .medium, changes: [.inversion]))),
            Step(
                name: "mirrored-beside", gate: .always,
                operation: .picture(
                    .zxing(.init()), Pixels(base: .medium, changes: [.mirror]), of: .readUnmirroredAlone)),
            Step(
                name: "framed", gate: .nothingAccepted,
                operation: .picture(.zxing(.init()), Pixels(base: .full, changes: [.double, .frame]))),
            Step(
                name: "dots", gate: .nothingAccepted,
                operation: .picture(
                    .zxing(.init()), Pixels(base: .small, changes: [.joinedDots, .half]), of: .dataMatrix)),
            Step(
                name: "light-dots", gate: .nothingAccepted,
                operation: .picture(
                    .zxing(.init()), Pixels(base: .small, changes: [.inversion, .joinedDots, .half]),
                    of: .dataMatrix)),
            Step(name: "bar-fits", gate: .unexplainedBars, operation: .barFits),
            Step(name: "textures", gate: .always, operation: .textureCrops),
        ]
}
