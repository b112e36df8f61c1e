import MetadataOutput

/// One search with dlib's filters over the picture at one size and turn.
struct HOGPass: Sendable, Hashable {
    /// The step's name in requests and records.
    let name: String
    /// Longer side in pixels of the plane that is searched.
    let longerSide: Int
    /// How much smaller pictures are enlarged to that size at most.
    var largestFactor = 2.0
    /// Longer side in pixels up to which smaller pictures yet are enlarged, at most twice as much: people in a thumbnail
    /// have faces of 16 pixels.
    var thumbnailSide = 0
    /// By how many degrees the plane is turned clockwise before the search.
    var turn = 0.0
    var cellSize = FaceFilters.CellSize.standard
    /// How many sizes are searched at most, each 5/6 of the one before.
    var levels = Int32.max
    /// Score from which a box is worth a second look.
    let limit: Double
    /// Longer side in pixels of the pictures from which on the pass is made.
    var smallestPicture = 0
    /// The pass is left out where faces were found and all of them are larger than this share of the picture's longer side.
    var largestFace: Double?
    /// Pixels that the plane has beyond each edge of the picture; they mirror what is within. The pass is then for faces
    /// that the edge cuts (`CutFaceSearch`).
    var margin = 0

    var seesCutFaces: Bool { margin > 0 }

    func isOf(_ picture: Plane) -> Bool { max(picture.width, picture.height) >= smallestPicture }

    /// The passes of an effort, in the order they run.
    static func list(for effort: Effort) -> [HOGPass] {
        switch effort {
        case .fast: fast
        case .normal, .thorough: normal
        }
    }

    static let fast = [upright640] + turned

    static let upright640 = HOGPass(name: "hog640", longerSide: 640, limit: -0.5)
    /// For live sources: half the size that the first finds.
    static let small640 = HOGPass(
        name: "hog640small", longerSide: 640, cellSize: .small, levels: 4, limit: 0.2)
    /// Half the size again.
    static let small1280 = HOGPass(
        name: "hog1280small", longerSide: 1280, thumbnailSide: 512, cellSize: .small, levels: 4, limit: 0.2)

    /// The second pass looks between the sizes that the first one's pyramid has, which are a factor of 6/5 apart:
    /// 811 is 1280 · (5/6)^2½.
    static let normal =
        [
            HOGPass(name: "hog1280", longerSide: 1280, thumbnailSide: 512, limit: -0.5),
            HOGPass(name: "hog811", longerSide: 811, largestFactor: 2 * 811 / 1280, limit: -0.5),
            small1280,
        ] + turned + [distant, cut]

    /// One size more, for faces of 26 pixels of 1280. Smaller pictures have no more to show. It costs a quarter of all, so
    /// it is left out where all faces that were found are large: then people stand near the camera.
    static let distant = HOGPass(
        name: "hog1920small", longerSide: 1920, largestFactor: 3, cellSize: .small, levels: 1, limit: 0,
        smallestPicture: 640, largestFace: 1.0 / 16)

    /// For faces that the picture's edge cuts in half, from a fifth of the picture's longer side on.
    static let cut = HOGPass(name: "hog400cut", longerSide: 400, limit: 0.1, margin: 80)

    /// The filters see tilts up to about 40°; these two reach the rest up to 60° and more.
    static let turned = [
        HOGPass(name: "hog480+50", longerSide: 480, turn: 50, limit: 0.1),
        HOGPass(name: "hog480-50", longerSide: 480, turn: -50, limit: 0.1),
    ]
}
