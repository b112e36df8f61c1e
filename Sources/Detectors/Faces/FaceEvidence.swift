import Foundation
import MetadataOutput

/// What speaks for a box of YuNet's where the mesh model is there too: opinions as logarithms of odds, which add up.
///
/// No opinion is good enough alone. YuNet takes dogs for people, and so does the mesh, a little; it does not know blurred
/// and small faces. YuNet's second look at faces of another size knows those, but not faces that are cut off or strongly
/// tilted. dlib's filters hardly ever take a dog for a face, and do not know people from the side. An opinion that was not
/// asked for counts as the worst that it could be, until nothing can turn the judgement.
struct FaceEvidence {
    /// YuNet's score, 0…1.
    let score: Double
    /// YuNet's lower score of two looks at other sizes, 0…1.
    var otherSizes: Double?
    /// The mesh's logit.
    var mesh: Double?
    /// The score of dlib's filters.
    var filters: Double?
    /// Whether the mesh sees a face there upside down or lying on its side too, as in a socket, a wheel or an O with a dot.
    var isAlikeOtherWayUp: Bool?
    /// YuNet's higher score with the place turned by a right angle either way, 0…1.
    var onItsSide: Double?

    // The weights are those of a logistic regression over 493 faces and 2,400 other boxes; what one half of the pictures'
    // sources tells is right about the other.
    private static let constant = -4.5
    private static let scoreWeight = 0.65
    private static let otherSizesWeight = 3.0
    private static let meshWeight = 0.24
    private static let filtersWeight = 2.1
    /// Of 490 faces one is alike upside down, of 13 other boxes that stood without this ten; of 491 faces none is one on its
    /// side too, of 25 other boxes that stood with this eighteen. Half a face at the picture's edge is, and one behind a mask: where all
    /// else is sure of a face, the mesh alone does not say that it is none.
    private static let otherWayUpWeight = -4.0
    /// By so much beyond ``aFaceOnItsSide``. Of 182 faces that are clear to the mesh and not certain five are beyond it, none by
    /// 0.2, and stand; of six other boxes that stood and are as clear, wheels and plates, all are, at 0.84 and more.
    private static let onItsSideWeight = -20.0
    /// Beyond these, more says no more.
    private static let (meshRange, filtersRange) = (-8.0...20.0, -0.5...0.8)

    /// From a probability of a third on it is one: a face that is missed is worse than a box too many, twice as bad.
    private static let believed = log(0.5)
    /// What is said of most faces that stand without having been asked about: of 447 the least tenth is 0.74 and 0.66.
    private static let (usualOtherSizes, usualFilters) = (0.74, 0.66)
    /// The same of those that are asked about all: the least tenth of 2,044.
    private static let (usualScore, usualMesh) = (0.97, 15.0)

    /// The logarithm of the odds that it is a face.
    var logOdds: Double {
        Self.constant + Self.scoreWeight * Self.logOdds(ofScore: score)
            + Self.otherSizesWeight * (otherSizes ?? 0)
            + Self.meshWeight * Self.clamped(mesh, to: Self.meshRange)
            + Self.filtersWeight * Self.clamped(filters, to: Self.filtersRange)
            + (isAlikeOtherWayUp == true ? Self.otherWayUpWeight : 0)
            + Self.onItsSideWeight * max(0, (onItsSide ?? 0) - Self.aFaceOnItsSide)
    }

    /// What was asked, in this order, and how much each takes off beside what is said of most faces.
    var opinions: [FaceOpinion] {
        let score = Self.logOdds(ofScore: score)
        var opinions = [
            FaceOpinion(
                .yunet, self.score,
                shortfall: Self.scoreWeight * (Self.logOdds(ofScore: Self.usualScore) - score))
        ]
        if let otherSizes {
            let shortfall = Self.otherSizesWeight * (Self.usualOtherSizes - otherSizes)
            opinions.append(FaceOpinion(.otherSizes, otherSizes, shortfall: shortfall))
        }
        if let mesh {
            let shortfall = Self.meshWeight * (Self.usualMesh - Self.clamped(mesh, to: Self.meshRange))
            opinions.append(FaceOpinion(.mesh, mesh, shortfall: shortfall))
        }
        if let filters {
            let shortfall =
                Self.filtersWeight * (Self.usualFilters - Self.clamped(filters, to: Self.filtersRange))
            opinions.append(FaceOpinion(.filters, filters, shortfall: shortfall))
        }
        if let isAlikeOtherWayUp {
            opinions.append(
                FaceOpinion(
                    .otherWaysUp, isAlikeOtherWayUp ? 1 : 0,
                    shortfall: isAlikeOtherWayUp ? -Self.otherWayUpWeight : 0))
        }
        if let onItsSide {
            let shortfall = -Self.onItsSideWeight * (onItsSide - Self.aFaceOnItsSide)
            opinions.append(FaceOpinion(.onItsSide, onItsSide, shortfall: shortfall))
        }
        return opinions
    }

    /// The probability that it is a face, 0…1. What was not asked of a face that stands whatever it says, counts as of most
    /// such faces.
    var probability: Double {
        var evidence = self
        if isBelieved {
            evidence.otherSizes = otherSizes ?? Self.usualOtherSizes
            evidence.filters = filters ?? Self.usualFilters
        }
        return 1 / (1 + exp(-evidence.logOdds))
    }

    /// Whether it is a face, so far.
    var isBelieved: Bool { logOdds >= Self.believed }

    /// Score of YuNet's below which a face is faint, and one that is no clearer when looked at from nearby is a leaf.
    static let faint = 0.5

    /// Whether it was faint and is no clearer when looked at from nearby, as leaves are; it is not worth more looks.
    var isFaintLeaf: Bool {
        guard let otherSizes else { return false }
        return score < Self.faint && otherSizes < Self.faint
    }

    /// Whether YuNet's look at it on its side may turn the judgement: where the mesh found it alike and all else is sure of a face all the
    /// same, and where it is clear to the mesh and not certain.
    var mayBeOnItsSide: Bool {
        isAlikeOtherWayUp == true || mesh.map { Self.clearMesh <= $0 && $0 < Self.certainMesh } ?? false
    }

    /// Logit of the mesh from which on the mesh does not look at it another way up: of faces so clear some are alike on their
    /// side.
    static let clearMesh = 15.0
    /// Logit from which on YuNet does not either: so clear is nothing but a face.
    static let certainMesh = meshRange.upperBound
    /// Score from which on YuNet sees a face that lies on its side.
    static let aFaceOnItsSide = 0.6

    /// Whether what was not asked yet can make no difference.
    var isDecided: Bool {
        if isBelieved { return true }
        var best = self
        best.otherSizes = otherSizes ?? 1
        best.mesh = mesh ?? Self.meshRange.upperBound
        best.filters = filters ?? Self.filtersRange.upperBound
        return best.logOdds < Self.believed
    }

    private static func logOdds(ofScore score: Double) -> Double {
        let score = min(max(score, 0.01), 0.995)
        return log(score / (1 - score))
    }

    private static func clamped(_ value: Double?, to range: ClosedRange<Double>) -> Double {
        min(max(value ?? range.lowerBound, range.lowerBound), range.upperBound)
    }
}
