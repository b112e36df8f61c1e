import FoundationEssentials

/// What a client says; clients' messages have no bodies.
public enum ClientHeader: Sendable, Hashable {
    /// It takes so many more frames of a camera.
    case credit(camera: Int, count: Int)
    /// It wants events and statuses: those after a number of a boot, or those from now on.
    case events(after: Int?, boot: String?)
    /// It wants something of a camera.
    case control(LinkControl)

    /// Most frames that a client may have asked for and not got, of a camera.
    public static let mostCredit = 4

    /// Reads a header.
    ///
    /// - Throws: ``LinkError``
    public init(json: [UInt8]) throws(LinkError) {
        let words: Words
        do {
            words = try JSONDecoder().decode(Words.self, from: Data(json))
        } catch {
            throw LinkError("a header that cannot be understood")
        }
        switch words.kind {
        case "credit":
            guard let camera = words.camera, let count = words.count, (1...Self.mostCredit).contains(count)
            else { throw LinkError("credit needs a camera and a count of 1 to \(Self.mostCredit)") }
            self = .credit(camera: camera, count: count)
        case "events":
            guard (words.boot == nil) == (words.after == nil), words.after ?? 0 >= 0 else {
                throw LinkError("events need both a boot and a number, or neither")
            }
            self = .events(after: words.after, boot: words.boot)
        case "control":
            guard let id = words.id, let camera = words.camera, let role = words.role, let set = words.set
            else { throw LinkError("a control needs id, camera, role and set") }
            self = .control(
                LinkControl(
                    id: id, camera: camera, role: role,
                    action: try words.action(of: set)))
        default: throw LinkError("a kind that is not known")
        }
    }

    /// The message that says it.
    public var message: LinkMessage {
        var words: Words
        switch self {
        case .credit(let camera, let count):
            words = Words(kind: "credit")
            (words.camera, words.count) = (camera, count)
        case .events(let after, let boot):
            words = Words(kind: "events")
            (words.after, words.boot) = (after, boot)
        case .control(let control):
            words = Words(kind: "control")
            (words.id, words.camera, words.role) = (control.id, control.camera, control.role)
            switch control.action {
            case .zoom(let factor): (words.set, words.value) = ("zoom", factor)
            case .torch(let level): (words.set, words.value) = ("torch", level)
            case .point(let x, let y): (words.set, words.x, words.y) = ("point", x, y)
            case .zones(let zones, let version):
                (words.set, words.zones, words.version) = ("zones", zones, version)
            }
        }
        return LinkMessage(header: JSON.bytes(of: words))
    }

    /// The fields, flat.
    private struct Words: Codable {
        var kind: String
        var camera: Int?
        var count: Int?
        var boot: String?
        var after: Int?
        var id: Int?
        var role: LinkControl.Role?
        var set: String?
        var value: Double?
        var x: Double?
        var y: Double?
        var zones: [LinkZone]?
        var version: String?

        /// What a control is to do.
        ///
        /// - Throws: ``LinkError`` if there is no such thing, or something is missing or out of range.
        func action(of name: String) throws(LinkError) -> LinkControl.Action {
            switch (name, value, x, y) {
            case ("zoom", let factor?, _, _) where (1...1_000).contains(factor): return .zoom(factor)
            case ("torch", let level?, _, _) where (0...1).contains(level): return .torch(level)
            case ("point", _, let x?, let y?) where (0...1).contains(x) && (0...1).contains(y):
                return .point(x: x, y: y)
            case ("zones", _, _, _):
                guard let version, zones?.arePossible ?? true else {
                    throw LinkError(
                        "zones need a version and, each, a name of its own of at most 100 bytes and 3 to 256 corners of 0…1"
                    )
                }
                return .zones(zones, version: version)
            default: throw LinkError("zoom needs a value from 1, torch one of 0…1, point x and y of 0…1")
            }
        }
    }
}
