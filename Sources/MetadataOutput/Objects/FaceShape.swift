package import Foundation

/// What the box around a face says of the face itself, where that is tilted.
extension CGRect {
    /// The box as it is around the face that is turned upright about its middle: where the face lies more than it stands, as wide
    /// as this one is high.
    ///
    /// - Parameter roll: Degrees, clockwise positive as seen. The box is in pixels, in which angles are what they are.
    package func standing(fromRollAngle roll: Double) -> CGRect {
        guard abs(sin(roll * .pi / 180)) > abs(cos(roll * .pi / 180)) else { return self }
        return CGRect(x: midX - height / 2, y: midY - width / 2, width: height, height: width)
    }

    /// The corners of the face's frame, tilted as the face is: top left, bottom left, bottom right and top right of the face.
    ///
    /// - Parameters:
    ///   - roll: Degrees, clockwise positive as seen.
    ///   - size: The picture's, in pixels. The box and the corners are in 0…1 of it.
    ///   - factors: So many times as wide and as high.
    package func frameOfFace(
        rollAngle roll: Double, in size: CGSize, enlargedBy factors: (width: Double, height: Double) = (1, 1)
    ) -> [CGPoint] {
        let pixels = CGRect(x: 0, y: 0, width: width * size.width, height: height * size.height)
            .standing(fromRollAngle: roll)
        let (sine, cosine) = (sin(roll * .pi / 180), cos(roll * .pi / 180))
        return [(-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5)].map { right, down in
            let (x, y) = (right * pixels.width * factors.width, down * pixels.height * factors.height)
            return CGPoint(
                x: midX + (x * cosine - y * sine) / size.width,
                y: midY + (x * sine + y * cosine) / size.height)
        }
    }
}
