/// Whether the first and the last bar of a symbol, both narrow, have as much ink as its other narrow bars.
///
/// A cut through a wide bar leaves a start or a stop in the middle of an Interleaved 2 of 5, if the rest of it is about as wide as a narrow
/// bar; nothing else tells such a piece. A blur hides how wide it is, but takes no ink away.
enum EndInk {
    /// Modules of the quiet zone that are looked at beside the bar.
    private static let outside: Float = 1
    /// What of both quiet zones tells how light the paper is, in modules from the bars, and the share of its samples that are lighter:
    /// the spaces between bars do not tell it, a blur darkens them.
    private static let zone: ClosedRange<Float> = 1.25...5.25
    private static let lighter: Float = 0.25
    /// Fewest other narrow bars of a half.
    private static let fewest = 3

    /// How far the ink of an end's bar is from that of the narrow bars of its half of the symbol, in modules, of the end where that is
    /// most in the middle one of some bands; nil where there are too few bars.
    ///
    /// - Parameters:
    ///   - widths: Of the symbol's elements, bars and spaces in turn, a narrow one 1.
    ///   - bands: Of the symbol.
    static func error(of widths: [Float], in bands: [BarredBand]) -> Float? {
        let turned: [Float] = widths.reversed()
        guard let first = median(bands.compactMap { excess(of: widths, in: $0) }),
            let last = median(bands.compactMap { excess(of: turned, in: $0.turned) })
        else { return nil }
        return max(abs(first), abs(last))
    }

    /// How much more ink the first bar has, in modules.
    private static func excess(of widths: [Float], in band: BarredBand) -> Float? {
        guard let begin = band.edges.first, let end = band.edges.last, band.edges.count == widths.count + 1
        else { return nil }
        let module = (end - begin) / widths.reduce(0, +)
        let (near, far) = (zone.lowerBound * module, zone.upperBound * module)
        guard let before = paper(band.values(from: begin - far, to: begin - near)),
            let behind = paper(band.values(from: end + near, to: end + far))
        else { return nil }
        // Light falls off along the symbol.
        let middle = begin - (near + far) / 2
        let slope = (behind - before) / (end - begin + near + far)
        func ink(from begin: Float, to end: Float) -> Float {
            let ground = before + slope * ((begin + end) / 2 - middle)
            return band.sum(from: begin, to: end) - ground * (end - begin)
        }
        // From the middle of the space before a bar to that of the one behind it, each takes from the other what a blur has it lose.
        let half = widths.count / 2
        let others = stride(from: 2, to: half, by: 2).filter { widths[$0] == 1 }
            .map { ink(from: band.middle(of: $0 - 1), to: band.middle(of: $0 + 1)) }
        guard others.count >= fewest, let usual = median(others), usual > 0 else { return nil }
        return ink(from: begin - outside * module, to: band.middle(of: 1)) / usual - 1
    }

    /// How dark the paper of a zone is.
    private static func paper(_ zone: ArraySlice<Float>) -> Float? {
        let samples = zone.sorted()
        return samples.isEmpty ? nil : samples[Int(Float(samples.count - 1) * lighter)]
    }

    private static func median(_ values: [Float]) -> Float? {
        values.isEmpty ? nil : values.sorted()[values.count / 2]
    }
}
