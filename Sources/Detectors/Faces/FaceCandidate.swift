import Foundation
import MetadataOutput

/// A face as a search found it, before its pose is known. All in continuous pixels of the picture.
struct FaceCandidate: Sendable {
    /// Centre of the square that dlib's detector draws (or would draw) around the face.
    var centre: CGPoint
    /// Side of that square.
    var side: Double
    /// Roll in degrees, clockwise positive, as far as the search itself tells.
    var startRoll: Double
    /// The upright box from brow to chin that is reported.
    var box: CGRect
    /// The search's own score; after more looks, what these make of it.
    var score: Double
    var engine: Engine
    /// Name of the step that found it.
    let step: String
    /// Whether the picture was turned for it.
    let isTurned: Bool
    /// YuNet's five points; empty from dlib.
    let points: [CGPoint]
    /// What the mesh model made of it, if the search asked that.
    var mesh: MeshPass.Fit?
    /// The picture with its dark parts made light, if it was seen there.
    var stretched: Plane?
    /// Whether the search believes it, all looks taken together.
    var isBelieved = true
    /// Whether the search looked at it closely.
    var isExamined = true
    /// Whether a better box of the same face stands.
    private(set) var isDisplaced = false
    /// What those said of it that were asked.
    var opinions: [FaceOpinion] = []

    /// Why it is refused, if it is not believed.
    var refusal: Refusal { !isExamined ? .notExamined : isDisplaced ? .anotherStands : .lowScore }

    /// Leaves its place to a better box.
    mutating func giveWay() { (isBelieved, isDisplaced) = (false, true) }

    /// Intersection over union from which two boxes in two versions of a picture are of one face.
    static let sameBox = 0.3

    /// Whether it is one in a picture too that was stretched, and shows patterns then where none are.
    var isClear: Bool { score >= (engine == .dlib ? 0.25 : 0.5) }

    /// Whether a model has seen it that may be right; dlib's filters see faces in much else. The mesh's score is a probability, of which
    /// a third is believed.
    var isAlmostBelieved: Bool {
        switch engine {
        case .dlib: false
        case .yunetMesh: score >= 0.2
        default: score >= 0.4
        }
    }

    /// Puts it at another box; its points stay.
    mutating func move(to box: CGRect) {
        self.box = box
        (centre, side) = FaceBox.square(box: box, roll: startRoll)
    }

    /// Says that it stands at another angle, if that is so many degrees off or more; its box and points stay.
    mutating func turn(to roll: Double, beyond degrees: Double) {
        guard abs((roll - startRoll + 180).wrappedDegrees - 180) > degrees else { return }
        startRoll = roll.wrappedDegrees
        (centre, side) = FaceBox.square(box: box, roll: startRoll)
    }

    /// The square, upright.
    var square: CGRect {
        CGRect(x: centre.x - side / 2, y: centre.y - side / 2, width: side, height: side)
    }
}

extension [FaceCandidate] {
    /// The candidates without those that share more than 35 % (intersection over union) with a better one, best
    /// first; of equal scores the earlier stays.
    func suppressed() -> [FaceCandidate] {
        let ranked = enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
        var kept: [FaceCandidate] = []
        for (_, candidate) in ranked
        where !kept.contains(where: { $0.square.intersectionOverUnion(candidate.square) > 0.35 }) {
            kept.append(candidate)
        }
        return kept
    }
}
