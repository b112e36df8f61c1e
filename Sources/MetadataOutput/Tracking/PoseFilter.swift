import Foundation

/// A face's angles and landmarks over time, smooth.
struct PoseFilter: Sendable {
    private var roll: AngleFilter?
    private var yaw: AngleFilter?
    private var pitch: AngleFilter?
    private var landmarks: [CGPoint]

    init(_ content: FaceContent) {
        roll = content.rollAngle.map(AngleFilter.init)
        yaw = content.yawAngle.map(AngleFilter.init)
        pitch = content.pitchAngle.map(AngleFilter.init)
        landmarks = content.landmarks
    }

    var content: FaceContent {
        FaceContent(
            rollAngle: roll?.angle, yawAngle: yaw?.angle, pitchAngle: pitch?.angle, landmarks: landmarks)
    }

    /// Turns and moves what is known by an estimated motion.
    mutating func predict(motion: Motion) {
        roll?.turn(by: motion.rotation)
        landmarks = landmarks.map(motion.callAsFunction)
    }

    /// Takes a detection in. What it does not know stays as it was.
    ///
    /// - Parameters:
    ///   - weight: How much it counts for places, 0…1.
    ///   - seconds: Since the last one.
    mutating func correct(with measured: FaceContent, weight: Double, seconds: Double) {
        Self.correct(&roll, with: measured.rollAngle, seconds: seconds)
        Self.correct(&yaw, with: measured.yawAngle, seconds: seconds)
        Self.correct(&pitch, with: measured.pitchAngle, seconds: seconds)
        if landmarks.count == measured.landmarks.count {
            landmarks = zip(landmarks, measured.landmarks).map {
                CGPoint(x: $0.x + weight * ($1.x - $0.x), y: $0.y + weight * ($1.y - $0.y))
            }
        } else {
            landmarks = measured.landmarks
        }
    }

    mutating func rescale(by change: FrameChange) { landmarks = landmarks.map(change.callAsFunction) }

    private static func correct(_ filter: inout AngleFilter?, with measured: Double?, seconds: Double) {
        guard let measured else { return }
        if seconds > 0 { filter?.correct(with: measured, seconds: seconds) }
        if filter == nil { filter = AngleFilter(measured) }
    }
}
