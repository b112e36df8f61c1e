import MetadataOutput

/// A `--device` that is a network camera: `address`, or `name=address`.
struct NetworkDevice {
    /// What it is to be called; nil for its address.
    let name: String?
    /// Where it is, right or wrong.
    let address: String

    static let longestName = 100

    /// Nil if no network camera is meant. An address may have the character, too.
    init?(_ device: String) {
        if NetworkAddress.isMeant(by: device) {
            (name, address) = (nil, device)
        } else if let end = device.firstIndex(of: "=") {
            (name, address) = (String(device[..<end]), String(device[device.index(after: end)...]))
            guard NetworkAddress.isMeant(by: address) else { return nil }
        } else {
            return nil
        }
    }

    /// Whether a name can stand in a line of text.
    static func isValid(name: String) -> Bool {
        (1...longestName).contains(name.count)
            && !name.unicodeScalars.contains(where: \.breaksOrSteersLines)
    }
}
