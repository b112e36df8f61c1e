public import Foundation

/// Where a detector saw something that looks like a code or a face, and could not read it.
public struct UnreadPlace: Sendable, Hashable {
    /// What it looks like.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Finder patterns of a QR code.
        case matrixCode
        /// Bars.
        case linearCode
        /// A face that is not believed.
        case face
    }

    /// What it looks like.
    public var kind: Kind
    /// Four corners in pixels of the upright picture, which may lie outside of it. Of bars: the first and the last are the
    /// ends of one edge across them.
    public var corners: [CGPoint]
    /// Width of a module in pixels; nil if that is not known.
    public var moduleSize: Double?

    /// Makes a place.
    public init(kind: Kind, corners: [CGPoint], moduleSize: Double? = nil) {
        (self.kind, self.corners, self.moduleSize) = (kind, corners, moduleSize)
    }

    /// The smallest upright rectangle around it, in pixels of the upright picture.
    public var boundingBox: CGRect { CGRect(around: corners) }
}
