import MetadataOutput

/// The steps of a search in the order they are tried. An improvement is a change to these lists; what each step
/// brings and costs stands in `docs/plan.md`.
enum Plan {
    static func steps(for effort: Effort) -> [Step] {
        switch effort {
        case .fast: fast
        case .normal: normal
        case .thorough: thorough
        }
    }

    /// The steps for the frames of a camera, which have no time for many small codes. What has a grain is smooth before a lens that is not
    /// in focus, as it is now and then; and each step keeps all others waiting.
    static func liveSteps(for effort: Effort) -> [Step] {
        steps(for: effort).filter { step in
            if case .picture(_, let pixels, _) = step.operation, pixels.isSmoothed { return false }
            return switch step.gate {
            case .crowdOfSmall, .crowdOfSmallOthers, .unexplainedSmallTexture: false
            default: true
            }
        }
    }

    /// What each frame of a camera has time for.
    static let live: [Step] = [plain, codeCrops, codeGrids, curvedGrids, barStrips, plainZBar]

    private static let fast: [Step] = live + [raisedGrids, barStripsDouble]

    static let normal: [Step] = [
        plain, codeCrops, codeGrids, curvedGrids, barStrips,
        Step(name: "bullseyes", gate: .unexplainedBullseye, operation: .bullseyes),
        Step(name: "maxi-codes", gate: .unexplainedBullseye, operation: .maxiCodes),
        Step(name: "rmqr-grids", gate: .unexplainedFinderPattern, operation: .rMQRGrids),
        plainZBar, raisedGrids, blurredGrids,
        Step(name: "tiles", gate: .crowd, operation: .tiles),
        Step(name: "crowd-crops", gate: .crowdOfSmall, operation: .codeCrops(.fine)),
        Step(name: "code-crops-contrast", gate: .inDoubt, operation: .codeCrops(.plain, hasContrast: true)),
        Step(
            name: "bar-strips-contrast", gate: .inDoubt,
            operation: .barStrips([
                .init(reader: .zxing(strip), hasContrast: true), .init(reader: .zbar, hasContrast: true),
            ])),
        barStripsDouble,
        Step(name: "blurred-strips", gate: .inDoubt, operation: .blurredStrips),
        Step(
            name: "crowd-full-size", gate: .crowdOfSmallOthers(upTo: 25_000_000),
            operation: .picture(.zxing(flat), Pixels(base: .full), of: .allButQR)),
        Step(
            name: "crowd-full-size-zbar", gate: .crowdOfSmallOthers(upTo: 25_000_000),
            operation: .picture(.zbar, Pixels(base: .full), of: .allButQR)),
        // A large code that was read says nothing of small ones beside it, which a shrunk picture does not show.
        Step(name: "small-crops", gate: .unexplainedSmallTexture, operation: .smallTextureCrops),
        Step(
            name: "contrast", gate: .inDoubtOrCrowd,
            operation: .picture(.zxing(.init()), Pixels(base: .small, changes: [.contrast]))),
        // The edge of a shadow across bars parts their region, and is a bar to engines. Light is made even along rows alone.
        Step(
            name: "light", gate: .inDoubtOfBars,
            operation: .picture(
                .zxing(.init(tryRotate: false, tryDownscale: false)),
                Pixels(base: .small, changes: [.evenLight]), of: .linearCodes)),
        Step(
            name: "fine-strips", gate: .unexplainedFineBars,
            operation: .barStrips([.init(reader: .zxing(strip)), .init(reader: .zbar)], .fine)),
        Step(name: "fine-crops", gate: .nothingAcceptedAndLarge(), operation: .codeCrops(.fine)),
        Step(
            name: "full-size", gate: .nothingAcceptedAndLarge(upTo: 25_000_000),
            operation: .picture(.zxing(flat), Pixels(base: .full))),
        Step(
            name: "half-size", gate: .inDoubt,
            operation: .picture(
                .zxing(.init(globalHistogram: true)), Pixels(base: .medium, changes: [.half]))),
        // Modules made of dots (jets of ink, displays, threads) or of edges (relief) have a grain that engines take for modules; a lens
        // out of focus would not show it. One that goes with small modules, and one that goes with large ones.
        Step(
            name: "smoothed", gate: .inDoubt,
            operation: .picture(
                .zxing(flat), Pixels(base: .small, changes: [.smoothing(window: 3)]), of: .allButMicroQR)),
        Step(
            name: "smoothed-half", gate: .inDoubt,
            operation: .picture(
                .zxing(flat), Pixels(base: .small, changes: [.smoothing(window: 7), .half]),
                of: .allButMicroQR)),
        Step(
            name: "inverted", gate: .nothingAccepted,
            operation: .picture(.zxing(.init()), Pixels(base: .small, changes: [.inversion]))),
        // A display whose lamps are the dark modules has such a grain too, between which all is dark.
        Step(
            name: "inverted-smoothed", gate: .nothingAccepted,
            operation: .picture(
                .zxing(flat), Pixels(base: .small, changes: [.inversion, .smoothing(window: 3)]),
                of: .matrixCodesButMicroQR)),
        Step(
            name: "inverted-smoothed-half", gate: .nothingAccepted,
            operation: .picture(
                .zxing(flat), Pixels(base: .small, changes: [.inversion, .smoothing(window: 7), .half]),
                of: .matrixCodesButMicroQR)),
        // A code on glass, seen from behind.
        Step(
            name: "mirrored", gate: .nothingAccepted,
            operation: .picture(
                .zxing(.init()), Pixels(base: .small, changes: [.mirror]), of: .readUnmirroredAlone)),
        Step(name: "straightened", gate: .inDoubt, operation: .straightened),
        Step(
            name: "double-size", gate: .inDoubt,
            operation: .picture(.zxing(flat), Pixels(base: .full, changes: [.double]))),
        Step(
            name: "half-size-zbar", gate: .inDoubt,
            operation: .picture(.zbar, Pixels(base: .medium, changes: [.half]))),
    ]

    private static let plain = Step(
        name: "plain", gate: .always, operation: .picture(.zxing(.init()), Pixels(base: .small)))
    private static let plainZBar = Step(
        name: "plain-zbar", gate: .inDoubt, operation: .picture(.zbar, Pixels(base: .small)))
    private static let codeCrops = Step(
        name: "code-crops", gate: .unexplainedCode(.plain), operation: .codeCrops(.plain))
    private static let codeGrids = Step(
        name: "code-grids", gate: .unexplainedCode(.plain), operation: .codeGrids(.plain))
    private static let curvedGrids = Step(
        name: "curved-grids", gate: .unexplainedCode(.plain), operation: .codeGrids(.plain, as: .curved))
    private static let blurredGrids = Step(
        name: "blurred-grids", gate: .unexplainedCodeAndBlurred,
        operation: .codeGrids(.blurred, as: .blurred))
    private static let raisedGrids = Step(
        name: "raised-grids", gate: .unexplainedCodeAndRaised, operation: .codeGrids(.raised))
    private static let barStrips = Step(
        name: "bar-strips", gate: .unexplainedBars,
        operation: .barStrips([
            .init(reader: .zxing(strip)), .init(reader: .zbar), .init(reader: .zxing(framedStrip)),
        ]))
    private static let barStripsDouble = Step(
        name: "bar-strips-double", gate: .inDoubt,
        operation: .barStrips([.init(reader: .zxing(strip), magnification: 2)]))

    /// Without the search at smaller sizes.
    private static let flat = ZXing.Options(tryDownscale: false)
    /// A strip shows the same bars on every line, so more lines must agree.
    private static let strip = ZXing.Options(tryRotate: false, tryDownscale: false, minLineCount: 3)
    /// Print and frames stand so close to many labels that there are no quiet zones. What is beside bars may look like some in a line
    /// or two.
    private static let framedStrip = ZXing.Options(
        tryRotate: false, tryDownscale: false, hasNarrowQuietZones: true, minLineCount: 5)
}
