import Foundation

/// Where an EAN-13's digits lie in a profile across bars, and how like each they are, found by comparing grey values with
/// what digits look like through a blur: single modules need not be told apart, as for a decoder that measures widths.
struct EANFit {
    let alignment: EANAlignment
    /// Where the symbol begins and ends, in samples of the profile; the end comes first if it reads backwards.
    let start: Double
    let end: Double

    /// What it says alone.
    var number: EANNumber { EANNumber(alignment.costs) }

    /// Whether both have the symbol at one place, to within so many samples.
    func agrees(with other: EANFit, within limit: Double) -> Bool {
        abs(start - other.start) <= limit && abs(end - other.end) <= limit
    }

    /// Places that may be the symbol's ends, of each end.
    private static let ends = 6

    /// Nil where nothing looks like the ends of a symbol.
    ///
    /// - Parameters:
    ///   - darkness: Dark is large.
    ///   - module: About the width of a module, in samples.
    init?(_ darkness: [Float], module: Double) {
        let backwards = Array(darkness.reversed())
        let starts = Self.edges(in: darkness, module: module)
        let stops = Self.edges(in: backwards, module: module).map { Double(darkness.count) - $0 }
        var best: (alignment: EANAlignment, way: Way)?
        for start in starts {
            for stop in stops where 60...130 ~= (stop - start) / module {
                let ways = [
                    Way(profile: darkness, from: start, to: stop, isBackwards: false),
                    Way(
                        profile: backwards, from: Double(darkness.count) - stop,
                        to: Double(darkness.count) - start, isBackwards: true),
                ]
                for way in ways {
                    let alignment = way.alignment(EANTemplates.all[1])
                    if alignment.cost < best?.alignment.cost ?? .infinity { best = (alignment, way) }
                }
            }
        }
        guard let best else { return nil }
        let alignments = EANTemplates.all.map(best.way.alignment)
        alignment = alignments.min { $0.cost < $1.cost } ?? best.alignment
        let count = Double(darkness.count)
        start = best.way.isBackwards ? count - best.way.from : best.way.from
        end = best.way.isBackwards ? count - best.way.to : best.way.to
    }

    /// A profile to be read from one place to another.
    private struct Way {
        let profile: [Float]
        let from: Double
        let to: Double
        let isBackwards: Bool

        func alignment(_ templates: EANTemplates) -> EANAlignment {
            EANAlignment(profile, from: from, to: to, templates: templates)
        }
    }

    /// Places with light before and bars after, the most distinct first.
    private static func edges(in darkness: [Float], module: Double) -> [Double] {
        let (quiet, bars) = (max(2, Int(5 * module)), max(2, Int(4 * module)))
        var sums: [Float] = [0]
        for value in darkness { sums.append(sums[sums.count - 1] + value) }
        let last = Int(0.4 * Double(darkness.count))
        guard last > 4, darkness.count > last + bars else { return [] }
        let steps: [Float] = (0...last).map { place in
            let from = max(0, place - quiet)
            let before = place > from ? (sums[place] - sums[from]) / Float(place - from) : 0
            return (sums[place + bars] - sums[place]) / Float(bars) - before
        }
        return steps.indices.dropFirst().dropLast()
            .filter { steps[$0] > 0 && steps[$0] >= steps[$0 - 1] && steps[$0] > steps[$0 + 1] }
            .sorted { steps[$0] > steps[$1] }.prefix(ends).map(Double.init)
    }
}
