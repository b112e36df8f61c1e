import Foundation
import MetadataOutput

/// Pictures that lie on their side or stand on their head, and faces that do in others: what was seen in a picture turned by
/// quarters of a turn, and which of it is to be believed beside what was seen in it as it is.
struct FaceTurns {
    /// Longer side in pixels of what is turned: no pass looks at more.
    private static let longerSide = 1920
    /// Quarters of a turn clockwise.
    static let quarters = 1...3

    /// Side by the picture's longer side up to which a face is small, and confidence from which it is sure.
    private static let (small, sure) = (0.04, 0.98)
    /// What share of the smaller of two boxes lies in the other if they are of one face: parts of faces look like faces too, upside
    /// down or on their side.
    private static let sameFace = 0.5

    /// What each look saw, in pixels of the picture as it is.
    private var looks: [[Reading]]

    /// - Parameter upright: What was seen without a turn.
    init(upright: [Reading]) {
        looks = [upright]
    }

    /// What is turned of a picture.
    static func view(of picture: Plane) -> View { View(picture).shrunk(toLongerSide: longerSide) }

    /// Takes what was seen in a turned picture into account, if that is the way up of any of it: then a face is sure and not small,
    /// and others are to be believed beside it. Alone, what looks a little like a face looks so any way up.
    ///
    /// - Parameters:
    ///   - readings: In pixels of the picture as it is.
    ///   - longerSide: Of the picture, in its pixels.
    /// - Returns: Whether it is.
    mutating func add(_ readings: [Reading], longerSide: Int) -> Bool {
        let isItsWayUp = readings.contains { face in
            let box = face.boundingBox
            return max(box.width, box.height) > Self.small * Double(longerSide)
                && Self.confidence(of: face) >= Self.sure
        }
        if isItsWayUp { looks.append(readings) }
        return isItsWayUp
    }

    /// The faces of all looks, each once. Most pictures have one way up, and a face is seen best with its own: the look that is
    /// surest of its faces is right where others saw them too.
    var faces: [Reading] {
        let ranked = looks.enumerated()
            .sorted { (Self.weight($1.element), $0.offset) < (Self.weight($0.element), $1.offset) }
        var faces: [Reading] = []
        for (_, look) in ranked {
            let known = faces.map { CGRect(around: $0.corners) }
            faces += look.filter { face in
                let box = CGRect(around: face.corners)
                return !known.contains { $0.shares(Self.sameFace, with: box) }
            }
        }
        return faces
    }

    private static func weight(_ faces: [Reading]) -> Double {
        faces.reduce(0) { $0 + confidence(of: $1) }
    }

    private static func confidence(of face: Reading) -> Double {
        face.evidence.score.flatMap { FaceConfidence.confidence(engine: face.engine, score: $0) } ?? 0
    }
}

extension Reading {
    /// A face seen in a turned picture, as it lies in the picture as it is.
    func turnedBack(from view: View, quarters: Int) -> Reading {
        var reading = self
        reading.corners = CGRect(around: corners.map(view.toPicture.callAsFunction)).corners
        reading.evidence.isTurned = true
        if case .face(var face) = content {
            face.rollAngle = face.rollAngle.map { ($0 - Double(90 * quarters)).wrappedDegrees }
            face.landmarks = face.landmarks.map(view.toPicture.callAsFunction)
            reading.content = .face(face)
        }
        return reading
    }
}

extension CGRect {
    /// Whether a share of the smaller of two lies in the other.
    fileprivate func shares(_ share: Double, with other: CGRect) -> Bool {
        let common = intersection(other)
        guard !common.isNull else { return false }
        return common.width * common.height > share * min(width * height, other.width * other.height)
    }
}
