import Foundation

/// One of the three large squares of a QR code, or something that looks like one.
struct FinderPattern: Sendable, Hashable {
    /// Its centre, in pixels of the picture.
    var center: CGPoint
    /// Width of a module, measured along rows and columns, in pixels of the picture; a pattern turned by 45°
    /// measures √2 times as wide.
    var moduleSize: Double
    /// Whether it is light on dark.
    var isInverted: Bool
    /// Scanned rows it was seen in, over both thresholds.
    var rows: Int
}
