import Foundation

/// How a head is turned, in degrees, −180…180; nothing but geometry of its points.
struct FacePose: Sendable, Hashable {
    /// Clockwise positive as seen in the picture, 0 upright.
    var roll: Double
    /// Positive when the face is turned to the left edge of the picture.
    var yaw: Double
    /// Positive when the face looks down; nil where the points do not tell.
    var pitch: Double?
}

extension FacePose {
    /// The pose that 68 points show (iBUG 300-W order), or nil if they lie on top of each other.
    ///
    /// Roll is the tilt of the line between the eye centres. Yaw is the mean of two measures whose errors have
    /// different causes: the nose between the edges of the jaw, and the fit of ``MeanFace``.
    init?(landmarks points: [CGPoint]) {
        precondition(points.count == 68, "68 points")
        let (right, left) = (Self.mean(points[36...41]), Self.mean(points[42...47]))
        guard hypot(left.x - right.x, left.y - right.y) > 0, let fit = MeanFaceFit(landmarks: points),
            let jawYaw = Self.jawYaw(points, roll: Self.tilt(from: right, to: left))
        else { return nil }
        roll = Self.tilt(from: right, to: left)
        yaw = (jawYaw + fit.yaw) / 2
        pitch = fit.pitch
    }

    /// The pose that YuNet's five points show, or nil if the eyes lie on top of each other.
    init?(fivePoints points: [CGPoint]) {
        precondition(points.count == 5, "eyes, nose, corners of the mouth")
        let (right, left, nose) = (points[0], points[1], points[2])
        let distance = hypot(left.x - right.x, left.y - right.y)
        guard distance > 0 else { return nil }
        roll = Self.tilt(from: right, to: left)
        let middle = CGPoint(x: (right.x + left.x) / 2, y: (right.y + left.y) / 2)
        let across = Self.across(nose, roll: roll) - Self.across(middle, roll: roll)
        yaw = -Self.degrees(atan(1.6 * across / distance))
        pitch = nil
    }

    /// Yaw by where the tip of the nose (30) stands between the jaw's edges (0–3, 13–16); the factor maps that
    /// circle's angle to the head's, as measured on video frames with known yaw.
    private static func jawYaw(_ points: [CGPoint], roll: Double) -> Double? {
        let left = points[0...3].map { across($0, roll: roll) }.reduce(0, +) / 4
        let right = points[13...16].map { across($0, roll: roll) }.reduce(0, +) / 4
        guard right > left else { return nil }
        let place = (across(points[30], roll: roll) - (left + right) / 2) / ((right - left) / 2)
        return -0.71 * degrees(asin(min(1, max(-1, place))))
    }

    /// The point's x after the picture was turned so that the face stands upright.
    private static func across(_ point: CGPoint, roll: Double) -> Double {
        point.x * cos(roll * .pi / 180) + point.y * sin(roll * .pi / 180)
    }

    /// Tilt of the line from the person's right eye to the left one.
    static func tilt(from right: CGPoint, to left: CGPoint) -> Double {
        degrees(atan2(left.y - right.y, left.x - right.x))
    }

    private static func mean(_ points: ArraySlice<CGPoint>) -> CGPoint {
        let sum = points.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
        return CGPoint(x: sum.x / Double(points.count), y: sum.y / Double(points.count))
    }

    static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}
