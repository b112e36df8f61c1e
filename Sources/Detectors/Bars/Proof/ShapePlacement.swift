import Foundation

/// Where a symbol may lie in a picture: engines know its ends roughly, and the width of its modules may change along it.
struct ShapePlacement {
    /// In pixels of the picture, the symbol's own top left first, then bottom left, bottom right, top right.
    var corners: [CGPoint]
    /// How far its first and its last bar are behind these corners, in modules.
    var begin = 0.0
    var end = 0.0
    /// How much wider than the mean a module is at the symbol's beginning, and narrower at its end, as a share of the mean:
    /// perspective and bends make modules of several widths.
    var stretch = 0.0

    /// How far its top is behind its bottom, in modules: corners of symbols with leaning bars may be upright.
    var lean = 0.0

    /// The other way round.
    var turned: ShapePlacement { ShapePlacement(corners: Array(corners[2...] + corners[..<2])) }

    /// What is tried; that parts may be off their places covers what lies between.
    static let stretches = (-7...7).map { 0.05 * Double($0) }
    static let shifts = [-12.0, -6, -3, 3, 6, 12]
    static let leans = [-6.0, -3, 3, 6]
}
