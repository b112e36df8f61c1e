import MetadataOutput

/// The part of the search for faces that is due in one frame of a live source.
///
/// The whole search takes several frames' time. Its passes take turns, one a frame, and then there is a frame without, but where
/// little is searched: in between, what was found is moved. YuNet's one pass is due three times a second, and in rounds every few
/// seconds.
struct LiveFacePart {
    /// What dlib's filters are to search; nothing is due if there is none.
    let passes: [HOGPass]
    /// How much of the whole search this is, 0…1.
    let share: Double

    /// The share of the picture up to which what is searched is searched for faces of half the size too: the pass over all of it
    /// costs four times as much as the other.
    private static let smallShare = 0.25

    /// - Parameters:
    ///   - frame: The frame's number, from 0.
    ///   - effort: With fast nobody looks for small faces.
    ///   - searchedShare: How much of the picture is searched, 0…1.
    init(frame: Int, effort: Effort, searchedShare: Double = 1) {
        let upright = Self.upright(effort)
        let isSmall = searchedShare <= Self.smallShare
        // A frame without a search is what makes all of the picture affordable.
        let cycle = upright.count + (isSmall ? 1 : 2)
        let place = frame % cycle
        passes =
            switch place {
            case upright.indices:
                upright[place] == .small640 && isSmall
                    ? [.small640, .small1280] : [upright[place]]
            // The two turns take turns.
            case upright.count: [HOGPass.turned[frame / cycle % HOGPass.turned.count]]
            default: []
            }
        share = passes.isEmpty ? 0 : 1 / Double(upright.count + 1)
    }

    /// How many frames it takes until every pass has had its turn.
    static func cycle(_ effort: Effort) -> Int { (upright(effort).count + 2) * HOGPass.turned.count }

    /// The passes over the upright picture.
    static func upright(_ effort: Effort) -> [HOGPass] {
        effort == .fast ? [.upright640] : [.upright640, .small640]
    }

    /// Whether YuNet's search, all of it, is due in a frame: in the first that was taken in each period, so as often at
    /// any rate of frames.
    static func isModelDue(in frame: LiveFrame) -> Bool {
        guard let previous = frame.previousTime else { return true }
        let period = frame.isRound ? roundPeriod : modelPeriod
        return (frame.time / period).rounded(.down) != (previous / period).rounded(.down)
    }

    private static let (modelPeriod, roundPeriod) = (Duration.milliseconds(300), Duration.milliseconds(2500))
}
