import Foundation
import MetadataOutput

/// Finds a face's 68 points in a square cut out of the picture, turned so that the face stands upright: the model
/// was trained on upright faces and follows tilts only so far.
struct LandmarkPass {
    /// Side of the square that is cut out, in pixels.
    private static let side = 200
    /// Side of dlib's face square in the middle of it.
    private static let faceSide = 100
    /// By how many degrees the roll found may differ from the one assumed before the pass is repeated with it.
    private static let tolerance = 6.0

    let predictor: LandmarkPredictor
    let picture: Plane

    /// The points in continuous pixels of the picture.
    ///
    /// - Parameter roll: Degrees, clockwise positive, as far as known.
    func landmarks(of face: FaceCandidate, roll: Double) -> [CGPoint] {
        let first = landmarks(of: face, turnedBy: roll)
        guard let found = FacePose(landmarks: first)?.roll,
            abs((found - roll + 180).wrappedDegrees - 180) > Self.tolerance
        else { return first }
        return landmarks(of: face, turnedBy: found)
    }

    private func landmarks(of face: FaceCandidate, turnedBy roll: Double) -> [CGPoint] {
        let view = View(picture).uprightSquare(
            around: face.centre, roll: roll, scale: face.side / Double(Self.faceSide), side: Self.side)
        let margin = (Self.side - Self.faceSide) / 2
        return predictor.landmarks(in: view.plane, left: margin, top: margin, side: Self.faceSide)
            .map(view.toPicture.callAsFunction)
    }
}
