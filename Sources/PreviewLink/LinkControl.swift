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
        /// Have these zones in place of those of a version, or of ``LinkControl/anyVersion``; nil for those of the configuration.
        case zones([LinkZone]?, version: String)
    }

    /// Stands for whichever zones there are.
    public static let anyVersion = "*"

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
