import Testing

@testable import Detectors

/// How much ink the bars at the ends of a symbol have beside its others.
@Suite struct EndInkTests {
    /// A start, two pairs of digits and a stop, wide elements of three modules.
    private static let widths: [Float] =
        [1, 1, 1, 1] + [3, 1, 1, 3, 1, 1, 1, 1, 3, 3] + [3, 1, 3, 1, 1, 3, 1, 1, 1, 3] + [3, 1, 1]

    /// Grey values of it on paper that grows darker to the right.
    ///
    /// - Parameters:
    ///   - last: How wide its last bar is.
    ///   - blur: How many modules each value is a mean of.
    private static func band(last: Float = 1, blur: Int = 1) -> BarredBand {
        let density = ShapeProfile.density
        let rim = [Float](repeating: 0, count: ShapeProfile.rim * density)
        var bars = widths.enumerated().flatMap { index, width in
            [Float](repeating: index.isMultiple(of: 2) ? 100 : 0, count: Int(width) * density)
        }
        let shown = Int(last * Float(density))
        var edges = widths.reduce(into: [Float(rim.count) - 0.5]) {
            $0.append($0[$0.count - 1] + $1 * Float(density))
        }
        edges[edges.count - 1] += (last - 1) * Float(density)
        bars.replaceSubrange((bars.count - density)..., with: [Float](repeating: 100, count: shown))
        // What is before it stays where it is, however wide it is.
        let row =
            rim + bars + rim.dropLast(max(shown - density, 0))
            + [Float](repeating: 0, count: max(density - shown, 0))
        let reach = blur * density / 2
        let samples = row.indices.map { index in
            let near = row[max(index - reach, 0)...min(index + reach, row.count - 1)]
            return 50 + Float(index) / 50 + near.reduce(0, +) / Float(near.count)
        }
        return BarredBand(samples: samples, edges: edges)
    }

    private static func error(_ bands: [BarredBand]) -> Float? { EndInk.error(of: widths, in: bands) }

    @Test(arguments: [1, 2]) func aWholeSymbolHasAsMuchAtItsEnds(blur: Int) throws {
        #expect(try #require(Self.error([Self.band(blur: blur)])) < 0.05)
    }

    @Test(arguments: [Float(0.25), 0.5, 1.5, 2], [1, 2])
    func ofACutBarThereIsLessOrMore(last: Float, blur: Int) throws {
        let error = try #require(Self.error([Self.band(last: last, blur: blur)]))
        #expect(abs(error - abs(last - 1)) < 0.1)
    }

    @Test func theFirstBarCountsAsTheLast() throws {
        let band = Self.band(last: 0.5).turned
        let error = try #require(EndInk.error(of: Self.widths.reversed(), in: [band]))
        #expect(error > 0.3)
    }

    @Test func whatCoversAnEndInFewBandsDoesNotCount() throws {
        let bands = [Self.band(), Self.band(last: 2), Self.band()]
        #expect(try #require(Self.error(bands)) < 0.15)
    }

    @Test func tooFewNarrowBarsTellNothing() {
        let band = BarredBand(samples: [Float](repeating: 0, count: 128), edges: [50, 58, 66, 74])
        #expect(EndInk.error(of: [1, 1, 1], in: [band]) == nil)
        #expect(EndInk.error(of: Self.widths, in: [band]) == nil)
        #expect(EndInk.error(of: Self.widths, in: []) == nil)
    }
}
