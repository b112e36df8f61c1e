import Foundation
import MetadataOutput

/// A second look of YuNet's, from farther away: its largest squares are 256 pixels wide, its boxes end at about 400, and of a
/// face that is larger in the plane it boxes the halves. A third of the size shows such a face as one that it knows, for
/// a ninth of the cost, and large ones that blur, noise or a print's dots hide from nearby.
///
/// Boxes here are in pixels of the picture.
enum FarLook {
    /// Longer side in pixels of the plane that is searched.
    static let longerSide = YuNetFaceSearch.longerSide / 3

    /// Side in pixels of the near plane from which a box is too large for it to be drawn well: half of the plane.
    private static let large = Double(YuNetFaceSearch.longerSide) / 2
    /// Side of the model's largest square. Halves of faces are drawn from it: none was smaller, and what is smaller and lies
    /// within a face is another, as on a photograph held before it.
    private static let largestSquare = 256.0
    /// Share of a box's area that lies within the face whose half it is.
    private static let within = 0.5
    /// Intersection over union from which both looks drew the same box.
    private static let sameBox = 0.5

    /// Whether there may be faces that are too large for a near plane.
    static func isOfUse(beside near: View) -> Bool {
        Double(max(near.plane.width, near.plane.height)) > large
    }

    /// Whether a box tells something that the near look's do not.
    ///
    /// - Parameter pixel: Side of a pixel of the near plane.
    static func isNew(_ box: CGRect, beside near: [CGRect], pixel: Double) -> Bool {
        max(box.width, box.height) > large * pixel
            || !near.contains { $0.intersectionOverUnion(box) > sameBox }
    }

    /// Whether a box of the near look is half of a face, or another box of it that is less right.
    ///
    /// - Parameters:
    ///   - face: A box of the far look.
    ///   - pixel: Side of a pixel of the near plane.
    static func isPart(_ box: CGRect, of face: CGRect, pixel: Double) -> Bool {
        guard max(face.width, face.height) > large * pixel,
            max(box.width, box.height) > largestSquare * pixel
        else { return false }
        let common = box.intersection(face)
        return !common.isNull && common.width * common.height > within * box.width * box.height
    }

    /// What both looks found, best first: of two faces at one place the better one.
    static func joined(_ near: [FaceCandidate], _ far: [FaceCandidate]) -> [FaceCandidate] {
        var (near, far) = (near, far)
        for index in near.indices where near[index].isBelieved {
            let isWorse = far.contains {
                $0.isBelieved && $0.isSame(as: near[index]) && $0.score > near[index].score
            }
            if isWorse { near[index].giveWay() }
        }
        for index in far.indices where far[index].isBelieved {
            if near.contains(where: { $0.isBelieved && $0.isSame(as: far[index]) }) { far[index].giveWay() }
        }
        let examined = (near + far).filter(\.isExamined).sorted { $0.score > $1.score }
        return examined + (near + far).filter { !$0.isExamined }
    }
}

extension FaceCandidate {
    /// Whether a box of another look is of the same face.
    fileprivate func isSame(as other: FaceCandidate) -> Bool {
        if let bounds = mesh?.bounds, let others = other.mesh?.bounds,
            bounds.intersectionOverUnion(others) > YuNetFaceSearch.sameFace
        {
            return true
        }
        return box.intersectionOverUnion(other.box) > Self.sameBox
    }
}

extension YuNetFaceSearch {
    /// What the far look adds to the near one's boxes, judged.
    func farCandidates(beside near: [YuNet.Face], in nearView: View, of picture: Plane) throws(EngineFailure)
        -> [FaceCandidate]
    {
        guard FarLook.isOfUse(beside: nearView), !time.isUp else { return [] }
        let view = nearView.shrunk(toLongerSide: FarLook.longerSide)
        let boxes = near.map { $0.box(in: nearView) }
        var candidates: [FaceCandidate] = []
        for face in try model.faces(in: view.plane, limit: Self.limit)
        // What is small there is larger in the near plane, where more of it is seen.
        where face.box.height >= Self.smallHeight {
            let box = face.box(in: view)
            guard !isKnown(box), FarLook.isNew(box, beside: boxes, pixel: nearView.linearScale) else {
                continue
            }
            guard !time.isUp else {
                candidates.append(Self.notExamined(face, in: view))
                continue
            }
            if let mesh {
                candidates.append(try judged(face, in: view, of: picture, by: mesh))
            } else if try isPossible(face, in: view, of: picture) {
                candidates.append(try judged(face, in: view, of: picture))
            }
        }
        return candidates
    }
}
