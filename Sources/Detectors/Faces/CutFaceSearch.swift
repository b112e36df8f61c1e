import Foundation
import MetadataOutput

/// Finds faces that the picture's edge cuts: beyond the edge a mirror is put, in which half a face becomes a whole one.
///
/// What lies all in the mirror is none, and what lies all in the picture is found without. A box ends at the edge: there
/// is nothing behind it that somebody could see.
struct CutFaceSearch: Sendable {
    let filters: FaceFilters
    /// A pass with a margin.
    let pass: HOGPass

    /// By how much of its side a face's square reaches beyond the edge at least.
    private static let cut = 0.1
    /// Mean of the looks' scores from which it is a face: the mirror alone shows more than there is.
    private static let limit = 0.0

    /// The faces that the edge cuts, and what is not believed among them.
    func candidates(in picture: Plane) throws(EngineFailure) -> [FaceCandidate] {
        let view = View(picture).scaled(by: pass.factor(for: picture))
        // A mirror shows no more than there is.
        let margin = min(pass.margin, view.plane.width - 1, view.plane.height - 1)
        let plane = view.plane.withMirrors(margin)
        let toPicture = Homography.translation(x: -Double(margin), y: -Double(margin)).then(view.toPicture)
        let frame = CGRect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
        var found: [FaceCandidate] = []
        for face in try filters.faces(in: plane, passes: [pass.search])[0] {
            let seen = FaceCandidate(face, of: pass, in: View(plane))
            var candidate = FaceCandidate(face, of: pass, in: View(plane: plane, toPicture: toPicture))
            guard frame.contains(candidate.centre), candidate.isCut(by: frame, share: Self.cut) else {
                continue
            }
            candidate.box = candidate.box.intersection(frame)
            candidate.score = try HOGOpinion(filters: filters, face: seen, picture: plane)
                .meanScore(limit: Self.limit)
            candidate.opinions.append(
                .init(.moreLooks, candidate.score, shortfall: Self.limit - candidate.score))
            candidate.isBelieved = candidate.score >= Self.limit
            found.append(candidate)
        }
        return found
    }
}

extension FaceCandidate {
    fileprivate func isCut(by frame: CGRect, share: Double) -> Bool {
        !frame.insetBy(dx: -share * side, dy: -share * side).contains(square)
    }
}
