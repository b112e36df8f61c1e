import Foundation

/// A smooth change of a zoom factor: equal ratios in equal times but for a gentle beginning and end.
struct ZoomRamp: Equatable {
    /// Seconds between two steps.
    static let step = 1.0 / 60

    let from: Double
    let to: Double
    /// Powers of two a second.
    let rate: Double

    /// Seconds that it takes.
    var duration: Double { abs(log2(to / from)) / rate }

    /// The factor after `time` seconds; the target from the end on.
    func factor(at time: Double) -> Double {
        guard time < duration else { return to }
        let part = max(0, time / duration)
        return from * pow(to / from, part * part * (3 - 2 * part))
    }
}
