import MetadataOutput

/// Tells pictures that a light was on for, from the first row to the last, from those before and between.
///
/// A rolling shutter exposes its rows one after the other, so that of a light that comes on meanwhile the lower rows alone have
/// something. Therefore the upper and the lower quarter must have become brighter by as much; or, where the light reaches one more than
/// the other, by as much as in the picture before.
struct FlashWatch {
    /// How much more one quarter may have brightened than another.
    private static let evenness = 0.8...1.25
    /// What has become brighter by less has not been lit.
    private static let leastRatio = 1.1
    private static let leastDifference = 3.0
    /// What is darker is noise.
    private static let black = 4.0

    private let dark: StillMeasure
    /// How much more the upper quarter has brightened than the lower one, in the picture before.
    private var balance: Double?
    /// Whether any picture was lit in part.
    private(set) var hasSeenLight = false

    /// - Parameter dark: A picture without the light.
    init(dark: StillMeasure) { self.dark = dark }

    /// Looks at the next picture.
    ///
    /// - Returns: Whether all of it is lit.
    mutating func isLit(_ picture: StillMeasure) -> Bool {
        func ratio(_ part: (StillMeasure) -> Double) -> Double {
            max(part(picture), Self.black) / max(part(dark), Self.black)
        }
        let quarters = (top: ratio(\.topLuma), bottom: ratio(\.bottomLuma))
        let isBrighter =
            max(ratio(\.meanLuma), quarters.top, quarters.bottom) >= Self.leastRatio
            && picture.meanLuma >= dark.meanLuma + Self.leastDifference
        guard isBrighter else {
            balance = nil
            return false
        }
        hasSeenLight = true
        let now = quarters.top / quarters.bottom
        defer { balance = now }
        return Self.evenness.contains(now) || balance.map { Self.evenness.contains(now / $0) } ?? false
    }
}
