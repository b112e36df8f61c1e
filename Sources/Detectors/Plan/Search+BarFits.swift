import MetadataOutput

extension Search {
    /// Most strips.
    private static let mostFits = 4

    /// EAN-13 from the grey values of strips of bar regions that no accepted code explains.
    mutating func fitBars(step: String) {
        guard types.contains(.ean13) else { return }
        var tried = 0
        for region in candidates.bars(in: &planes).bars where region.sheet == nil {
            for part in ExplainedPlace.openParts(of: region, beside: explained) {
                if tried >= Self.mostFits { return }
                tried += 1
                let strip = part.strip(from: planes.full, or: planes.medium)
                guard let symbol = EANReading(strip)?.symbol(in: strip) else { continue }
                add(symbol, in: strip, engine: .search, step: step, evidence: Evidence(source: .strip))
            }
        }
    }
}
