/// Whether a camera sees something else than it did: a lasting, substantial change of a scene that had settled.
///
/// The limits are meant for what programs do when they are told, which is to focus and to expose anew. Noise, the flicker
/// of lamps and small movements give no reason for it, nor does somebody who walks by; who holds something else before the
/// camera, turns it, or turns the light on does. As long as nothing settles, nothing more is told.
struct SubjectAreaWatch {
    /// Fields a picture is divided into, across and down: one is smaller than what a camera is pointed at.
    static let fields = 8
    /// A field has changed if its mean luma has by so much: half an EV at middle grey, some ten times what noise and lamps
    /// leave in a mean of so many samples.
    private static let tolerance = 20.0
    /// So many fields that have changed are a change of the scene: less than a quarter of the picture is seldom what it is
    /// about.
    private static let fewest = fields * fields / 4
    /// So many frames without a change in succession are a scene that has settled.
    private static let framesToSettle = 10
    /// So many frames in succession must show the change: half a second of most cameras, longer than a hand in passing, and
    /// than cameras take to expose for a lamp that flickers on.
    private static let framesToTell = 15

    /// The scene that frames are held against.
    private var reference: [Double] = []
    /// Frames in succession that look like the reference, until it has settled.
    private var quietFrames = 0
    /// Frames in succession that do not, since it had.
    private var changedFrames = 0

    /// Whether there is a scene to hold frames against.
    private(set) var isSettled = false

    /// Begins anew, because the picture changes for another reason than the scene.
    mutating func reset() { self = SubjectAreaWatch() }

    /// Looks at a frame.
    ///
    /// - Parameter luma: The mean luma of each field, 0…255, row by row.
    /// - Returns: Whether the scene has changed for good; once for each change.
    mutating func hasChanged(_ luma: [Double]) -> Bool {
        let changed = zip(reference, luma).count { abs($0 - $1) > Self.tolerance }
        let isSame = reference.count == luma.count && changed < Self.fewest
        guard isSettled else {
            if !isSame { (reference, quietFrames) = (luma, 0) }
            quietFrames += 1
            isSettled = quietFrames >= Self.framesToSettle
            return false
        }
        changedFrames = isSame ? 0 : changedFrames + 1
        guard changedFrames >= Self.framesToTell else { return false }
        reset()
        return true
    }
}
