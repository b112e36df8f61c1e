import Foundation

/// A face's angles and landmarks over time: smooth, and on the short way round from 359° to 0°.
struct PoseFilter: Sendable {
    private(set) var content: FaceContent

    init(_ content: FaceContent) {
        self.content = content
    }

    /// Turns and moves what is known by an estimated motion.
    mutating func predict(motion: Motion) {
        content.rollAngle = content.rollAngle.map { ($0 + motion.rotation).wrappedDegrees }
        content.landmarks = content.landmarks.map(motion.callAsFunction)
    }

    /// Takes a detection in that counts `weight`, 0…1. What it does not know stays as it was.
    mutating func correct(with measured: FaceContent, weight: Double) {
        content.rollAngle = blended(content.rollAngle, measured.rollAngle, weight)
        content.yawAngle = blended(content.yawAngle, measured.yawAngle, weight)
        content.pitchAngle = blended(content.pitchAngle, measured.pitchAngle, weight)
        if content.landmarks.count == measured.landmarks.count {
            content.landmarks = zip(content.landmarks, measured.landmarks).map {
                CGPoint(x: $0.x + weight * ($1.x - $0.x), y: $0.y + weight * ($1.y - $0.y))
            }
        } else {
            content.landmarks = measured.landmarks
        }
    }

    mutating func rescale(x: Double, y: Double) {
        content.landmarks = content.landmarks.map { CGPoint(x: $0.x * x, y: $0.y * y) }
    }

    private func blended(_ known: Double?, _ measured: Double?, _ weight: Double) -> Double? {
        guard let known, let measured else { return measured ?? known }
        let difference = (measured - known + 540).wrappedDegrees - 180
        return (known + weight * difference).wrappedDegrees
    }
}
