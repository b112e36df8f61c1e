import Foundation
import MetadataOutput

/// Finds faces with a YuNet model and a second opinion on each.
///
/// YuNet also boxes animals' faces and face-like patterns, with high scores too, and scores small faces as low as
/// foliage. dlib's filters hardly ever take the former for faces, and know the latter once they are enlarged.
struct YuNetFaceSearch {
    /// The step's name in requests and records.
    static let step = "yunet672"

    /// Longer side in pixels of the plane that is searched; smaller pictures stay as they are. The model works on
    /// multiples of 32: a plane of 16:9 is 378 pixels high, which costs what 360 cost.
    static let longerSide = 672
    /// Score of the model from which a small face may be one, and height in the plane below which it is small.
    static let smallLimit = 0.2
    /// The same where the mesh judges, if dlib's filters see a face there too.
    private static let whisper = 0.15
    static let smallHeight = 26.0
    /// Score of the model from which a larger face may be one.
    static let limit = 0.3
    /// Score of the model below which a face is faint. Only so many faint ones get a second look, best first.
    private static let faint = 0.7
    private static let mostFaint = 24
    /// From so many small boxes on, each of at least this score, the picture shows a crowd, and is searched at twice the
    /// size: there will be smaller ones.
    private static let (crowd, seen) = (4, 0.5)
    /// Mean of all opinions from which a box is a face.
    private static let believed = 0.65
    /// Score of dlib's filters from which nobody looks further.
    static let clear = 0.6

    /// Root of a box's area in pixels as it is shown to the model once more, and degrees up to which a face stands upright.
    private static let (usualSize, upright) = (48.0, 20.0)

    let model: YuNet
    let filters: FaceFilters
    let time: SearchTime
    /// The model that judges too; nil where dlib's filters do it alone.
    let mesh: FaceMesh?
    /// Boxes of faces that were found in the picture before, in its pixels.
    var known: [CGRect] = []

    /// The faces of a picture, best first, and what is not believed among them.
    func candidates(in picture: Plane) throws(EngineFailure) -> [FaceCandidate] {
        var view = View(picture).shrunk(toLongerSide: Self.longerSide)
        var faces = try boxes(in: view)
        let small = faces.filter { $0.score >= Self.seen && $0.box.height < Self.smallHeight }
        let isCrowd = small.count >= Self.crowd
        if isCrowd, max(picture.width, picture.height) > Self.longerSide {
            view = View(picture).shrunk(toLongerSide: 2 * Self.longerSide)
            faces = try boxes(in: view)
        }
        // Who stands in a crowd is not as large as the picture.
        let far = isCrowd ? [] : try farCandidates(beside: faces, in: view, of: picture)
        let large = far.filter(\.isBelieved).map(\.box)
        // A face that was found needs no second judgement, which could only be the same.
        faces.removeAll { face in
            let box = face.box(in: view)
            return isKnown(box)
                || large.contains { FarLook.isPart(box, of: $0, pixel: view.linearScale) }
        }
        let near =
            if let mesh {
                try candidates(
                    faces, beside: far, in: view, of: picture, judgedBy: mesh, isCrowd: isCrowd)
            } else {
                try candidates(faces, in: view, of: picture)
            }
        return far.isEmpty ? near : FarLook.joined(near, far)
    }

    /// Whether a box is of a face that was found in the picture before.
    func isKnown(_ box: CGRect) -> Bool {
        known.contains { $0.intersectionOverUnion(box) > FaceCandidate.sameBox }
    }

    /// Boxes judged by dlib's filters and the model itself.
    private func candidates(_ faces: [YuNet.Face], in view: View, of picture: Plane) throws(EngineFailure)
        -> [FaceCandidate]
    {
        let sure = faces.prefix { $0.score >= Self.faint }
        var candidates: [FaceCandidate] = []
        for face in sure {
            candidates.append(
                try time.isUp ? Self.notExamined(face, in: view) : judged(face, in: view, of: picture))
        }
        let faint = faces.dropFirst(sure.count)
        for face in faint.prefix(Self.mostFaint) {
            guard !time.isUp else {
                candidates.append(Self.notExamined(face, in: view))
                continue
            }
            guard try isPossible(face, in: view, of: picture) else { continue }
            candidates.append(try judged(face, in: view, of: picture))
        }
        return candidates.sorted { $0.score > $1.score }
            + faint.dropFirst(Self.mostFaint).map { Self.notExamined($0, in: view) }
    }

    /// Whether a box that the model does not see well is like a face to dlib's filters at all.
    func isPossible(_ face: YuNet.Face, in view: View, of picture: Plane) throws(EngineFailure) -> Bool {
        guard face.score < Self.faint else { return true }
        let seen = FaceCandidate(face, in: view, roll: nil)
        return try HOGOpinion(filters: filters, face: seen, picture: picture).isPossible()
    }

    /// A box that was one too many.
    static func notExamined(_ face: YuNet.Face, in view: View) -> FaceCandidate {
        var candidate = FaceCandidate(face, in: view, roll: nil)
        (candidate.isBelieved, candidate.isExamined) = (false, false)
        return candidate
    }

    /// A face with the mean of the opinions on it as its score: the model's counts once, and twice that of dlib's
    /// filters, or that of a second look of the model's if it has a better one.
    func judged(_ face: YuNet.Face, in view: View, of picture: Plane) throws(EngineFailure)
        -> FaceCandidate
    {
        let seen = FaceCandidate(face, in: view, roll: nil)
        let (score, roll) = try HOGOpinion(filters: filters, face: seen, picture: picture).best(
            clear: Self.clear)
        var candidate = FaceCandidate(face, in: view, roll: roll)
        var opinion = Self.share(score, half: 0, width: 0.15)
        candidate.opinions = [
            .init(.yunet, face.score, shortfall: (1 - face.score) / 3),
            .init(.filters, score, shortfall: (1 - opinion) * 2 / 3),
        ]
        candidate.score = (face.score + 2 * opinion) / 3
        if candidate.score < Self.believed, face.score >= Self.faint {
            let second = try lookAtOtherSizes(of: seen, in: picture).score
            let other = Self.share(second, half: 0.6, width: 0.06)
            candidate.opinions.append(.init(.otherSizes, second, shortfall: (1 - other) * 2 / 3))
            opinion = max(opinion, other)
            candidate.score = (face.score + 2 * opinion) / 3
        }
        candidate.isBelieved = candidate.score >= Self.believed
        return candidate
    }

    /// What may be faces, best first.
    private func boxes(in view: View) throws(EngineFailure) -> [YuNet.Face] {
        try model.faces(in: view.plane, limit: mesh == nil ? Self.smallLimit : Self.whisper)
            .filter { $0.score >= Self.limit || $0.box.height < Self.smallHeight }
    }

    /// A score as an opinion, 0…1.
    private static func share(_ score: Double, half: Double, width: Double) -> Double {
        1 / (1 + exp((half - score) / width))
    }

    /// The model's lower score of two looks at 48 and 36 pixels, from farther away or nearer, and the box of the first.
    /// People's faces, half covered or seen from the side too, are faces at every size; animals' and patterns are at some.
    ///
    /// - Parameter enough: The second look is spared where the first scores less.
    func lookAtOtherSizes(of candidate: FaceCandidate, in picture: Plane, enough: Double = 0)
        throws(EngineFailure) -> (score: Double, box: CGRect?)
    {
        var (lowest, box): (Double, CGRect?) = (1, nil)
        for faceSize in [Self.usualSize, 36] {
            guard let (seen, view) = try look(at: candidate, in: picture, roll: 0, faceSize: faceSize) else {
                return (0, box)
            }
            lowest = min(lowest, seen.score)
            box = box ?? seen.box(in: view)
            if lowest < enough { break }
        }
        return (lowest, box)
    }

    /// The model's higher score with the place turned by a right angle either way. People's faces are hardly ever faces there;
    /// wheels and plates are.
    func lookOnItsSide(of candidate: FaceCandidate, in picture: Plane) throws(EngineFailure) -> Double {
        let score = try lookOnItsSide(of: candidate, in: picture, roll: candidate.startRoll)
        // Where the roll is wrong, or of a face that is tilted, this may be the way up of one: the picture's own has to agree.
        let tilt = abs((candidate.startRoll + 180).wrappedDegrees - 180)
        guard score >= FaceEvidence.aFaceOnItsSide, tilt > Self.upright else { return score }
        return min(score, try lookOnItsSide(of: candidate, in: picture, roll: 0))
    }

    private func lookOnItsSide(of candidate: FaceCandidate, in picture: Plane, roll: Double)
        throws(EngineFailure)
        -> Double
    {
        var highest = 0.0
        for turn in [90.0, -90] {
            let seen = try look(at: candidate, in: picture, roll: roll + turn, faceSize: Self.usualSize)
            highest = max(highest, seen?.face.score ?? 0)
        }
        return highest
    }

    /// What the model sees in the middle of a square around a box, at about the size that the box is shown at.
    ///
    /// - Parameters:
    ///   - roll: Degrees, clockwise positive, of what stands upright in the square.
    ///   - faceSize: Root of the box's area in the square.
    private func look(at candidate: FaceCandidate, in picture: Plane, roll: Double, faceSize: Double)
        throws(EngineFailure) -> (face: YuNet.Face, view: View)?
    {
        let size = (candidate.box.width * candidate.box.height).squareRoot()
        let centre = CGPoint(x: candidate.box.midX, y: candidate.box.midY)
        let side = 96
        let view = View(picture).uprightSquare(
            around: centre, roll: roll, scale: size / faceSize, side: side)
        let seen = try model.faces(in: view.plane, limit: Self.limit).first { face in
            max(abs(face.box.midX - Double(side) / 2), abs(face.box.midY - Double(side) / 2)) < faceSize / 3
                && (faceSize / 1.5..<faceSize * 1.5).contains(
                    (face.box.width * face.box.height).squareRoot())
        }
        return seen.map { ($0, view) }
    }
}

extension YuNet.Face {
    /// Its box in pixels of the picture.
    func box(in view: View) -> CGRect {
        CGRect(around: box.corners.map(view.toPicture.callAsFunction))
    }
}

extension FaceCandidate {
    /// - Parameter roll: Roll in degrees; nil for that of the eye points, which are far off for strong tilts.
    init(_ face: YuNet.Face, in view: View, roll: Double?) {
        points = face.points.map(view.toPicture.callAsFunction)
        box = face.box(in: view)
        startRoll = roll ?? FacePose.tilt(from: points[0], to: points[1])
        (centre, side) = FaceBox.square(box: box, roll: startRoll)
        score = face.score
        engine = .yunet
        step = YuNetFaceSearch.step
        isTurned = false
    }
}
