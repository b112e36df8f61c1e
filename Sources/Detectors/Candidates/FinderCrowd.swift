import MetadataOutput

/// Keeps engines from planes with more finder patterns than they can work through.
///
/// They try all triples of what looks like a finder pattern, so the time goes with the cube of the number, and a
/// picture full of them would keep an engine busy for hours. Then ZXing samples up to 256 triples as symbols,
/// half a second of work, which a search may ask for only so many times. What is in a crowd is left to crops and
/// tiles.
struct FinderCrowd {
    /// The most patterns an engine is given: a hundred symbols, and a tenth of a second of triples.
    private static let most = 300
    /// Patterns from which a plane is a crowd: more than a crop around one symbol has.
    private static let crowd = 60
    /// How many crowds a search may give to engines.
    private static let mostCrowds = 12
    /// Longer side from which ZXing looks at a third of the size too.
    private static let downscaled = 500

    private var crowds = 0

    /// Whether an engine may look for QR codes in a plane.
    mutating func admits(_ plane: Plane, to reader: Step.Reader) -> Bool {
        let patterns =
            switch reader {
            case .zxing(let options): Self.patterns(in: plane, tryDownscale: options.tryDownscale)
            case .zbar: Self.patterns(in: plane, tryDownscale: false)
            }
        guard patterns > Self.crowd else { return true }
        guard patterns <= Self.most, crowds < Self.mostCrowds else { return false }
        crowds += 1
        return true
    }

    /// Patterns in the plane or the smaller one ZXing makes of it that has more.
    private static func patterns(in plane: Plane, tryDownscale: Bool) -> Int {
        let patterns = FinderPatternSearch.count(in: plane)
        guard tryDownscale, patterns <= most, max(plane.width, plane.height) > downscaled else {
            return patterns
        }
        let smaller = View(plane).resized(by: 1 / 3, interpolation: .area).plane
        return max(patterns, self.patterns(in: smaller, tryDownscale: true))
    }
}
