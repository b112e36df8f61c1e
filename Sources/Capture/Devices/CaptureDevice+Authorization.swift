/// What kind of media a device gives; AVFoundation's name.
public enum MediaType: String, Sendable, Hashable {
    /// Pictures.
    case video = "vide"
    /// Metadata objects.
    case metadataObject = "mobj"
}

/// Whether this process may use devices; AVFoundation's names.
public enum AuthorizationStatus: Int, Sendable, Hashable {
    /// There is no device whose permissions could say so.
    case notDetermined = 0
    /// Somebody else decides. Not used on Linux.
    case restricted = 1
    /// The permissions of every node are against it.
    case denied = 2
    /// At least one camera may be opened.
    case authorized = 3
}

extension CaptureDevice {
    /// Whether this process may use cameras, by the permissions of the nodes that are there.
    public static func authorizationStatus(for mediaType: MediaType) -> AuthorizationStatus {
        let statuses = devices().map(\.authorizationStatus)
        return statuses.contains(.authorized) ? .authorized : statuses.first ?? .notDetermined
    }

    /// Whether this process may use cameras. Linux has nobody to ask, so this answers at once, with the permissions
    /// as they are now.
    public static func requestAccess(for mediaType: MediaType) async -> Bool {
        authorizationStatus(for: mediaType) == .authorized
    }

    /// Whether this process may open this camera.
    public var authorizationStatus: AuthorizationStatus {
        NodePermission(path: path).isGranted ? .authorized : .denied
    }

    /// If this process may not open the camera, one line that says why and what to do.
    public var authorizationAdvice: String? {
        authorizationStatus == .authorized ? nil : "\(title) \(NodePermission(path: path).advice)"
    }
}
