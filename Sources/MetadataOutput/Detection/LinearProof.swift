/// How well a linear symbol's bars, encoded again from what was read, explain the picture's grey values.
public struct LinearProof: Sendable, Hashable {
    /// The share of the grey values' variance that the symbol leaves unexplained, 0…1: the mean of its characters and
    /// guards. A clean print has less than 0.1.
    public var residue: Double
    /// The same of the character or guard of which least is explained, quiet zones included.
    public var worst: Double
    /// How much more of it any other character leaves unexplained, for the character where that is least, −1…1; below 0
    /// another character explains the picture better. A clean print has more than 0.15.
    public var margin: Double
    /// How much speaks for a seam between halves of two symbols: what a step in the places of characters, and another width of
    /// modules behind it, explain beyond a smooth curve, in multiples of the scatter that is left, at least 0. One symbol has 0.5 to
    /// 2, seldom 3, two most often more than 4. nil where there are too few characters to tell.
    public var seam: Double?
    /// The same by the places of all edges of bars, of symbols with wide and narrow elements, which nothing guards, of EAN-8 and of
    /// UPC-E; nil of others and where not all edges were found. One symbol has 0.5 to 3, seldom 4, two most often more than 5.
    public var edgeSeam: Double?
    /// How many modules more or less are dark than should be, at least 0; a blur moves light about, and takes none away. nil of other
    /// symbologies than these.
    ///
    /// Of EAN and UPC, whose 1 and 7, and 2 and 8, have bars as far apart and of other widths (ISO/IEC 15420), it is that of a digit, of the
    /// digit where that is most: a clean print has less than 0.5. Of Interleaved 2 of 5 (ISO/IEC 16390), of which a piece may be a symbol
    /// too, it is that of the bar at an end beside its other narrow bars: a clean print has less than 0.2. nil where there are too few
    /// bars.
    public var ink: Double?
    /// How dark the darkest module before the first bar or behind the last is, −1…2: 0 is as light as the symbol's spaces, 1 as
    /// dark as its bars.
    public var quiet: Double

    /// Makes a proof.
    public init(
        residue: Double, worst: Double, margin: Double, seam: Double? = nil, edgeSeam: Double? = nil,
        ink: Double? = nil, quiet: Double = 0
    ) {
        self.residue = residue
        self.worst = worst
        self.margin = margin
        self.seam = seam
        self.edgeSeam = edgeSeam
        self.ink = ink
        self.quiet = quiet
    }

    /// How much speaks for the text: of several proofs of one symbol the one with the most counts.
    package var clarity: Double { margin - residue }
}
