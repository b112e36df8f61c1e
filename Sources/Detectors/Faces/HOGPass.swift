import MetadataOutput

/// One search with dlib's filters over the picture at one size and turn.
struct HOGPass: Sendable, Hashable {
    /// The step's name in requests and records.
    let name: String
    /// Longer side in pixels of the plane that is searched; smaller pictures are enlarged, at most twice.
    let longerSide: Int
    /// By how many degrees the plane is turned clockwise before the search.
    let turn: Double
    let cellSize: HOG.CellSize
    /// Score from which a face counts.
    let limit: Double

    /// The passes of an effort, in the order they run.
    static func list(for effort: Effort) -> [HOGPass] {
        switch effort {
        case .fast: fast
        case .normal: normal
        }
    }

    static let fast =
        [HOGPass(name: "hog640", longerSide: 640, turn: 0, cellSize: .standard, limit: -0.1)] + turned

    static let normal =
        [
            HOGPass(name: "hog1280", longerSide: 1280, turn: 0, cellSize: .standard, limit: -0.1),
            HOGPass(name: "hog1280small", longerSide: 1280, turn: 0, cellSize: .small, limit: 0.2),
        ] + turned

    /// The filters see tilts up to about 40°; these two reach the rest up to 60° and more.
    private static let turned = [
        HOGPass(name: "hog480+50", longerSide: 480, turn: 50, cellSize: .standard, limit: 0.1),
        HOGPass(name: "hog480-50", longerSide: 480, turn: -50, cellSize: .standard, limit: 0.1),
    ]
}
