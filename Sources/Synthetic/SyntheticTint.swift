/// The colour of something whose light and shade are luma alone: Cb and Cr (ITU-R BT.601), 128 is none.
public struct SyntheticTint: Sendable, Hashable {
    /// Cb, from yellow to blue.
    public var blue: UInt8
    /// Cr, from green to red.
    public var red: UInt8

    /// Makes a tint.
    public init(blue: UInt8, red: UInt8) {
        (self.blue, self.red) = (blue, red)
    }

    /// No colour.
    public static let grey = SyntheticTint(blue: 128, red: 128)
}
