/// EXIF's and TIFF's orientation: where the stored picture's first row and column are seen.
public enum PictureOrientation: UInt16, Sendable, Hashable, CaseIterable {
    /// The first row is seen at the top, the first column at the left; the default.
    case up = 1
    /// The first row is seen at the top, the first column at the right.
    case upMirrored = 2
    /// The first row is seen at the bottom, the first column at the right.
    case down = 3
    /// The first row is seen at the bottom, the first column at the left.
    case downMirrored = 4
    /// The first row is seen at the left, the first column at the top.
    case leftMirrored = 5
    /// The first row is seen at the right, the first column at the top: a phone held upright.
    case right = 6
    /// The first row is seen at the right, the first column at the bottom.
    case rightMirrored = 7
    /// The first row is seen at the left, the first column at the bottom.
    case left = 8

    /// Whether rows are seen as columns.
    public var swapsSides: Bool { rawValue >= 5 }
    /// Whether the last stored row is seen first.
    public var reversesRows: Bool { [.down, .downMirrored, .right, .rightMirrored].contains(self) }
    /// Whether the last stored column is seen first.
    public var reversesColumns: Bool { [.upMirrored, .down, .rightMirrored, .left].contains(self) }
}
