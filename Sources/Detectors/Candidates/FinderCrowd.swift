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
    private var crowds = 0

    /// Whether an engine may look for QR codes where it sees so many patterns.
    mutating func admits(_ patterns: Int) -> Bool {
        guard patterns > Self.crowd else { return true }
        guard patterns <= Self.most, crowds < Self.mostCrowds else { return false }
        crowds += 1
        return true
    }
}
