import MetadataOutput
import Testing

@testable import Detectors

/// Bars beside a piece of an Interleaved 2 of 5.
@Suite struct BarsBesideTests {
    /// "1234": what is read. Behind the first of two 5, and before what the 1 and the 2 have of wide elements, are a start and a stop.
    private static let (piece, longer) = ("1234", "55123412")
    /// Modules of the longer symbol before the piece: a start, and what of a pair is no start itself.
    private static let before = 18
    private static let paper = 40

    private static func shape(_ text: String) throws -> SymbolShape {
        try #require(SymbolShape.shapes(of: .interleaved2of5, text: Array(text.utf8)).last)
    }

    /// Whether each module is dark, of its margins too.
    private static func darkModules(of text: String) throws -> [Bool] {
        let widths = try shape(text).inner.flatMap { $0 }
        let bars = widths.enumerated().flatMap { [Bool](repeating: $0.isMultiple(of: 2), count: Int($1)) }
        let margin = [Bool](repeating: false, count: paper)
        return margin + bars + margin
    }

    /// The longer symbol, or the piece by itself, with some modules before the piece's first bar and behind its last one painted over.
    ///
    /// - Parameters:
    ///   - hidden: How many modules of the longer symbol a spot hides at either end; nil if only the piece is there.
    ///   - print: Modules before the piece's first bar that are dark.
    ///   - ribs: How dark every second two modules of the paper are; bars are 200 and paper is 40.
    private static func band(
        hidden: (before: Int, behind: Int)?, print: [Int] = [], ribs: Float = 40
    ) throws -> BarsBeside.Band {
        var modules = try darkModules(of: hidden == nil ? piece : longer)
        let shape = try shape(piece)
        let first = paper + (hidden == nil ? 0 : before)
        let last = first + Int(shape.modules)
        if let hidden {
            for module in first - hidden.before..<first { modules[module] = false }
            for module in last..<last + hidden.behind { modules[module] = false }
        }
        for module in print { modules[first - module] = true }
        let row = modules.enumerated().flatMap { module, isDark in
            let paper = (module / 2).isMultiple(of: 2) ? 40 : ribs
            return [Float](repeating: isDark ? 200 : paper, count: BarLines.density)
        }
        let edges = BarEdges(in: row, by: .ofRow)
        let own = try #require(edges.edges(of: shape))
        #expect(abs(own[0] - (Float(first * BarLines.density) - 0.5)) < 1)
        return BarsBeside.Band(of: own, in: row, modules: shape.modules)
    }

    private static func goOn(_ bands: [BarsBeside.Band]) throws -> Bool {
        BarsBeside.goOn(try shape(piece), in: bands)
    }

    @Test func besideAWholeSymbolIsNone() throws {
        #expect(try !Self.goOn([BarsBeside.Band](repeating: Self.band(hidden: nil), count: 7)))
    }

    /// A spot that hides all but two bands of what is before the piece, or behind it; noise may look like a pair in one.
    @Test(arguments: [(0, 43), (18, 0)]) func aPairThatGoesOnInTwoBandsIsEnough(before: Int, behind: Int)
        throws
    {
        let hidden = try Self.band(hidden: (18, 43))
        let seen = try Self.band(hidden: (before, behind))
        #expect(try !Self.goOn([BarsBeside.Band](repeating: hidden, count: 7)))
        #expect(try !Self.goOn([BarsBeside.Band](repeating: hidden, count: 6) + [seen]))
        #expect(try Self.goOn([BarsBeside.Band](repeating: hidden, count: 5) + [seen, seen]))
    }

    /// A spot that hides what the pair lacks, and not the start before it or the stop behind.
    @Test(arguments: [(14, 43), (18, 13)]) func barsBehindASpotAreSeenInMostBands(before: Int, behind: Int)
        throws
    {
        let hidden = try Self.band(hidden: (18, 43))
        let seen = try Self.band(hidden: (before, behind))
        func goOn(in bands: Int) throws -> Bool {
            try Self.goOn((0..<7).map { $0 < bands ? seen : hidden })
        }
        #expect(try Self.goOn([BarsBeside.Band](repeating: seen, count: 7)))
        #expect(try goOn(in: 5))
        // Print beside a symbol is seldom as high as its bars.
        #expect(try !goOn(in: 3))
    }

    /// Corrugated board has ribs as wide as bars, in every band, and not as dark.
    @Test func ribsAreNoBars() throws {
        let band = try Self.band(hidden: nil, ribs: 80)
        #expect(try !Self.goOn([BarsBeside.Band](repeating: band, count: 7)))
    }

    /// A frame's line, a spot, and the bars of another symbol with its own quiet zone.
    @Test(arguments: [[7], [3, 4, 5, 6, 7, 8, 9], [21, 23]]) func whatElseIsBesideIsNoPartOfIt(print: [Int])
        throws
    {
        let band = try Self.band(hidden: nil, print: print)
        #expect(try !Self.goOn([BarsBeside.Band](repeating: band, count: 7)))
    }
}
