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
    ///   - bands: Grey values as in ``ShapeProfile/evenly``.
    ///   - widths: Of the symbol's elements, bars and spaces in turn, a narrow one 1.
    static func error(of widths: [Float], along bands: [[Float]]) -> Float? {
        let turned: [Float] = widths.reversed()
        guard let first = median(bands.compactMap { excess(of: widths, along: $0) }),
            let last = median(bands.compactMap { excess(of: turned, along: $0.reversed()) })
        else { return nil }
        return max(abs(first), abs(last))
    }

    /// How much more ink the first bar has, in modules.
    private static func excess(of widths: [Float], along row: [Float]) -> Float? {
        let begin = Float(ShapeProfile.rim)
        let modules = widths.reduce(0, +)
        let half = modules / 2
        guard let before = paper(begin - zone.upperBound..<begin - zone.lowerBound, in: row),
            let behind = paper(
                begin + modules + zone.lowerBound..<begin + modules + zone.upperBound, in: row)
        else { return nil }
        // Light falls off along the symbol.
        let slope = (behind - before) / (modules + zone.lowerBound + zone.upperBound)
        let middle = begin - (zone.lowerBound + zone.upperBound) / 2
        func ink(_ range: Range<Float>) -> Float {
            let samples = row[indices(range, in: row)]
            let ground = before + slope * ((range.lowerBound + range.upperBound) / 2 - middle)
            return samples.reduce(0) { $0 + $1 - ground } / Float(ShapeProfile.density)
        }
        var others: [Float] = []
        var place = begin + 1 + widths[1]
        for bar in stride(from: 2, to: widths.count - 1, by: 2) where place < begin + half {
            if widths[bar] == 1 {
                others.append(ink(place - widths[bar - 1] / 2..<place + 1 + widths[bar + 1] / 2))
            }
            place += widths[bar] + widths[bar + 1]
        }
        guard others.count >= fewest, let usual = median(others), usual > 0 else { return nil }
        return ink(begin - outside..<begin + 1 + widths[1] / 2) / usual - 1
    }

    /// How dark the paper of a zone is.
    private static func paper(_ zone: Range<Float>, in row: [Float]) -> Float? {
        let samples = row[indices(zone, in: row)].sorted()
        return samples.isEmpty ? nil : samples[Int(Float(samples.count - 1) * lighter)]
    }

    /// The samples of some modules of a row.
    private static func indices(_ modules: Range<Float>, in row: [Float]) -> Range<Int> {
        func index(_ module: Float) -> Int {
            min(max(Int(module * Float(ShapeProfile.density)), 0), row.count)
        }
        return index(modules.lowerBound)..<index(modules.upperBound)
    }

    private static func median(_ values: [Float]) -> Float? {
        values.isEmpty ? nil : values.sorted()[values.count / 2]
    }
}
