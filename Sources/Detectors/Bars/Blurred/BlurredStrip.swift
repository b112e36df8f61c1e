import Foundation
import MetadataOutput

/// A strip of bars that run into each other, to be drawn as they would be without the blur.
struct BlurredStrip {
    /// What a picture's values tell of light.
    enum Tone: CaseIterable, Sendable {
        /// As cameras store it (IEC 61966-2-1, near enough).
        case curved
        /// In proportion, as of a picture that was blurred after it was taken.
        case straight

        fileprivate func light(of value: Float) -> Double {
            switch self {
            case .curved: pow(max(Double(value), 0) / 255, 2.2)
            case .straight: Double(value) / 255
            }
        }
    }

    /// Deviation of the blur, in samples of the profile that is restored: finer ones show nothing more.
    private static let fineness = 2.5
    /// How much finer than the strip's columns it may be.
    private static let finest = 4.0
    /// The steepest edge is one that neighbours or noise have made steeper.
    private static let steepest = 0.85
    /// Largest difference that is left, as a share of the contrast: noise, and what no such blur does.
    private static let largestResidue = 0.04
    private static let residueOfNone = 0.15
    /// Widths, in deviations of the blur, of the tenth of bars and spaces that is narrowest: narrower ones may as well be others, and
    /// wider ones are read without this.
    private static let (finestBars, sharp) = (0.8, 3.0)
    /// Pixels of a drawn strip a sample, and of paper that is added at either end.
    private static let magnification = 2
    private static let margin = 120

    private let strip: View
    private let profile: StripProfile
    /// From paper to paper.
    private let columns: Range<Int>

    /// Where symbols may be in a strip of upright bars.
    ///
    /// - Parameter inner: Its columns that have bars.
    static func strips(in strip: View, around inner: Range<Int>) -> [BlurredStrip] {
        guard let profile = StripProfile(strip.plane, around: inner) else { return [] }
        return QuietZoneSearch.symbols(in: profile.light, around: inner).map {
            BlurredStrip(strip: strip, profile: profile, columns: $0)
        }
    }

    private init(strip: View, profile: StripProfile, columns: Range<Int>) {
        (self.strip, self.profile, self.columns) = (strip, profile, columns)
    }

    /// Its bars as a blur of some shape would have left them; nil where there are none.
    func bars(blurredBy shape: BarBlur.Shape, _ tone: Tone) -> Bars? {
        let seen = profile.light[columns].map(tone.light)
        guard let coarse = Self.deviation(in: seen) else { return nil }
        let fine = Self.resampled(seen, by: min(Self.fineness / coarse, Self.finest))
        guard let deviation = Self.deviation(in: fine),
            let bars = BlurredBars(of: fine, BarBlur(shape: shape, deviation: Self.steepest * deviation))
        else { return nil }
        return Bars(
            edges: bars.edges, count: fine.count, samplesOfColumn: Double(fine.count) / Double(seen.count))
    }

    /// Bars of a strip, with the blur taken from them.
    struct Bars {
        fileprivate let edges: BlurredEdges
        /// Samples of the profile, and how many a column of the strip has.
        fileprivate let count: Int
        fileprivate let samplesOfColumn: Double

        /// Whether what is seen is explained by them, and by few others.
        var areExplained: Bool {
            edges.residue <= BlurredStrip.largestResidue && narrow >= BlurredStrip.finestBars
        }

        /// Whether what is seen is so far from such bars that no other blur would explain it.
        var areNone: Bool { edges.residue > BlurredStrip.residueOfNone }

        /// Whether no others would explain it.
        var areWide: Bool { narrow >= 1 }

        /// Whether they are read without this.
        var areSharp: Bool { narrow >= BlurredStrip.sharp }

        /// The width that a tenth of bars and spaces falls short of, in deviations of the blur.
        private var narrow: Double {
            let widths = zip(edges.places, edges.places.dropFirst()).map { $1 - $0 }.sorted()
            return widths[widths.count / 10] / edges.blur.deviation
        }
    }

    /// Of the blur, in samples, from the steepest edge.
    private static func deviation(in seen: [Double]) -> Double? {
        guard let light = BarLight(of: seen) else { return nil }
        let even = light.even(seen)
        let steepest = zip(even, even.dropFirst()).map { Double(abs($1 - $0)) }.max() ?? 0
        return steepest > 0.01 ? 1 / (min(steepest, 0.5) * (2 * Double.pi).squareRoot()) : nil
    }

    /// Finer by cubics (E. Catmull, R. Rom 1974), coarser by means.
    private static func resampled(_ values: [Double], by factor: Double) -> [Double] {
        let count = max(1, Int((Double(values.count) * factor).rounded()))
        let step = Double(values.count) / Double(count)
        if step > 1 {
            var sums = [0.0]
            for value in values { sums.append(sums[sums.count - 1] + value) }
            func sum(to place: Double) -> Double {
                let index = min(Int(place), values.count - 1)
                return sums[index] + (place - Double(index)) * values[index]
            }
            return (0..<count).map {
                (sum(to: Double($0 + 1) * step) - sum(to: Double($0) * step)) / step
            }
        }
        func value(_ index: Int) -> Double { values[min(max(index, 0), values.count - 1)] }
        return (0..<count).map { index in
            let place = (Double(index) + 0.5) * step - 0.5
            let left = Int(place.rounded(.down))
            let t = place - Double(left)
            let (a, b, c, d) = (value(left - 1), value(left), value(left + 1), value(left + 2))
            return b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
        }
    }

    /// The strip as it would be without the blur: a row for each band that is alike, so that no more lines agree than were seen.
    func drawn(_ bars: Bars) -> View? {
        let scale = Double(Self.magnification)
        let places = bars.edges.places
        var ink = [Double](repeating: 0, count: bars.count * Self.magnification + 2 * Self.margin)
        let end = Double(bars.count) * scale
        for start in stride(from: 0, to: places.count - 1, by: 2) {
            // One that was moved beyond an end is none.
            let (from, to) = (max(places[start] * scale, 0), min(places[start + 1] * scale, end))
            guard from < to else { continue }
            for column in Int(from)..<Int(to.rounded(.up)) {
                ink[Self.margin + column] += min(to, Double(column + 1)) - max(from, Double(column))
            }
        }
        let row = ink.map { UInt8((255 * (1 - min($0, 1))).rounded()) }
        let plane = Plane(
            width: row.count, height: profile.bands, samples: (0..<profile.bands).flatMap { _ in row })
        let across = 1 / (scale * bars.samplesOfColumn)
        let from = Double(columns.lowerBound) - Double(Self.margin) * across
        let (left, right) = (from, from + Double(row.count) * across)
        let (top, bottom) = (Double(profile.rows.lowerBound), Double(profile.rows.upperBound))
        func point(_ column: Double, _ row: Double) -> CGPoint {
            CGPoint(x: profile.column(column, atRow: row), y: row)
        }
        guard
            let map = Homography(fitting: [
                (CGPoint(x: 0, y: 0), point(left, top), 1),
                (CGPoint(x: 0, y: plane.height), point(left, bottom), 1),
                (CGPoint(x: plane.width, y: plane.height), point(right, bottom), 1),
                (CGPoint(x: plane.width, y: 0), point(right, top), 1),
            ])
        else { return nil }
        return View(plane: plane, toPicture: map.then(strip.toPicture))
    }
}
