import Foundation

/// Brings a picture to the brightness that it should have, by a camera's exposure time and gain.
///
/// It acts on what it sees and asks little of the camera: that more of either makes the picture brighter, and that a change
/// shows within two frames. It goes most of the way at once, waits for the effect, and stops where the eye sees no
/// difference any more.
struct ExposureLoop {
    /// What a camera can be set to; numbers on the driver's scales.
    struct Limits: Equatable {
        var exposures: ClosedRange<Int>
        var exposureStep = 1
        /// nil where it has no gain.
        var gains: ClosedRange<Int>?
        var gainStep = 1
    }

    /// What it is set to.
    struct Setting: Equatable {
        var exposure: Int
        var gain: Int?
    }

    /// The mean luma of what is exposed well: a grey that reflects 18 % of the light, as pictures encode it.
    static let targetLuma = 118.0
    /// Pictures encode light as its 2.2th root, roughly.
    private static let gamma = 2.2
    /// Smaller differences are none, in EV.
    private static let tolerance = 0.15
    /// Nor are those that begin when it has come to rest.
    private static let restTolerance = 0.3
    /// How many frames after a change show the old picture, or something between; the first frames are after one, because
    /// the camera may have been exposing by itself until then.
    private static let delay = 2
    /// A driver's gain has no unit: all of it counts as so many EV. Where it is twice as much, it still comes to rest.
    static let gainRange = 4.0

    /// How much brighter than it should be the picture is, in EV; negative if it is darker.
    private(set) var offset = 0.0
    /// Whether it is on its way.
    private(set) var isAdjusting = true
    private var framesToSkip = 0
    /// How many frames in succession gave no reason for a change.
    private var framesAtRest = 0

    /// Looks at a frame.
    ///
    /// - Parameters:
    ///   - luma: How bright it is where that matters, 0…255.
    ///   - setting: What the camera is set to.
    ///   - limits: What it can be set to.
    ///   - bias: How much brighter than usual it is wanted, in EV.
    /// - Returns: What it is to be set to; nil to leave it.
    mutating func next(
        luma: Double, setting: Setting, limits: Limits, bias: Double = 0
    ) -> Setting? {
        // In pictures that are all black or all white there is more than can be seen.
        let seen = min(max(luma, 4), 250)
        offset = log2(pow(seen / Self.targetLuma, Self.gamma)) - bias
        if framesToSkip > 0 {
            framesToSkip -= 1
            return nil
        }
        guard abs(offset) > (isAdjusting ? Self.tolerance : Self.restTolerance) else {
            rest()
            return nil
        }
        let new = change(of: setting, by: min(max(-offset, -3), 3), within: limits)
        guard new != setting else {
            // The camera can no more.
            rest()
            return nil
        }
        isAdjusting = true
        framesAtRest = 0
        framesToSkip = Self.delay
        return new
    }

    /// Notes a frame that gave no reason for a change. One alone may be from before a change.
    private mutating func rest() {
        framesAtRest += 1
        if framesAtRest > Self.delay { isAdjusting = false }
    }

    /// The setting that makes a picture brighter by so many EV, or nearly.
    private func change(of setting: Setting, by steps: Double, within limits: Limits) -> Setting {
        var new = setting
        // Light before noise: more time before more gain, and less gain before less time.
        if steps > 0 {
            let rest = changeExposure(of: &new, by: steps, within: limits)
            if rest > 0.05 { _ = changeGain(of: &new, by: rest, within: limits) }
        } else {
            let rest = changeGain(of: &new, by: steps, within: limits)
            if rest < 0 { _ = changeExposure(of: &new, by: rest, within: limits) }
        }
        return new
    }

    /// - Returns: The EV that are left.
    private func changeExposure(of setting: inout Setting, by steps: Double, within limits: Limits) -> Double
    {
        let old = Double(max(setting.exposure, 1))
        // Not all of the way: pictures do not follow the rule exactly.
        let wanted = old * exp2(steps * 0.85)
        let step = Double(limits.exposureStep)
        var new = old + ((wanted - old) / step).rounded() * step
        if new == old {
            // One step, unless what comes of it is further from what is wanted.
            let next = old + (steps > 0 ? step : -step)
            if next >= 1, abs(log2(next / old)) < 2 * abs(steps) { new = next }
        }
        setting.exposure = min(max(Int(new), limits.exposures.lowerBound), limits.exposures.upperBound)
        return new > Double(limits.exposures.upperBound) || new == old
            ? steps - log2(Double(setting.exposure) / old) : 0
    }

    /// - Returns: The EV that are left because there is no more of the gain, or no less.
    private func changeGain(of setting: inout Setting, by steps: Double, within limits: Limits) -> Double {
        guard let gain = setting.gain, let gains = limits.gains, gains.count > 1 else { return steps }
        let step = limits.gainStep
        let all = Double(gains.upperBound - gains.lowerBound)
        let stepsOfGain = steps / Self.gainRange * all / Double(step)
        let half = Int((stepsOfGain / 2).rounded())
        let change = half == 0 && abs(stepsOfGain) >= 0.5 ? (steps > 0 ? 1 : -1) : half
        let new = min(max(gain + change * step, gains.lowerBound), gains.upperBound)
        setting.gain = new
        guard new != gain + change * step || new == gain else { return 0 }
        return steps - Double(new - gain) / all * Self.gainRange
    }
}
