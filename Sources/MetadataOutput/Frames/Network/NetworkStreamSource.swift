/// A network camera, and what is needed to have its pictures.
public struct NetworkStreamSource: Sendable, Hashable {
    /// Where it is, and what it is asked for.
    public let address: NetworkAddress
    /// By what it knows who asks; nil if everybody may. Default: nil.
    public var credentials: NetworkCredentials?
    /// Path of a file of certificates (PEM): the authorities that are believed instead of the system's. Default: nil.
    public var certificates: String?
    /// How many pictures a second are asked for where each is asked for by itself; default 5.
    public var snapshotRate = 5.0
    /// What one of its pictures may cost; default ``DecodingLimits/standard``.
    public var limits = DecodingLimits.standard

    /// Makes a source of an address.
    public init(_ address: NetworkAddress) {
        self.address = address
    }
}

/// A user's name and password.
public struct NetworkCredentials: Sendable, Hashable {
    /// The name.
    public let user: String
    /// The password.
    public let password: String

    /// Makes credentials.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

extension NetworkCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The user's name alone: descriptions end up in logs.
    public var description: String { "credentials of \(user)" }
    /// The same.
    public var debugDescription: String { description }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
