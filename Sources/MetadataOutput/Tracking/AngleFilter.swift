import Foundation

/// An angle over time, smoothed the more the slower it changes (a 1€ filter): a head at rest does not tremble, and one
/// that turns fast is not late. Degrees, on the short way round from 359° to 0°.
struct AngleFilter: Sendable {
    /// The smoothed angle in [0, 360).
    private(set) var angle: Double
    /// As it was measured last.
    private var measured: Double
    /// Degrees a second, smoothed.
    private var speed = 0.0

    /// What is slower than this, in hertz, passes when the angle rests.
    private static let restingCutoff = 1.0
    /// Hertz that are added for each degree a second. With these, at ten measurements a second, errors of a head at
    /// rest shrink by a third, and in a turn of 150° a second the angle is 4° late at most.
    private static let eagerness = 0.1
    /// The same for the speed itself.
    private static let speedCutoff = 2.0

    init(_ angle: Double) {
        self.angle = angle
        measured = angle
    }

    /// Takes a measurement in.
    ///
    /// - Parameter seconds: Since the last one; more than 0.
    mutating func correct(with new: Double, seconds: Double) {
        speed += Self.weight(cutoff: Self.speedCutoff, seconds) * (Self.way(measured, new) / seconds - speed)
        let cutoff = Self.restingCutoff + Self.eagerness * abs(speed)
        angle = (angle + Self.weight(cutoff: cutoff, seconds) * Self.way(angle, new)).wrappedDegrees
        measured = new
    }

    /// Turns all that is known, by degrees.
    mutating func turn(by degrees: Double) {
        angle = (angle + degrees).wrappedDegrees
        measured = (measured + degrees).wrappedDegrees
    }

    /// How much a measurement counts so that what changes slower than `cutoff` passes.
    private static func weight(cutoff: Double, _ seconds: Double) -> Double {
        1 / (1 + 1 / (2 * .pi * cutoff * seconds))
    }

    /// The short way from one angle to another, −180 ..< 180.
    private static func way(_ from: Double, _ to: Double) -> Double { (to - from + 540).wrappedDegrees - 180 }
}
