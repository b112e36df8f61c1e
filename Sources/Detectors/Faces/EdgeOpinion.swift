import Foundation
import MetadataOutput

/// What YuNet and dlib's filters say of a face that the picture's edge cuts, when a mirror stands at the edge: half a face
/// is a whole one then.
struct EdgeOpinion {
    let model: YuNet
    let filters: FaceFilters
    let picture: Plane

    /// Height of the face in the plane that is made, and how much of it is seen around the face, by that height.
    private static let (height, around) = (100.0, 0.7)
    /// Score from which YuNet sees a face in the mirror at all.
    private static let limit = 0.3
    /// A box that is so near to the edge, by its width, is cut by it.
    private static let near = 0.05

    func isCut(_ candidate: FaceCandidate) -> Bool {
        let near = Self.near * candidate.box.width
        let box = candidate.box
        return box.minX < near || box.minY < near || box.maxX > Double(picture.width) - near
            || box.maxY > Double(picture.height) - near
    }

    /// The scores of both; nil if YuNet sees nothing there.
    func scores(of candidate: FaceCandidate) throws(EngineFailure) -> (model: Double, filters: Double)? {
        let reach = -Self.around * candidate.box.height
        let view = View(picture).crop(around: candidate.box.insetBy(dx: reach, dy: reach))
            .scaled(by: Self.height / candidate.box.height)
        guard let fromPicture = view.toPicture.inverse else { return nil }
        let margin = min(Int(Self.around * Self.height), view.plane.width - 1, view.plane.height - 1)
        let plane = view.plane.withMirrors(margin)
        let middle = fromPicture(CGPoint(x: candidate.box.midX, y: candidate.box.midY))
        let place = CGPoint(x: middle.x + Double(margin), y: middle.y + Double(margin))
        let face = try model.faces(in: plane, limit: Self.limit).first { face in
            face.box.contains(place) && (Self.height / 1.5..<Self.height * 1.5).contains(face.box.height)
        }
        guard let face else { return nil }
        let opinion = HOGOpinion(
            filters: filters, face: FaceCandidate(face, in: View(plane), roll: nil), picture: plane)
        return (face.score, try opinion.best(clear: YuNetFaceSearch.clear).score)
    }
}
