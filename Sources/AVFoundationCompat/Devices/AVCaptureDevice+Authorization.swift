import Capture

extension AVCaptureDevice {
    /// Whether this process may use devices of a kind: cameras by the permissions of their nodes, nothing else.
    public static func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        guard mediaType == .video else { return .denied }
        let statuses = CameraSource.current.devices().map(\.authorizationStatus)
        let status = statuses.contains(.authorized) ? .authorized : statuses.first ?? .notDetermined
        return AVAuthorizationStatus(rawValue: status.rawValue) ?? .notDetermined
    }

    /// Asks whether this process may use devices of a kind.
    ///
    /// - Parameters:
    ///   - mediaType: The kind; only `.video` is there.
    ///   - handler: Is told, on any thread.
    @preconcurrency public static func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        DispatchQueue.global().async { handler(authorizationStatus(for: mediaType) == .authorized) }
    }

    /// Asks whether this process may use devices of a kind.
    public static func requestAccess(for mediaType: AVMediaType) async -> Bool {
        await withCheckedContinuation { continuation in
            requestAccess(for: mediaType) { continuation.resume(returning: $0) }
        }
    }
}
