import MetadataOutput

extension CaptureDevice {
    /// The cameras that are there now, in the order of their nodes: capture nodes only, no metadata, output or codec
    /// nodes. A camera that this user may not open is among them.
    public static func devices() -> [CaptureDevice] { devices(of: DeviceSystem()) }

    static func devices(of system: DeviceSystem) -> [CaptureDevice] {
        system.registry.devices(of: system.cameras(), in: system)
    }

    /// The first camera that this process may open, else the first one there is; nil if there is none.
    public static func `default`() -> CaptureDevice? { `default`(of: DeviceSystem()) }

    static func `default`(of system: DeviceSystem) -> CaptureDevice? {
        let devices = devices(of: system)
        return devices.first { $0.authorizationStatus == .authorized } ?? devices.first
    }

    /// The camera with this ``uniqueID``, if it is there. Its other stable names do as well, so that a camera is
    /// found before udev has made its links. A function where AVFoundation has an initializer: there is one object a
    /// camera, and an initializer would make another. Nil if no camera there has the name.
    public static func device(uniqueID: String) -> CaptureDevice? {
        device(uniqueID: uniqueID, of: DeviceSystem())
    }

    static func device(uniqueID: String, of system: DeviceSystem) -> CaptureDevice? {
        let devices = devices(of: system)
        return devices.first { $0.uniqueID == uniqueID }
            ?? devices.first { $0.identifiers.contains(uniqueID) }
    }

    /// The camera that a person means by `text`: a node's path or a link to it, a ``uniqueID``, a ``localizedName``, a
    /// ``position`` (`front`, `back`), or a part of a ``localizedName``; case does not matter in names.
    ///
    /// - Throws: ``CaptureError/Code/deviceNotConnected`` if none or more than one is meant; the message lists those
    ///   that are there.
    public static func device(matching text: String) throws(CaptureError) -> CaptureDevice {
        try device(matching: text, of: DeviceSystem())
    }

    static func device(matching text: String, of system: DeviceSystem) throws(CaptureError) -> CaptureDevice {
        let devices = devices(of: system)
        let node = text.isAbsolutePath ? RealPath.of(text) : nil
        let matches: [(CaptureDevice) -> Bool] = [
            { $0.path == text || (node != nil && RealPath.of($0.path) == node) },
            { $0.uniqueID == text },
            { $0.identifiers.contains(text) },
            { $0.localizedName.lowercased() == text.lowercased() },
            { $0.position != .unspecified && $0.position.rawValue == text.lowercased() },
            { !text.isAbsolutePath && $0.localizedName.lowercased().contains(text.lowercased()) },
        ]
        for isMatch in matches {
            let matching = devices.filter(isMatch)
            if matching.count == 1 { return matching[0] }
            guard matching.isEmpty else {
                let names = matching.map { "\($0.path) (\($0.uniqueID))" }.joined(separator: ", ")
                throw CaptureError(.deviceNotConnected, "'\(text)' is the name of several cameras: \(names)")
            }
        }
        let names = devices.map(\.title).joined(separator: ", ")
        throw CaptureError(
            .deviceNotConnected,
            "there is no camera '\(text)'; \(names.isEmpty ? "no camera is connected" : "there are: \(names)")"
        )
    }
}
