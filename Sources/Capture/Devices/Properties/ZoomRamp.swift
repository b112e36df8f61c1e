import Foundation

/// A smooth change of a zoom factor: equal ratios in equal times but for a gentle beginning and end.
struct ZoomRamp: Equatable {
    /// Seconds between two steps.
    static let step = 1.0 / 60
    /// Seconds that one takes to come to an end that was cancelled.
    private static let endDuration = 0.25

    let from: Double
    let to: Double
    /// Powers of two a second.
    let rate: Double
    /// Seconds after which it was cancelled; nil if it was not.
    private(set) var cancelTime: Double?

    init(from: Double, to: Double, rate: Double) {
        (self.from, self.to, self.rate) = (from, to, rate)
    }

    /// The same, cancelled after `time` seconds: it goes on ever more slowly.
    func cancelled(at time: Double) -> ZoomRamp {
        var ramp = self
        ramp.cancelTime = cancelTime ?? min(max(time, 0), wholeDuration)
        return ramp
    }

    /// Seconds that it takes.
    var duration: Double {
        cancelTime.map { min(wholeDuration, $0 + Self.endDuration) } ?? wholeDuration
    }

    private var wholeDuration: Double { abs(log2(to / from)) / rate }

    /// The factor after `time` seconds; the last one from the end on.
    func factor(at time: Double) -> Double {
        guard let cancelTime, time > cancelTime, wholeDuration > 0 else { return wholeFactor(at: time) }
        // At the speed that it had when it was cancelled, which falls to nothing evenly, and never past its target.
        let part = cancelTime / wholeDuration
        let speed = log2(to / from) / wholeDuration * 6 * part * (1 - part)
        let left = duration - cancelTime
        let since = min(time - cancelTime, left)
        let way = left > 0 ? speed * (since - since * since / (2 * left)) : 0
        let factor = wholeFactor(at: cancelTime) * exp2(way)
        return to > from ? min(factor, to) : max(factor, to)
    }

    private func wholeFactor(at time: Double) -> Double {
        guard time < wholeDuration else { return to }
        let part = max(0, time / wholeDuration)
        return from * pow(to / from, part * part * (3 - 2 * part))
    }
}
