public import MetadataOutput

/// A cut-out that moves through a scene: a code, a face, anything. Opaque.
public struct SyntheticThing: Sendable {
    /// Where it is at one moment.
    public struct Key: Sendable, Hashable {
        /// Seconds from the scene's begin.
        public var seconds: Double
        /// Its centre from the left, 0…1 of the scene's width.
        public var x: Double
        /// Its centre from the top, 0…1 of the scene's height.
        public var y: Double
        /// Its width, 0…1 of the scene's.
        public var width: Double
        /// Degrees by which it is turned, clockwise as seen.
        public var turn: Double

        /// Makes a key.
        public init(seconds: Double, x: Double, y: Double, width: Double, turn: Double = 0) {
            self.seconds = seconds
            self.x = x
            self.y = y
            self.width = width
            self.turn = turn
        }
    }

    /// What it looks like.
    public var picture: Plane
    /// Its colour, default grey.
    public var tint = SyntheticTint.grey
    /// Its path, times rising: straight between keys. Before the first and after the last it is not in the scene.
    public var path: [Key]

    /// Makes a thing.
    public init(picture: Plane, path: [Key]) {
        self.picture = picture
        self.path = path
    }

    /// Where it is at a moment; nil if it is not in the scene.
    package func key(at seconds: Double) -> Key? {
        guard let after = path.firstIndex(where: { $0.seconds >= seconds }) else { return nil }
        let next = path[after]
        guard after > 0 else { return next.seconds == seconds ? next : nil }
        let last = path[after - 1]
        let share = (seconds - last.seconds) / (next.seconds - last.seconds)
        func between(_ from: Double, _ to: Double) -> Double { from + share * (to - from) }
        return Key(
            seconds: seconds, x: between(last.x, next.x), y: between(last.y, next.y),
            width: between(last.width, next.width), turn: between(last.turn, next.turn))
    }
}
