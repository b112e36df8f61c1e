import MetadataOutput

extension Search {
    /// Most strips of one step, and once the picture has a code that stands.
    private static let mostStrips = (first: 6, withCode: 3)

    /// Engines on a straightened strip of each bar region that no accepted code explains, until one is believed.
    mutating func readBarStrips(with readers: [Step.StripReader], step: String) {
        let linear = types.filter(\.isLinearCode)
        var tried = 0
        for region in candidates.bars(in: planes.medium).bars {
            if explained.contains(where: { $0.contains(region.center) }) { continue }
            if tried >= (accepted.isEmpty ? Self.mostStrips.first : Self.mostStrips.withCode) { break }
            tried += 1
            let known = accepted.count
            for reader in readers where accepted.count == known {
                var view = region.strip(
                    from: planes.full, or: planes.medium, magnification: reader.magnification)
                if reader.hasContrast {
                    view = view.replacing(view.plane.equalized(clipLimit: 3, tilesAcross: 8, tilesDown: 2))
                }
                read(view, with: reader.reader, types: linear, step: step, evidence: Evidence(source: .strip))
            }
        }
    }
}
