/// The whole picture, shrunk and changed, for an engine to read.
struct Pixels: Sendable, Hashable {
    /// The plane it is made from.
    var base: Base
    /// What is done to it, in this order.
    var changes: [Change] = []

    /// The picture at a size that is made once and shared by all steps.
    enum Base: Sendable, Hashable {
        /// The picture itself.
        case full
        /// Longer side at most 1,600 pixels.
        case medium
        /// Longer side at most 1,000 pixels.
        case small
    }

    /// A change to the whole plane.
    enum Change: Sendable, Hashable {
        /// Local contrast raised (CLAHE, limit 3, 8×8 tiles).
        case contrast
        /// Black to white.
        case inversion
        /// Half the size.
        case half
        /// Twice the size, for results up to 5 megapixels.
        case double
        /// Of a small picture, a white frame: the quiet zone that a symbol has lost which was cut out too close.
        case frame
        /// Turned clockwise by some degrees, white outside.
        case turn(Double)
        /// Left for right.
        case mirror
        /// Dark dots joined that are a few pixels apart.
        case joinedDots
        /// All paper along a row made white.
        case evenLight
        /// Means of so many by so many samples (odd), taken twice: nearly as a lens blurs.
        case smoothing(window: Int)
    }

    /// Whether the plane is one of means.
    var isSmoothed: Bool {
        changes.contains { change in if case .smoothing = change { true } else { false } }
    }

    /// Whether the plane is as it was taken, at most shrunk.
    var isPlain: Bool { changes.isEmpty }

    /// Whether it shows what the plane does and no more: as it was taken, its negative, or its mirror image.
    var isFaithful: Bool { isPlain || changes == [.inversion] || changes == [.mirror] }

    /// Whether it is turned by an angle that is no multiple of 90°.
    var isTurned: Bool {
        changes.contains {
            if case .turn(let degrees) = $0 {
                degrees.truncatingRemainder(dividingBy: 90) != 0
            } else {
                false
            }
        }
    }

    /// Whether dark and light are exchanged.
    var isInverted: Bool { changes.contains(.inversion) }

    /// Whether left and right are exchanged.
    var isMirrored: Bool { changes.contains(.mirror) }
}
