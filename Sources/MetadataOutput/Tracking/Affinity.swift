import Foundation

/// Whether a detection can be of a track, and how much speaks against it.
struct Affinity {
    /// What is known of a detection beside itself.
    struct Candidate {
        let detection: Detection
        let time: Duration
        let box: CGRect
        let appearance: Appearance?
    }

    /// No pair costs more; a track without a detection costs this.
    static let limit = 3.0

    /// The cost of a pair, from 0; nil if it is out of the question.
    static func cost(of track: Track, _ candidate: Candidate) -> Double? {
        switch (track.detection.reading.content, candidate.detection.reading.content) {
        case (.face, .face): faceCost(track, candidate)
        case (.code(let known), .code(let seen)): codeCost(track, known, candidate, seen)
        default: nil
        }
    }

    /// Sizes by which a face may be off, and how much more of them a second unseen adds.
    private static let faceReach = 0.6
    private static let faceReachPerSecond = 0.6
    /// How much larger or smaller a face may have become.
    private static let largestGrowth = 1.8
    /// From how alike on a face that was hidden is taken for the same.
    private static let alike = 0.75

    private static func faceCost(_ track: Track, _ candidate: Candidate) -> Double? {
        let growth = candidate.box.meanSide / track.box.meanSide
        guard growth < largestGrowth, growth > 1 / largestGrowth else { return nil }
        let similarity = track.appearance.flatMap { known in
            candidate.appearance.flatMap(known.similarity)
        }
        var place = Offset(track.box, candidate.box)
        // Motion may have ridden away on somebody who passed in front.
        if track.misses > 0, let similarity, similarity >= alike {
            place = min(place, Offset(track.lastBox, candidate.box))
        }
        let unseen = (candidate.time - track.lastTime) / .seconds(1)
        guard place.distance <= faceReach + min(1, unseen) * faceReachPerSecond else { return nil }
        return place.cost + (1 - (similarity ?? alike))
    }

    /// Sizes by which a code may be off where its motion was seen, and where not.
    private static let codeReach = 1.0
    private static let codeReachUnseen = 2.0

    private static func codeCost(
        _ track: Track, _ known: CodeContent, _ candidate: Candidate, _ seen: CodeContent
    ) -> Double? {
        let place = Offset(track.box, candidate.box)
        guard known.isDecoded, seen.isDecoded else {
            // A place only, of a symbol of the same kind.
            let isSameKind = track.type.isLinearCode == candidate.detection.reading.type.isLinearCode
            return isSameKind && place.overlap > 0.3 ? 1 + place.cost : nil
        }
        guard track.type == candidate.detection.reading.type, known.bytes == seen.bytes else { return nil }
        return place.distance <= (track.hasMotion ? codeReach : codeReachUnseen) ? place.distance : nil
    }

    /// How far a box is from another.
    private struct Offset: Comparable {
        /// Distance of the centres in sizes.
        let distance: Double
        /// Intersection over union, 0…1.
        let overlap: Double

        init(_ a: CGRect, _ b: CGRect) {
            let size = max(1, (a.meanSide + b.meanSide) / 2)
            distance = hypot(a.midX - b.midX, a.midY - b.midY) / size
            overlap = a.intersectionOverUnion(b)
        }

        var cost: Double { distance + (1 - overlap) / 2 }

        static func < (a: Offset, b: Offset) -> Bool { a.cost < b.cost }
    }
}
