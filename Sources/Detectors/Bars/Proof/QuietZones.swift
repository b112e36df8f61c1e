/// How light the zones are that belong before a symbol's first bar and behind its last: pieces of symbols have bars there.
enum QuietZones {
    /// What is looked at, in modules from the bars: nearer, blurred bars reach into it.
    private static let zone: ClosedRange<Float> = 1.25...5.25
    /// Shares of a symbol's samples that are lighter than its light and than its dark elements are taken to be.
    private static let (light, dark): (Float, Float) = (0.1, 0.9)

    /// How dark the darkest module of both zones is, between the symbol's light elements (0) and its dark ones (1); may lie beyond.
    ///
    /// - Parameters:
    ///   - row: Grey values of a ``ShapeProfile``; dark is large.
    ///   - modules: From the first bar to the last.
    static func darkness(of row: [Float], modules: Float) -> Float {
        let density = Float(ShapeProfile.density)
        let begin = Float(ShapeProfile.rim) * density
        let end = begin + modules * density
        let inside = row[Int(begin)..<min(Int(end), row.count)].sorted()
        guard let last = inside.indices.last else { return 0 }
        let (lightest, darkest) = (inside[Int(Float(last) * light)], inside[Int(Float(last) * dark)])
        let zones = [
            Int(begin - zone.upperBound * density)..<Int(begin - zone.lowerBound * density),
            Int(end + zone.lowerBound * density)..<min(Int(end + zone.upperBound * density), row.count),
        ]
        let most = zones.compactMap { darkestModule(of: row[$0]) }.max() ?? lightest
        return (most - lightest) / max(darkest - lightest, 1)
    }

    /// The largest mean over a module.
    private static func darkestModule(of zone: ArraySlice<Float>) -> Float? {
        let width = ShapeProfile.density
        guard zone.count >= width else { return nil }
        var sum = zone.prefix(width).reduce(0, +)
        var most = sum
        for index in zone.indices.dropFirst(width) {
            sum += zone[index] - zone[index - width]
            most = max(most, sum)
        }
        return most / Float(width)
    }
}
