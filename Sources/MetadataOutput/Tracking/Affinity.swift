import Foundation

/// Whether a detection can be of a track, and how much speaks against it.
struct Affinity {
    /// What is known of a detection beside itself.
    struct Candidate {
        let detection: Detection
        let time: Duration
        let box: CGRect
        /// The frame's plane for motion; nil if it has none.
        let plane: ScaledPlane?
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
    /// How much more of them a second unseen adds if it looks like it.
    private static let faceReachByLook = 1.0
    /// How much larger or smaller a face may have become.
    private static let largestGrowth = 1.8
    /// From how alike on a face is taken for the same at the place where it was detected last, though motion has led
    /// elsewhere.
    private static let alike = 0.75
    /// Below which likeness a face is somebody else once this time has passed, before that less will do; unless it is at the
    /// same place, of the same size, and was detected there a moment ago.
    private static let unlike = 0.4
    private static let secondsToChange = 0.5
    private static let samePlace = 0.2
    private static let sameSize = 1.25
    private static let secondsToTurn = 0.4
    /// What is taken for the likeness of what cannot be compared.
    private static let unknown = 0.75

    private static func faceCost(_ track: Track, _ candidate: Candidate) -> Double? {
        let growth = candidate.box.meanSide / track.box.meanSide
        guard growth < largestGrowth, growth > 1 / largestGrowth else { return nil }
        let unseen = min(1, track.unseen(at: candidate.time) / .seconds(1))
        let reach = faceReach + unseen * faceReachPerSecond
        var place = Offset(track.box, candidate.box)
        let lastPlace = Offset(track.lastBox, candidate.box)
        let reachByLook = reach + unseen * faceReachByLook
        // Cameras may send few pictures a second, and between two of them nobody sees it move.
        let stride = unseen <= Track.longestStride ? unseen * Track.fastest : 0
        let nearest = min(place.distance, lastPlace.distance)
        guard nearest <= max(reachByLook, reach + stride) else { return nil }
        // Where the place looks like the face, whoever is detected there is it.
        let isSeen = place.distance < nearby && track.isSeen
        let likeness = isSeen ? track.likeness?.whole : track.likeness(of: candidate.box, in: candidate.plane)
        // Who was there a moment ago, and is not farther or nearer, has turned.
        let hasTurned =
            place.distance < samePlace && (1 / sameSize...sameSize).contains(growth) && unseen < secondsToTurn
        let least = unlike * min(1, unseen / secondsToChange)
        if !isSeen, !hasTurned, let likeness, likeness < least { return nil }
        if track.misses > 0, nearest <= reachByLook, let likeness, likeness >= alike {
            place = min(place, lastPlace)
        } else if place.distance > reach {
            guard place.distance <= reach + stride, let likeness, likeness >= unlikely,
                let known = track.likeness(around: candidate.box, in: candidate.plane), known >= FaceLook.same
            else { return nil }
            // The dearer the farther it has come.
            return strideCost + (place.distance - reach) / stride + lookCost * (1 - known)
        }
        return place.cost + lookCost * (1 - (likeness ?? unknown))
    }

    /// What a face costs at least that is out of reach of its place, and looks like it.
    private static let strideCost = 0.5
    /// What it costs to look like nobody: more than to have come from far. Who walks behind another is where that one was a moment
    /// ago.
    private static let lookCost = 2.5
    /// Below which likeness nobody looks more closely.
    private static let unlikely = 0.5

    /// Whether a face that is nobody's may be one that is hidden, of which not enough is seen yet.
    static func isNearHidden(_ track: Track, _ candidate: Candidate) -> Bool {
        guard candidate.detection.reading.type == .face, track.likeness != nil, track.misses > 0,
            !track.isWhole
        else { return false }
        let unseen = min(1, track.unseen(at: candidate.time) / .seconds(1))
        let reach = faceReach + unseen * faceReachPerSecond
        return [track.box, track.lastBox].contains { Offset($0, candidate.box).distance <= reach }
    }

    /// Whether a track that got no detection is of the face that another one got: that is seen at its place.
    static func isSameFace(_ missed: Track, _ found: Track) -> Bool {
        found.isDetected && !missed.isDetected && found.type == .face && missed.isWhole
            && missed.box.intersectionOverUnion(found.box) > sameOverlap
    }

    private static let sameOverlap = 0.5

    /// Sizes by which a detection may be beside what is seen.
    private static let nearby = 0.35

    /// How long a code that is only located is taken for the one that was read there.
    private static let longestUnread = Duration.seconds(1)

    /// Sizes by which a code may be off where its motion was seen, and where not.
    private static let codeReach = 1.0
    private static let codeReachUnseen = 2.0

    private static func codeCost(
        _ track: Track, _ known: CodeContent, _ candidate: Candidate, _ seen: CodeContent
    ) -> Double? {
        let place = Offset(track.box, candidate.box)
        guard known.isDecoded, seen.isDecoded else {
            // A place only, of a symbol of the same kind. It may be another one's if none was read there for long.
            if known.isDecoded, candidate.time - track.lastDecoded > Self.longestUnread { return nil }
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
