import Capture

extension AVCaptureDevice {
    /// Whether this process may use devices of a kind: cameras by the permissions of their nodes, in a sandbox by what the
    /// desktop answered, nothing else. Where no camera is there nobody forbids any, as on Apple's systems, whose answer does not
    /// depend on cameras.
    public static func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        guard mediaType == .video else { return .denied }
        let status = CaptureDevice.authorizationStatus(
            of: CameraSource.current.devices(), orIfNone: .authorized)
        return AVAuthorizationStatus(rawValue: status.rawValue) ?? .notDetermined
    }

    /// Asks whether this process may use devices of a kind; in a sandbox the desktop's camera portal asks the person.
    ///
    /// - Parameters:
    ///   - mediaType: The kind; only `.video` is there.
    ///   - handler: Is told, on any thread.
    @preconcurrency public static func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        Task {
            guard mediaType == .video else { return handler(false) }
            let devices: @Sendable () -> [CaptureDevice] = { CameraSource.current.devices() }
            handler(await CaptureDevice.requestAccess(to: devices, orIfNone: .authorized) == .authorized)
        }
    }

    /// Asks whether this process may use devices of a kind.
    public static func requestAccess(for mediaType: AVMediaType) async -> Bool {
        await withCheckedContinuation { continuation in
            requestAccess(for: mediaType) { continuation.resume(returning: $0) }
        }
    }
}
