import Foundation
import MetadataOutput

/// A face's box as a board held before the face: tilted, turned and nodded with it, seen in perspective.
///
/// The box turns about its centre as AVFoundation's users turn a layer: with `CATransform3D`'s conventions (z
/// towards the viewer, m34 = −1/1000), by pitch about the x axis, by yaw about (0, −1, 0), by roll about z. Yaw and
/// pitch are about the head's own axes, therefore roll comes last. A face counts as 200 points wide whatever its
/// size in pixels, so that a large picture shows no stronger perspective than a small one.
struct FaceFrame {
    /// Top left, bottom left, bottom right, top right of the face's own box, in pixels.
    let corners: [CGPoint]
    /// Where the face looks out of its box: its centre, and a point before it as far away as a third of its width.
    let gaze: (from: CGPoint, to: CGPoint)

    /// Makes a frame.
    ///
    /// - Parameters:
    ///   - bounds: The box around the face in pixels.
    ///   - roll: Degrees, clockwise positive as seen.
    ///   - yaw: Degrees, positive turned to the picture's left edge.
    ///   - pitch: Degrees, positive looking down.
    init(bounds: CGRect, roll: Double, yaw: Double, pitch: Double) {
        let bounds = bounds.standing(fromRollAngle: roll)
        let (roll, yaw, pitch) = (roll * .pi / 180, yaw * .pi / 180, pitch * .pi / 180)
        let distance = 1000 * bounds.width / 200

        func seen(_ x: Double, _ y: Double, _ z: Double) -> CGPoint {
            // y goes down: a face that looks down brings its brow (negative y) nearer.
            let (y1, z1) = (y * cos(pitch) + z * sin(pitch), z * cos(pitch) - y * sin(pitch))
            let (x2, z2) = (x * cos(yaw) - z1 * sin(yaw), z1 * cos(yaw) + x * sin(yaw))
            let (x3, y3) = (x2 * cos(roll) - y1 * sin(roll), x2 * sin(roll) + y1 * cos(roll))
            let w = 1 - z2 / distance
            return CGPoint(x: bounds.midX + x3 / w, y: bounds.midY + y3 / w)
        }

        let (x, y) = (bounds.width / 2, bounds.height / 2)
        corners = [seen(-x, -y, 0), seen(-x, y, 0), seen(x, y, 0), seen(x, -y, 0)]
        gaze = (seen(0, 0, 0), seen(0, 0, bounds.width / 3))
    }
}
