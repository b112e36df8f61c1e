import Foundation
import Testing

@testable import Detectors

/// The pose of a face whose pose is known: the mean face itself, turned and seen from far away.
@Suite struct FacePoseTests {
    /// Roll, yaw and pitch in degrees, the contract's signs.
    struct Turn: Sendable {
        let roll: Double
        let yaw: Double
        let pitch: Double
    }

    /// The mean face turned (pitch, then yaw, then roll) and projected, 2 pixels a millimetre.
    private func projection(of turn: Turn, mirrored: Bool = false) -> [CGPoint] {
        let (r, y, p) = (turn.roll * .pi / 180, turn.yaw * .pi / 180, turn.pitch * .pi / 180)
        return MeanFace.points.map { point in
            let (y1, z1) = (cos(p) * point.y - sin(p) * point.z, sin(p) * point.y + cos(p) * point.z)
            let x2 = cos(y) * point.x + sin(y) * z1
            let (x3, y3) = (cos(r) * x2 - sin(r) * y1, sin(r) * x2 + cos(r) * y1)
            return CGPoint(x: (mirrored ? -1 : 1) * 2 * x3 + 500, y: 2 * y3 + 400)
        }
    }

    /// The order of the points when left and right have changed places.
    private static let mirroredOrder: [Int] = {
        var order = Array(0...67)
        let runs = [(0, 16), (17, 26), (31, 35), (48, 54), (60, 64)]
        for (first, last) in runs {
            for index in first...last { order[index] = first + last - index }
        }
        let pairs = [
            (36, 45), (37, 44), (38, 43), (39, 42), (40, 47), (41, 46), (55, 59), (56, 58), (65, 67),
        ]
        for (a, b) in pairs { (order[a], order[b]) = (b, a) }
        return order
    }()

    @Test(arguments: [
        Turn(roll: 0, yaw: 0, pitch: 0), Turn(roll: 25, yaw: 0, pitch: 0),
        Turn(roll: -60, yaw: 10, pitch: 0), Turn(roll: 130, yaw: 5, pitch: 0),
        Turn(roll: 170, yaw: 15, pitch: 0), Turn(roll: 0, yaw: 20, pitch: 0),
        Turn(roll: 0, yaw: -20, pitch: 0), Turn(roll: 0, yaw: 30, pitch: 0),
        Turn(roll: 0, yaw: -30, pitch: 0),
    ])
    func knownTurn(_ turn: Turn) throws {
        let pose = try #require(FacePose(landmarks: projection(of: turn)))
        #expect(abs(pose.roll - turn.roll) < 0.5)
        #expect(abs(pose.yaw - turn.yaw) < 2)
        #expect(abs(try #require(pose.pitch)) < 0.5)
    }

    @Test(arguments: [-20.0, -10, 10, 20])
    func knownPitch(_ pitch: Double) throws {
        let pose = try #require(FacePose(landmarks: projection(of: Turn(roll: 10, yaw: 0, pitch: pitch))))
        #expect(abs(try #require(pose.pitch) - pitch) < 0.5)
        #expect(abs(pose.yaw) < 1)
    }

    /// Which way is which, with nothing but signs: a nose left of the middle means turned to the left edge.
    @Test func signs() throws {
        let points = projection(of: Turn(roll: 0, yaw: 20, pitch: 15))
        #expect(points[30].x < (points[0].x + points[16].x) / 2)
        let upright = projection(of: Turn(roll: 0, yaw: 0, pitch: 0))
        // Looking down hides the underside of the nose: its tip comes nearer to the mouth.
        #expect(points[62].y - points[30].y < upright[62].y - upright[30].y)
        // Clockwise: the eye on the right of the picture sinks.
        let tilted = projection(of: Turn(roll: 20, yaw: 0, pitch: 0))
        #expect(tilted[45].y > tilted[36].y)
    }

    @Test func mirroringFlipsRollAndYaw() throws {
        let mirrored = projection(of: Turn(roll: 15, yaw: 25, pitch: 5), mirrored: true)
        let points = Self.mirroredOrder.map { mirrored[$0] }
        let plain = try #require(FacePose(landmarks: projection(of: Turn(roll: 15, yaw: 25, pitch: 5))))
        let pose = try #require(FacePose(landmarks: points))
        #expect(abs(pose.roll + plain.roll) < 0.2)
        #expect(abs(pose.yaw + plain.yaw) < 0.5)
        #expect(abs(try #require(pose.pitch) - #require(plain.pitch)) < 0.5)
    }

    @Test func fivePoints() throws {
        func points(_ turn: Turn) -> [CGPoint] {
            let all = projection(of: turn)
            func middle(_ range: ClosedRange<Int>) -> CGPoint {
                let count = Double(range.count)
                return CGPoint(
                    x: all[range].map(\.x).reduce(0, +) / count, y: all[range].map(\.y).reduce(0, +) / count)
            }
            return [middle(36...41), middle(42...47), all[30], all[48], all[54]]
        }
        let tilted = try #require(FacePose(fivePoints: points(Turn(roll: -40, yaw: 0, pitch: 0))))
        #expect(abs(tilted.roll + 40) < 0.5)
        #expect(abs(tilted.yaw) < 1)
        let left = try #require(FacePose(fivePoints: points(Turn(roll: 0, yaw: 30, pitch: 0))))
        let right = try #require(FacePose(fivePoints: points(Turn(roll: 0, yaw: -30, pitch: 0))))
        #expect(abs(left.yaw - 30) < 8)
        #expect(abs(right.yaw + 30) < 8)
        #expect(left.pitch == nil)
    }

    @Test func pointsOnTopOfEachOtherHaveNoPose() {
        #expect(FacePose(landmarks: Array(repeating: CGPoint(x: 3, y: 4), count: 68)) == nil)
        #expect(FacePose(fivePoints: Array(repeating: CGPoint(x: 3, y: 4), count: 5)) == nil)
    }
}
