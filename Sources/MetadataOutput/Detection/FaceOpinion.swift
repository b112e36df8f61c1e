/// What one of those that a detector asked says of a box that may be a face.
public struct FaceOpinion: Sendable, Hashable {
    /// Who says it, and what the figure is.
    public enum Source: Sendable, Hashable, CaseIterable {
        /// YuNet's score, 0…1.
        case yunet
        /// The lower score of two looks of YuNet's at the same place from other distances, 0…1.
        case otherSizes
        /// The higher score of YuNet's with the place turned by a right angle either way, 0…1: a face is none there.
        case onItsSide
        /// The face mesh's logarithm of the odds, unbounded.
        case mesh
        /// 1 where it is as good a face upside down or lying on its side, otherwise 0.
        case otherWaysUp
        /// The score of dlib's filters, unbounded; from about 0 on they see a face.
        case filters
        /// The mean score of more looks of dlib's filters, unbounded.
        case moreLooks
    }

    /// Who says it.
    public var source: Source
    /// The figure, in the unit that its source says.
    public var value: Double
    /// How much it takes off beside what it says of most faces, on the scale on which its detector adds opinions up, at least 0.
    public var shortfall: Double

    /// Makes an opinion.
    public init(_ source: Source, _ value: Double, shortfall: Double) {
        self.source = source
        self.value = value
        self.shortfall = max(0, shortfall)
    }
}

extension [FaceOpinion] {
    /// The opinion that speaks most against a face; nil where none does.
    package var harshest: FaceOpinion? {
        self.max { $0.shortfall < $1.shortfall }.flatMap { $0.shortfall > 0 ? $0 : nil }
    }
}
