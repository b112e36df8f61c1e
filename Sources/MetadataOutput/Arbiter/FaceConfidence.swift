import Foundation

/// What an engine's score says of how likely a box is a face.
///
/// Each engine has a scale of its own; these curves make one of them, so that of boxes with confidence 0.5 about half are
/// faces. `Scripts/bench confidence` fitted them on photographs with and without faces, refused boxes included.
public enum FaceConfidence {
    /// The confidence, 0…1, of a face; nil for an engine whose scores are not known.
    ///
    /// - Parameters:
    ///   - engine: Who saw the face.
    ///   - score: The engine's score, as in ``Evidence/score``.
    public static func confidence(engine: Engine, score: Double) -> Double? {
        switch engine {
        case .dlib: logistic(score / 0.12)
        case .yunet: logistic((score - 0.57) / 0.07)
        // A probability already.
        case .yunetMesh: score
        default: nil
        }
    }

    private static func logistic(_ x: Double) -> Double { 1 / (1 + exp(-x)) }
}
