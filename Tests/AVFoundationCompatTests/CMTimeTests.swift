import Foundation
import Testing

@testable import AVFoundationCompat

@Suite struct CMTimeTests {
    @Test func timesAreComparedWhateverTheirFraction() {
        #expect(CMTime(value: 1, timescale: 2) == CMTime(value: 300, timescale: 600))
        #expect(CMTime(value: 1, timescale: 2).hashValue == CMTime(value: 300, timescale: 600).hashValue)
        #expect(CMTimeMake(value: .max / 2, timescale: 3) < CMTimeMake(value: .max / 2, timescale: 2))
        #expect(
            CMTime.negativeInfinity < .zero && CMTime.zero < .positiveInfinity && CMTime.invalid == .invalid)
        #expect(CMTimeCompare(.zero, CMTimeMake(value: 1, timescale: 9)) == -1)
    }

    @Test func timesAreAddedInAFractionThatBothHave() {
        let sum = CMTimeAdd(CMTimeMake(value: 1, timescale: 30), CMTimeMake(value: 1, timescale: 20))
        #expect(sum == CMTimeMake(value: 1, timescale: 12) && sum.timescale == 600)
        #expect(
            (sum - sum) == .zero && (sum + .invalid) == .invalid
                && sum * 12 == CMTimeMake(value: 1, timescale: 1))
        #expect(!CMTime(value: 1, timescale: 0).isValid && CMTime.invalid.seconds.isNaN)
    }

    @Test func olderCodesFunctions() {
        let time = CMTimeMake(value: -3, timescale: 2)
        #expect(CMTimeAbsoluteValue(time) == CMTimeMake(value: 3, timescale: 2))
        #expect(CMTimeAbsoluteValue(.negativeInfinity) == .positiveInfinity)
        #expect(CMTimeMultiplyByFloat64(time, multiplier: 2.5) == CMTimeMake(value: -8, timescale: 2))
        #expect(CMTimeMultiplyByFloat64(.positiveInfinity, multiplier: -0.5) == kCMTimeNegativeInfinity)
        #expect(
            CMTIME_IS_VALID(.indefinite) && !CMTIME_IS_NUMERIC(.indefinite) && CMTIME_IS_INVALID(.invalid))
        let range = CMTimeRangeFromTimeToTime(start: time, end: .zero)
        #expect(CMTimeRangeGetEnd(range) == .zero && range.duration == CMTimeAbsoluteValue(time))
        #expect(CMTimeRangeContainsTime(range, time: time) && !CMTimeRangeContainsTime(range, time: .zero))
    }

    @Test func aShapeIsFittedIntoTheMiddle() {
        let rect = AVMakeRect(
            aspectRatio: CGSize(width: 1280, height: 720),
            insideRect: CGRect(x: 10, y: 20, width: 400, height: 400))
        #expect(rect == CGRect(x: 10, y: 107.5, width: 400, height: 225))
        #expect(AVMakeRect(aspectRatio: .zero, insideRect: rect) == .zero)
    }

    @Test func secondsAreRoundedAndSaySo() {
        let third = CMTime(seconds: 1.0 / 3, preferredTimescale: 600)
        #expect(third.value == 200 && CMTimeGetSeconds(third) == 1.0 / 3)
        #expect(CMTime(seconds: 0.0012, preferredTimescale: 600).hasBeenRounded)
        #expect(CMTime(seconds: .infinity, preferredTimescale: 600).isPositiveInfinity)
        #expect(CMTime(value: 7, timescale: 2).convertScale(1).value == 4)
    }

    /// A hundred days in nanoseconds are more than a floating-point number counts.
    @Test func longTimesAreExact() {
        let uptime = CMTime(value: 9_007_199_254_740_993, timescale: 1_000_000_000)
        #expect(uptime.convertScale(1_000_000_000).value == uptime.value)
        #expect(uptime.convertScale(2_000_000_000).value == 2 * uptime.value)
        let half = CMTime(value: 2 * uptime.value, timescale: 2_000_000_000)
        #expect(half == uptime && half.hashValue == uptime.hashValue)
        #expect(
            CMTime(value: .min, timescale: 600).hashValue != CMTime(value: .max, timescale: 600).hashValue)
    }

    @Test(arguments: [
        (CMTimeRoundingMethod.roundHalfAwayFromZero, [2, 2, 1, -1, -2, -2]),
        (.roundTowardZero, [1, 1, 1, -1, -1, -1]),
        (.roundAwayFromZero, [2, 2, 2, -2, -2, -2]), (.roundTowardNegativeInfinity, [1, 1, 1, -2, -2, -2]),
        (.roundTowardPositiveInfinity, [2, 2, 2, -1, -1, -1]),
    ])
    func timesAreRoundedAsSaid(_ method: CMTimeRoundingMethod, _ expected: [Int64]) {
        let times = [7, 6, 5, -5, -6, -7].map {
            CMTime(value: $0, timescale: 4).convertScale(1, method: method)
        }
        #expect(times.map(\.value) == expected)
        #expect(times.allSatisfy { $0.hasBeenRounded })
        #expect(CMTime(value: 8, timescale: 4).convertScale(1, method: method).value == 2)
        #expect(!CMTime(value: 8, timescale: 4).convertScale(1, method: method).hasBeenRounded)
    }

    @Test func whatIsBeyondCountingIsInfinite() {
        let longest = CMTime(value: .max, timescale: 1)
        #expect((longest + CMTime(value: 1, timescale: 1)).isPositiveInfinity)
        #expect((longest + CMTime(value: 1, timescale: 600)).isPositiveInfinity)
        #expect((CMTime(value: .min, timescale: 1) - longest).isNegativeInfinity)
        #expect((CMTime(value: 0, timescale: 1_000) - longest).isNegativeInfinity)
        #expect((CMTime.zero - .negativeInfinity).isPositiveInfinity)
        #expect((CMTime.positiveInfinity - longest).isPositiveInfinity)
        #expect((longest * -2).isNegativeInfinity && longest.convertScale(600).isPositiveInfinity)
        let duration = longest.duration
        #expect(CMTime(duration) == longest && CMTime(Duration.seconds(Int64.min)).value == .min)
    }

    /// A driver may list what no camera does.
    @Test func aFrameOfAnInstantHasADuration() {
        #expect(CMTime(frameDuration: .nanoseconds(100)) == CMTime(value: 100, timescale: 1_000_000_000))
        #expect(CMTime(frameDuration: Duration(secondsComponent: 0, attosecondsComponent: 1)) == .zero)
    }

    private static let frameDurations: [(seconds: Double, fraction: String)] = [
        (0.033333333, "1/30"), (0.016666667, "1/60"), (0.033366667, "1001/30000"), (0.133333333, "13333"),
    ]

    @Test(arguments: frameDurations)
    func frameDurationsAreTheFractionsThatTheyAreMeantToBe(seconds: Double, fraction: String) {
        let time = CMTime(frameDuration: .seconds(seconds))
        #expect("\(time.value)/\(time.timescale)".hasPrefix(fraction))
        #expect(abs(time.seconds - seconds) < 1e-8)
        #expect(time.duration.map { abs($0 / .seconds(1) - seconds) < 1e-8 } == true)
    }

    /// As CMTime.h has it of times that are no number.
    @Test func whatIsNoNumberIsCountedAsInCoreMedia() {
        #expect(CMTime.indefinite < .positiveInfinity && CMTime.positiveInfinity < .invalid)
        let (forever, ever) = (CMTime.positiveInfinity, CMTime.negativeInfinity)
        #expect(forever + forever == forever && forever + .zero == forever && ever - .zero == ever)
        for sum in [forever + ever, forever - forever, forever + .invalid, .zero - .invalid] {
            #expect(!sum.isValid)
        }
        #expect((forever + .indefinite) == forever && (CMTime.zero - .indefinite).isIndefinite)
        #expect(forever * -1 == ever && ever * 2 == ever)
        // Its parts may be set to anything.
        for timescale in [0, -5] as [CMTimeScale] {
            var time = CMTime(value: 1, timescale: 1)
            time.timescale = timescale
            #expect(!time.isNumeric && time.duration == nil && time.convertScale(600) == time)
            #expect(time.hashValue == time.hashValue)
        }
    }
}
