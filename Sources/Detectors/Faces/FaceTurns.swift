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
    /// Degrees between the rolls of one place in two looks from which it is no face: to be sure of both, one has to see something
    /// that is alike several ways up, as a wheel is. Half a quarter of a turn, as the looks are a quarter apart.
    private static let otherRoll = 45.0

    /// What each look saw that is to be believed, in pixels of the picture as it is.
    private var looks: [[Reading]]

    /// - Parameter upright: What was seen without a turn.
    init(upright: [Reading]) {
        looks = [upright]
    }

    /// What is turned of a picture.
    static func view(of picture: Plane) -> View { View(picture).shrunk(toLongerSide: longerSide) }

    /// Whether a turned picture is the way up of any of what was seen in it: then a face is sure and not small, and others are to
    /// be believed beside it. Alone, what looks a little like a face looks so any way up.
    ///
    /// - Parameters:
    ///   - faces: What was seen, in pixels of the turned picture.
    ///   - longerSide: Of the turned picture, in its pixels.
    static func isWayUp(of faces: [FaceCandidate], longerSide: Int) -> Bool {
        faces.contains { face in
            max(face.box.width, face.box.height) > small * Double(longerSide)
                && confidence(face.engine, face.score) >= sure
        }
    }

    /// Takes what was seen in a turned picture into account that is the way up of some of it.
    ///
    /// - Parameter readings: In pixels of the picture as it is.
    mutating func add(_ readings: [Reading]) { looks.append(readings) }

    /// The faces of all looks, each once, and what lost against a surer one at its place in another look.
    ///
    /// Most pictures have one way up, and a face is seen best with its own: of sure faces those of the look that is surest of all it
    /// sees are right. What is not sure displaces nothing that is surer, whatever its look; and a sure face within another stays, as
    /// on a shirt: of parts of faces none is sure. But a face has one roll in the picture, whichever look tells it: what is surely
    /// one at two is none.
    var faces: (standing: [Reading], displaced: [Reading]) {
        let ranked = looks.enumerated()
            .sorted { (Self.weight($1.element), $0.offset) < (Self.weight($0.element), $1.offset) }
            .enumerated().flatMap { rank, look in
                look.element.enumerated().map { Face($0.element, look: rank, place: $0.offset) }
            }
            .sorted { $0.order < $1.order }
        var (standing, displaced): ([Face], [Reading]) = ([], [])
        let alikeOtherWaysUp = ranked.filter { face in ranked.contains { $0.contradicts(face) } }
        for face in ranked {
            if alikeOtherWaysUp.contains(where: { $0.isAtPlace(of: face) })
                || standing.contains(where: { $0.displaces(face) })
            {
                displaced.append(face.reading)
            } else {
                standing.append(face)
            }
        }
        return (standing.map(\.reading), displaced)
    }

    /// A face, and how it stands beside those of other looks.
    private struct Face {
        let reading: Reading
        private let box: CGRect
        private let isSure: Bool
        private let look: Int
        /// Less of stronger ones: sure ones come first, look by look, then the others.
        let order: (Int, Int, Double, Int, Int)

        /// - Parameters:
        ///   - look: The rank of its look, the surest first.
        ///   - place: In the look.
        init(_ reading: Reading, look: Int, place: Int) {
            (self.reading, self.look) = (reading, look)
            box = CGRect(around: reading.corners)
            let confidence = FaceTurns.confidence(of: reading)
            isSure = confidence >= FaceTurns.sure
            order = (isSure ? 0 : 1, isSure ? look : 0, -confidence, look, place)
        }

        /// Whether a face that is weaker does not stand beside this one.
        func displaces(_ weaker: Face) -> Bool {
            guard look != weaker.look, box.shares(FaceTurns.sameFace, with: weaker.box) else { return false }
            return !weaker.isSure || isAtPlace(of: weaker)
        }

        func isAtPlace(of other: Face) -> Bool {
            box.intersectionOverUnion(other.box) > FaceCandidate.sameBox
        }

        /// Whether two looks are sure of it, each at another roll.
        func contradicts(_ other: Face) -> Bool {
            guard look != other.look, isSure, other.isSure, isAtPlace(of: other), let roll,
                let otherRoll = other.roll
            else { return false }
            return abs((roll - otherRoll + 180).wrappedDegrees - 180) > FaceTurns.otherRoll
        }

        private var roll: Double? {
            if case .face(let content) = reading.content { content.rollAngle } else { nil }
        }
    }

    private static func weight(_ faces: [Reading]) -> Double {
        faces.reduce(0) { $0 + confidence(of: $1) }
    }

    private static func confidence(of face: Reading) -> Double {
        face.evidence.score.map { confidence(face.engine, $0) } ?? 0
    }

    private static func confidence(_ engine: Engine, _ score: Double) -> Double {
        FaceConfidence.confidence(engine: engine, score: score) ?? 0
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
