/// What kind of media a device gives; AVFoundation's name.
public enum MediaType: String, Sendable, Hashable {
    /// Pictures.
    case video = "vide"
    /// Metadata objects.
    case metadataObject = "mobj"
}

/// Whether this process may use devices; AVFoundation's names.
public enum AuthorizationStatus: Int, Sendable, Hashable {
    /// There is no device whose permissions could say so, or the process runs in a sandbox and has not asked yet.
    case notDetermined = 0
    /// Somebody else decides. Not used on Linux.
    case restricted = 1
    /// The permissions of every node are against it, or the person at the desktop.
    case denied = 2
    /// At least one camera may be opened.
    case authorized = 3
}

extension CaptureDevice {
    /// Whether this process may use cameras: by the permissions of the nodes that are there, and in a sandbox (Flatpak) by
    /// what the desktop's camera portal answered.
    ///
    /// - Parameter mediaType: The same of all: metadata objects are seen in cameras' pictures.
    public static func authorizationStatus(for mediaType: MediaType) -> AuthorizationStatus {
        authorizationStatus(of: devices(), portal: .current)
    }

    /// Whether this process may use cameras. In a sandbox (Flatpak) the desktop's camera portal asks the person in front of
    /// it, unless it remembers an answer; this waits for that. Elsewhere there is nobody to ask, so that this answers at
    /// once, with the permissions as they are now.
    ///
    /// - Parameter mediaType: The same of all, as of ``authorizationStatus(for:)``.
    public static func requestAccess(for mediaType: MediaType) async -> Bool {
        await requestAccess(to: devices, portal: .current) == .authorized
    }

    /// The same for any cameras.
    ///
    /// - Parameter status: What holds where there is none, unless the desktop says something else.
    package static func authorizationStatus(
        of devices: [CaptureDevice], orIfNone status: AuthorizationStatus
    ) -> AuthorizationStatus {
        authorizationStatus(of: devices, orIfNone: status, portal: .current)
    }

    /// The same for any cameras.
    ///
    /// - Parameter status: What holds where there is none, unless the desktop says something else.
    package static func requestAccess(
        to devices: @Sendable () -> [CaptureDevice], orIfNone status: AuthorizationStatus
    ) async -> AuthorizationStatus {
        await requestAccess(to: devices, orIfNone: status, portal: .current)
    }

    static func authorizationStatus(
        of devices: [CaptureDevice], orIfNone status: AuthorizationStatus = .notDetermined,
        portal: CameraPortal
    ) -> AuthorizationStatus {
        let statuses = devices.map(\.authorizationStatus)
        return portal.status(statuses.contains(.authorized) ? .authorized : statuses.first ?? status)
    }

    static func requestAccess(
        to devices: @Sendable () -> [CaptureDevice], orIfNone status: AuthorizationStatus = .notDetermined,
        portal: CameraPortal
    ) async -> AuthorizationStatus {
        if portal.isNeeded { _ = try? await onThread { portal.requestAccess() } }
        return authorizationStatus(of: devices(), orIfNone: status, portal: portal)
    }

    /// Whether this process may open this camera.
    public var authorizationStatus: AuthorizationStatus {
        NodePermission(path: path).isGranted ? .authorized : .denied
    }

    /// If this process may not open the camera, one line that says why and what to do; nil if it may.
    public var authorizationAdvice: String? {
        authorizationStatus == .authorized ? nil : "\(title) \(NodePermission(path: path).advice)"
    }
}
