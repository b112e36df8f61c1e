import MetadataOutput

/// The steps of a search in the order they are tried. An improvement is a change to these lists; what each step
/// brings and costs stands in `docs/plan.md`.
enum Plan {
    static func steps(for effort: Effort) -> [Step] {
        switch effort {
        case .fast: fast
        case .normal: normal
        }
    }

    private static let fast: [Step] = [plain, plainZBar]

    private static let normal: [Step] = [
        plain, plainZBar,
        Step(
            name: "contrast", gate: .inDoubt,
            operation: .picture(.zxing(.init()), Pixels(base: .small, changes: [.contrast]))),
        Step(
            name: "half-size", gate: .inDoubt,
            operation: .picture(
                .zxing(.init(globalHistogram: true)), Pixels(base: .medium, changes: [.half]))),
        Step(
            name: "inverted", gate: .nothingAccepted,
            operation: .picture(.zxing(.init()), Pixels(base: .small, changes: [.inversion]))),
        Step(
            name: "turned-45", gate: .inDoubt,
            operation: .picture(.zxing(.init()), Pixels(base: .small, changes: [.turn(45)]))),
        Step(
            name: "double-size", gate: .inDoubt,
            operation: .picture(
                .zxing(.init(tryDownscale: false)), Pixels(base: .full, changes: [.double]))),
        Step(
            name: "double-size-contrast", gate: .inDoubt,
            operation: .picture(
                .zxing(.init(tryDownscale: false)), Pixels(base: .full, changes: [.double, .contrast]))),
        Step(
            name: "turned-22", gate: .inDoubt,
            operation: .picture(.zxing(.init()), Pixels(base: .small, changes: [.turn(22)]))),
        Step(
            name: "half-size-zbar", gate: .inDoubt,
            operation: .picture(.zbar, Pixels(base: .medium, changes: [.half]))),
    ]

    private static let plain = Step(
        name: "plain", gate: .always, operation: .picture(.zxing(.init()), Pixels(base: .small)))
    private static let plainZBar = Step(
        name: "plain-zbar", gate: .inDoubt, operation: .picture(.zbar, Pixels(base: .small)))
}
