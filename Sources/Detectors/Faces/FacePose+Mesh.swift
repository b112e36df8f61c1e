import Foundation

extension FacePose {
    /// The pose that the mesh's 468 points show, or nil if they lie on top of each other.
    ///
    /// The points are three-dimensional: the head's own axes can be read off them, and no mean face is needed.
    ///
    /// - Parameters:
    ///   - points: x and y in pixels of the picture, z in the same unit, away from the camera.
    init?(mesh points: [SIMD3<Double>]) {
        precondition(points.count == 468, "468 points")
        let (right, left) = (
            Self.mean(of: Self.rightEye, in: points), Self.mean(of: Self.leftEye, in: points)
        )
        guard right.x != left.x || right.y != left.y else { return nil }
        roll = Self.tilt(from: CGPoint(x: right.x, y: right.y), to: CGPoint(x: left.x, y: left.y))
        // Across the head, all pairs alike: the far ones, at the jaw, are the less certain.
        var across = SIMD3<Double>.zero
        for (right, left) in Self.pairs {
            let way = points[left] - points[right]
            let length = (way * way).sum().squareRoot()
            guard length > 0 else { return nil }
            across += way / length
        }
        let down = points[152] - points[10]
        let (sine, cosine) = (sin(-roll * .pi / 180), cos(-roll * .pi / 180))
        func upright(_ way: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(way.x * cosine - way.y * sine, way.x * sine + way.y * cosine, way.z)
        }
        let (x, y) = (upright(across), upright(down))
        yaw = Self.yawScale * -Self.degrees(atan2(x.z, x.x))
        pitch = Self.degrees(atan2(y.z, y.y)) - Self.restingPitch
    }

    /// The model shows heads a little less turned than they are.
    private static let yawScale = 1.07
    /// The line from hair to chin leans by so much when a head looks straight ahead.
    private static let restingPitch = 6.0

    /// Both eyelids' points.
    private static let rightEye = [
        33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7,
    ]
    private static let leftEye = [
        362, 398, 384, 385, 386, 387, 388, 466, 263, 249, 390, 373, 374, 380, 381, 382,
    ]
    /// Points of the person's right and the same of the left: brows, eyes, nose, cheeks, the outline.
    private static let pairs = [
        (33, 263), (133, 362), (159, 386), (145, 374), (70, 300), (63, 293), (105, 334), (66, 296),
        (107, 336), (46, 276), (98, 327), (129, 358), (50, 280), (205, 425), (127, 356), (234, 454),
        (93, 323), (58, 288), (172, 397), (61, 291),
    ]

    private static func mean(of numbers: [Int], in points: [SIMD3<Double>]) -> SIMD3<Double> {
        numbers.reduce(.zero) { $0 + points[$1] } / Double(numbers.count)
    }
}
