/// A named part of a camera's picture.
public struct LinkZone: Codable, Sendable, Hashable {
    /// A corner, 0…1 of the unrotated picture, origin top left.
    public struct Point: Codable, Sendable, Hashable {
        /// To the right.
        public var x: Double
        /// Down.
        public var y: Double

        /// Makes a point.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// Most zones of a camera, and most corners of one.
    static let (most, mostCorners) = (64, 256)
    /// Most bytes of a name.
    static let mostNameBytes = 100

    /// Its name in records.
    public var name: String
    /// The corners of a polygon, in order, three or more.
    public var corners: [Point]

    /// Makes a zone.
    public init(name: String, corners: [Point]) {
        self.name = name
        self.corners = corners
    }

    /// Whether it has a name of at most 100 bytes and 3 to 256 corners within the picture.
    var isPossible: Bool {
        (1...Self.mostNameBytes).contains(name.utf8.count) && (3...Self.mostCorners).contains(corners.count)
            && corners.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) }
    }
}

extension [LinkZone] {
    /// Whether a camera can have these: at most 64, all possible, no name twice.
    var arePossible: Bool {
        count <= LinkZone.most && allSatisfy(\.isPossible) && Set(map(\.name)).count == count
    }
}
