import Foundation

/// Squares within squares: what a symbol shows to be found by.
struct ConcentricPattern: Sendable, Hashable {
    /// Its centre, in pixels of the picture.
    var center: CGPoint
    /// Width of a module, measured along rows and columns, in pixels of the picture; a pattern turned by 45°
    /// measures √2 times as wide.
    var moduleSize: Double
    /// Whether its middle is light.
    var isInverted: Bool
    /// Scanned rows it was seen in, over all thresholds.
    var rows: Int

    /// The pattern seen in a view, in pixels of the picture.
    func placed(in view: View) -> ConcentricPattern {
        ConcentricPattern(
            center: view.toPicture(center), moduleSize: moduleSize * view.linearScale, isInverted: isInverted,
            rows: rows)
    }
}

/// One of the three large squares of a QR code, or something that looks like one.
typealias FinderPattern = ConcentricPattern

/// The middle of an Aztec code, or something that looks like one.
typealias Bullseye = ConcentricPattern
