import MetadataOutput

extension Search {
    /// ZXing 1.4 looks for an Aztec code only at the middle of what it is given: crops around what looks like one.
    mutating func readBullseyes(step: String) {
        for bullseye in unexplained(candidates.bullseyes(in: planes.small)) {
            if explained.contains(where: { $0.contains(bullseye.center) }) { continue }
            for variant in Self.bullseyeVariants
            where readBullseye(bullseye, variant, step: step) { break }
        }
    }

    private struct BullseyeVariant {
        /// From the middle to the edge, in modules: any compact symbol fits in 15, full ones in 22 and 36.
        let reach: Double
        var globalHistogram = false
        var hasContrast = false
    }

    private static let bullseyeVariants: [BullseyeVariant] = [
        BullseyeVariant(reach: 15), BullseyeVariant(reach: 36), BullseyeVariant(reach: 22),
        BullseyeVariant(reach: 22, globalHistogram: true), BullseyeVariant(reach: 22, hasContrast: true),
    ]

    private mutating func readBullseye(
        _ bullseye: Bullseye, _ variant: BullseyeVariant, step: String
    ) -> Bool {
        var view = bullseye.crop(from: planes.full, modules: variant.reach)
        if variant.hasContrast, let changed = view.changed(by: .contrast) { view = changed }
        if bullseye.isInverted, let changed = view.changed(by: .inversion) { view = changed }
        return read(
            view, with: .zxing(.init(tryDownscale: false, globalHistogram: variant.globalHistogram)),
            types: [.aztec], step: step, evidence: Evidence(source: .crop),
            isInverted: bullseye.isInverted) > 0
    }
}
