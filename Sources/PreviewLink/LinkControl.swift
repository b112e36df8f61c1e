/// What a client wants of a camera.
public struct LinkControl: Sendable, Hashable {
    /// What the sender may do; a client that serves others says what these may.
    public enum Role: String, Codable, Sendable, Hashable {
        /// Look on.
        case view
        /// Set cameras too.
        case control
    }

    /// What is to be done.
    public enum Action: Sendable, Hashable {
        /// Zoom to a factor, 1 for the whole picture.
        case zoom(Double)
        /// Shine, 0 (off) to 1.
        case torch(Double)
        /// Focus and expose for a point, 0…1 of the unrotated picture, origin top left; whichever the camera can.
        case point(x: Double, y: Double)

        /// Reads what is to be set.
        ///
        /// - Throws: ``LinkError`` if there is no such thing, or a number is missing or out of range.
        public init(_ name: String, value: Double?, x: Double?, y: Double?) throws(LinkError) {
            switch (name, value, x, y) {
            case ("zoom", let factor?, _, _) where (1...1_000).contains(factor): self = .zoom(factor)
            case ("torch", let level?, _, _) where (0...1).contains(level): self = .torch(level)
            case ("point", _, let x?, let y?) where (0...1).contains(x) && (0...1).contains(y):
                self = .point(x: x, y: y)
            default: throw LinkError("zoom needs a value from 1, torch one of 0…1, point x and y of 0…1")
            }
        }
    }

    /// The client's number for it, which the answer has.
    public var id: Int
    /// Which camera.
    public var camera: Int
    /// For whom the client asks.
    public var role: Role
    /// What is to be done.
    public var action: Action

    /// Makes a control.
    public init(id: Int, camera: Int, role: Role, action: Action) {
        self.id = id
        self.camera = camera
        self.role = role
        self.action = action
    }
}
