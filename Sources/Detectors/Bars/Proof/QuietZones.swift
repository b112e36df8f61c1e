/// How light the zones are that belong before a symbol's first bar and behind its last: pieces of symbols have bars there.
enum QuietZones {
    /// What is looked at, in modules from the bars: nearer, blurred bars reach into it.
    private static let zone: ClosedRange<Float> = 1.25...5.25
    /// Shares of the samples that are lighter than light and than dark elements are taken to be.
    private static let (light, dark): (Float, Float) = (0.1, 0.9)
    /// Of a zone's samples, the share that are lighter than its paper is taken to be.
    private static let paper: Float = 0.25

    /// How dark they are in all bands of a symbol: in those that fit best, a spot may cover the bars beside a piece.
    ///
    /// - Parameters:
    ///   - bands: Rows, as ``darkness(of:modules:)`` takes them.
    ///   - modules: From the first bar to the last.
    ///   - isInMost: Whether all bands but two must be as light, where a piece of a symbol is one too: a spot of light beside it covers
    ///     more than half of its neighbours now and then. Otherwise it is the middle band that counts, for there is dirt on paper.
    static func darkness(ofBands bands: [[Float]], modules: Float, isInMost: Bool) -> Float {
        let all = bands.map { darkness(of: $0, modules: modules) }.sorted()
        guard !all.isEmpty else { return 0 }
        return all[isInMost ? max(all.count - 3, 0) : all.count / 2]
    }

    /// How much of the symbol beside a zone lies in the same shadow, in modules: enough for wide elements of every type, at most half.
    private static let beside: Float = 24

    /// How dark the darkest module of both zones is, between the light elements (0) and the dark ones (1) of the part of the symbol
    /// beside it; may lie beyond.
    ///
    /// - Parameters:
    ///   - row: Grey values of a ``ShapeProfile``; dark is large.
    ///   - modules: From the first bar to the last.
    static func darkness(of row: [Float], modules: Float) -> Float {
        let density = Float(ShapeProfile.density)
        let begin = Float(ShapeProfile.rim) * density
        let end = begin + modules * density
        let inside = row[Int(begin)..<min(Int(end), row.count)]
        let before = row[Int(begin - zone.upperBound * density)..<Int(begin - zone.lowerBound * density)]
        let behind = row[
            Int(end + zone.lowerBound * density)..<min(Int(end + zone.upperBound * density), row.count)]
        let part = min((inside.count + 1) / 2, Int(beside * density))
        return max(
            darkness(
                of: before, beside: inside.prefix(part), before: inside.dropFirst(part).prefix(part)),
            darkness(
                of: behind, beside: inside.suffix(part), before: inside.dropLast(part).suffix(part)))
    }

    /// - Parameters:
    ///   - bars: The part of the symbol beside the zone.
    ///   - others: The part beside that one.
    private static func darkness(
        of zone: ArraySlice<Float>, beside bars: ArraySlice<Float>, before others: ArraySlice<Float>
    ) -> Float {
        guard !bars.isEmpty, let most = darkestModule(of: zone) else { return 0 }
        let (lightest, darkest) = (sample(of: bars, at: light), sample(of: bars, at: dark))
        let even = (most - lightest) / max(darkest - lightest, 1)
        // Paper that grows darker along the symbol's spaces towards the zone goes on to do so, from the lightest, which are the
        // farthest, to the zone's middle.
        let growth = others.isEmpty ? 0 : max(lightest - sample(of: others, at: light), 0)
        let expected = lightest + growth * (1 + Float(zone.count / 2) / Float(bars.count))
        let contrast = max(darkest - expected, 1)
        // But it does so evenly: a bar has lighter paper beside it.
        let bar = (most - sample(of: zone, at: paper)) / contrast
        return min(even, max((most - expected) / contrast, bar))
    }

    private static func sample(of row: ArraySlice<Float>, at share: Float) -> Float {
        row.sorted()[Int(Float(row.count - 1) * share)]
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
