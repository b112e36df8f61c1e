/// Where a symbol may lie along its lines: engines know its ends roughly, and the width of its modules may change along it.
struct ShapePlacement {
    /// How far its first and its last bar are behind the corners, in modules.
    var begin: Float = 0
    var end: Float = 0
    /// How much wider than the mean a module is at the symbol's beginning, and narrower at its end, as a share of the mean:
    /// perspective and bends make modules of several widths.
    var stretch: Float = 0

    /// What is tried; that parts may be off their places covers what lies between.
    static let stretches = (-4...4).map { 0.1 * Float($0) }
    static let shifts: [Float] = [-12, -6, -3, 3, 6, 12]
}
