/// A camera as clients of the link know it.
public struct LinkCamera: Codable, Sendable, Hashable {
    /// Whether it delivers.
    public enum State: String, Codable, Sendable, Hashable {
        /// It has delivered nothing yet.
        case waiting
        /// It delivers.
        case live
        /// It has delivered and does not any more; it is tried again.
        case lost
        /// What a later version says.
        case unknown

        /// Reads a state.
        public init(from decoder: any Decoder) throws {
            self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
        }
    }

    /// What a lens can do and does.
    public struct Zoom: Codable, Sendable, Hashable {
        /// How much larger things are than in the whole picture, from 1.
        public var factor: Double
        /// The greatest factor.
        public var most: Double

        /// Makes a zoom.
        public init(factor: Double, most: Double) {
            self.factor = factor
            self.most = most
        }
    }

    /// Its number, from 0, the `index` of its records; never given to another camera of the run.
    public var id: Int
    /// The `source` of its records.
    public var name: String
    /// Its name for people, as soon as it is known.
    public var title: String?
    /// Whether it delivers.
    public var state = State.waiting
    /// What it delivers, or why not.
    public var detail: String?
    /// Degrees clockwise by which its picture should be shown turned: 0, 90, 180 or 270.
    public var rotation = 0
    /// Whether its picture should be shown flipped left to right, after turning it.
    public var mirrored = false
    /// How its picture should fit into what it is shown in: `resizeAspect`, `resizeAspectFill` or `resize`.
    public var gravity = "resizeAspect"
    /// Nil if it cannot zoom.
    public var zoom: Zoom?
    /// Whether its torch shines; nil if it has none.
    public var torch: Bool?
    /// Whether it can focus on a point.
    public var focusesOnPoint = false
    /// Whether it can be exposed for a point.
    public var exposesForPoint = false

    /// Its zones.
    public var zones: [LinkZone] = []
    /// Tells these zones from others; a change says which ones it is made to.
    public var zonesVersion = ""

    /// Makes a camera of which only the name is known.
    public init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}
