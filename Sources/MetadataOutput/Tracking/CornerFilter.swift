import Foundation

/// Where four corners are and how fast they move: a Kalman filter of constant speed.
///
/// All corners share one covariance, so that the filter is a blend of prediction and measurement with one weight: an
/// upright box stays one, a symbol keeps its shape. In pixels and seconds.
struct CornerFilter: Sendable {
    private(set) var corners: [CGPoint]
    /// Of each corner, in pixels a second across and down.
    private(set) var speeds: [CGPoint]
    /// How unsure place and speed are, in pixels², and the two together.
    private var placeVariance: Double
    private var jointVariance = 0.0
    private var speedVariance: Double
    /// How far off a detection's corners are, as a part of the object's size.
    private let error: Double

    /// Sizes a second² by which speed changes.
    private static let acceleration = 6.0
    /// Sizes a second by which an object may move when it is first seen.
    private static let firstSpeed = 3.0
    /// How much of the speed is that of the last motion.
    private static let newSpeed = 0.5
    /// How far off an estimated motion is, as a part of the object's size.
    private static let motionError = 0.02
    /// How long an object goes on moving by itself, in seconds: after that its speed has fallen to a third.
    private static let inertia = 0.35
    /// Part of its size by which a corner may be off before the detection is taken as it is: the filter lost it.
    private static let largestDeviation = 0.5

    init(_ corners: [CGPoint], error: Double) {
        self.corners = corners
        self.error = error
        speeds = corners.map { _ in .zero }
        let size = CGRect(around: corners).meanSide
        placeVariance = Self.square(error * size)
        speedVariance = Self.square(Self.firstSpeed * size)
    }

    var box: CGRect { CGRect(around: corners) }

    /// Moves everything to where it is `seconds` later, by an estimated motion or else by its own speed.
    ///
    /// Two frames may have one time: what was seen to move has moved then, but at no speed that could be known.
    mutating func predict(seconds: Double, motion: Motion?) {
        guard seconds > 0 else {
            if let motion { corners = corners.map(motion.callAsFunction) }
            return
        }
        let size = box.meanSide
        if let motion {
            let moved = corners.map(motion.callAsFunction)
            for index in corners.indices {
                let (dx, dy) = (moved[index].x - corners[index].x, moved[index].y - corners[index].y)
                speeds[index].x += Self.newSpeed * (dx / seconds - speeds[index].x)
                speeds[index].y += Self.newSpeed * (dy / seconds - speeds[index].y)
            }
            corners = moved
            placeVariance += Self.square(Self.motionError * size)
            jointVariance = 0
            speedVariance = Self.square(Self.motionError * size / seconds)
            return
        }
        let distance = Self.inertia * (1 - exp(-seconds / Self.inertia))
        let damping = exp(-seconds / Self.inertia)
        // Nobody sees it grow or turn: what of the speeds is not common to all corners is not carried on. The last
        // motion seen may be in part that of something that passes in front, and the box grew threefold by it.
        let speed = meanSpeed
        for index in corners.indices {
            corners[index].x += speed.x * distance
            corners[index].y += speed.y * distance
            speeds[index] = CGPoint(x: speed.x * damping, y: speed.y * damping)
        }
        let change = Self.square(Self.acceleration * size)
        placeVariance +=
            2 * distance * jointVariance + distance * distance * speedVariance
            + change * pow(seconds, 4) / 4
        jointVariance = damping * (jointVariance + distance * speedVariance) + change * pow(seconds, 3) / 2
        speedVariance = damping * damping * speedVariance + change * seconds * seconds
    }

    /// Takes a detection in.
    ///
    /// - Parameters:
    ///   - measured: As many corners in the same order, else they are taken as they are.
    ///   - learnsSpeed: Whether its speed is drawn from where it is detected. What somebody watches move has its speed
    ///     from there: the box of a face that is covered in part is another one, and no motion.
    ///   - speed: How fast it has come there from where it was detected last, in pixels a second.
    /// - Returns: How much the detection counted, 0…1, for what else of it is to be smoothed.
    mutating func correct(with measured: [CGPoint], learnsSpeed: Bool, speed: CGPoint) -> Double {
        let size = CGRect(around: measured).meanSide
        let isFarOff = zip(corners, measured).contains {
            hypot($0.x - $1.x, $0.y - $1.y) > Self.largestDeviation * size
        }
        guard !isFarOff, measured.count == corners.count, !isInAnotherOrder(measured) else {
            self = CornerFilter(measured, error: error)
            if learnsSpeed { resume(speed) }
            return 1
        }
        let measurementVariance = Self.square(error * size)
        let gain = placeVariance / (placeVariance + measurementVariance)
        let speedGain = learnsSpeed ? jointVariance / (placeVariance + measurementVariance) : 0
        for index in corners.indices {
            let (dx, dy) = (measured[index].x - corners[index].x, measured[index].y - corners[index].y)
            corners[index].x += gain * dx
            corners[index].y += gain * dy
            speeds[index].x += speedGain * dx
            speeds[index].y += speedGain * dy
        }
        speedVariance -= speedGain * jointVariance
        placeVariance *= 1 - gain
        jointVariance *= 1 - gain
        return gain
    }

    /// Whether an engine counts the corners from another one than before, or the other way round: between two orders lies a box that is
    /// nowhere. In a low symbol no corner is far from where it was then, so that order is told by the shape, wherever it has moved.
    private func isInAnotherOrder(_ measured: [CGPoint]) -> Bool {
        let (known, new) = (Self.aroundMiddle(corners), Self.aroundMiddle(measured))
        // The larger, the smaller is the sum of the squares of all distances.
        func likeness(_ order: [CGPoint]) -> Double {
            zip(known, order).reduce(0) { $0 + $1.0.x * $1.1.x + $1.0.y * $1.1.y }
        }
        let likenesses = [new, new.reversed()].flatMap { order in
            order.indices.map { likeness(Array(order[$0...] + order[..<$0])) }
        }
        // Of a line both ways round are alike, but for the last digit.
        return likenesses.contains { $0 - likeness(new) > 1e-6 * $0 }
    }

    private static func aroundMiddle(_ corners: [CGPoint]) -> [CGPoint] {
        let count = Double(max(1, corners.count))
        let (x, y) = (corners.reduce(0) { $0 + $1.x } / count, corners.reduce(0) { $0 + $1.y } / count)
        return corners.map { CGPoint(x: $0.x - x, y: $0.y - y) }
    }

    /// Goes on at a speed that is known from before, of all of it, in pixels a second.
    mutating func resume(_ speed: CGPoint) { speeds = speeds.map { _ in speed } }

    /// Takes everything to the pixels of another frame.
    mutating func rescale(by change: FrameChange) {
        corners = corners.map(change.callAsFunction)
        speeds = speeds.map { CGPoint(x: $0.x * change.x, y: $0.y * change.y) }
        let area = change.x * change.y
        placeVariance *= area
        jointVariance *= area
        speedVariance *= area
    }

    /// That of the middle, in pixels a second.
    var meanSpeed: CGPoint {
        let count = Double(max(1, speeds.count))
        return CGPoint(
            x: speeds.reduce(0) { $0 + $1.x } / count, y: speeds.reduce(0) { $0 + $1.y } / count)
    }

    private static func square(_ value: Double) -> Double { value * value }
}

extension CGRect {
    /// Mean of width and height.
    var meanSide: Double { (width + height) / 2 }
}
