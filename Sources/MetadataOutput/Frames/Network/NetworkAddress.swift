/// Where a network camera is: `http://10.0.0.5:8080/video.mjpg`.
///
/// A user's name may stand in it, a password may not: addresses are shown to everybody.
public struct NetworkAddress: Sendable, Hashable {
    /// What is spoken with the camera.
    public enum Scheme: String, Sendable, Hashable, CaseIterable {
        /// Pictures by HTTP: Motion JPEG, or one picture each time they are asked for.
        case http
        /// The same by TLS.
        case https
        /// Video by RTSP, over one TCP connection.
        case rtsp

        fileprivate var prefix: String { "\(rawValue)://" }

        fileprivate func isNamed(by text: String) -> Bool {
            text.prefix(prefix.count).lowercased() == prefix
        }

        /// Where a camera listens that does not say so.
        public var standardPort: Int {
            switch self {
            case .http: 80
            case .https: 443
            case .rtsp: 554
            }
        }
    }

    /// Why a text is no address.
    public enum Problem: Error, Sendable, Hashable {
        /// A password stands in it, which others would see.
        case hasPassword
        /// It is not `scheme://host/…`, or has characters that addresses have not.
        case malformed
    }

    /// What is spoken.
    public let scheme: Scheme
    /// Whose password is asked for; nil if nobody is named.
    public let user: String?
    /// A name, or an address in figures; of an IPv6 address without brackets.
    public let host: String
    /// The number of the port.
    public let port: Int
    /// Path and query: what the camera is asked for.
    public let target: String
    /// The address as it was written, without the user's name, and without passwords that stand in its path or its query (behind names
    /// that end in `password`, `passwd`, `pass`, `pwd`, `psw`, `pas` or `pw`): so records and messages have it.
    public let description: String

    /// Whether a text is meant as such an address, right or wrong.
    public static func isMeant(by text: String) -> Bool {
        Scheme.allCases.contains { $0.isNamed(by: text) }
    }

    /// Reads an address.
    ///
    /// - Throws: ``Problem/malformed`` or ``Problem/hasPassword``.
    public init(_ text: String) throws(Problem) {
        // No other character stands in an address; a blank or a line break would end what the camera is asked for.
        guard text.utf8.count <= 4096, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let scheme = Scheme.allCases.first(where: { $0.isNamed(by: text) })
        else { throw .malformed }
        let (start, rest) = (
            text.prefix(scheme.prefix.count), text.dropFirst(scheme.prefix.count).prefix { $0 != "#" }
        )
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let target = rest[authority.endIndex...]
        var place = authority
        if let end = authority.lastIndex(of: "@") {
            let user = authority[..<end]
            guard !user.contains(":") else { throw .hasPassword }
            guard !user.isEmpty, let name = user.percentDecoded else { throw .malformed }
            self.user = name
            place = authority[authority.index(after: end)...]
        } else {
            user = nil
        }
        let (host, port) = try Self.parts(of: place)
        self.scheme = scheme
        self.host = host
        self.port = port ?? scheme.standardPort
        self.target = target.hasPrefix("/") ? String(target) : "/" + target
        description = String(start + place) + target.withoutPasswords
    }

    /// Splits `host:port` or `[address]:port`.
    private static func parts(of place: Substring) throws(Problem) -> (host: String, port: Int?) {
        var host = place
        var port: Substring?
        if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
            host = place[place.index(after: place.startIndex)..<end]
            let rest = place[place.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw .malformed }
            port = rest.isEmpty ? nil : rest.dropFirst()
            guard host.contains(":"), host.allSatisfy({ $0.isHexDigit || ":.%".contains($0) }) else {
                throw .malformed
            }
        } else {
            if let colon = place.firstIndex(of: ":") {
                host = place[..<colon]
                port = place[place.index(after: colon)...]
            }
            guard !host.isEmpty, host.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) }) else {
                throw .malformed
            }
        }
        guard let port, !port.isEmpty else { return (String(host), nil) }
        guard port.allSatisfy(\.isNumber), let number = Int(port), (1...65_535).contains(number) else {
            throw .malformed
        }
        return (String(host), number)
    }

    /// The address in full, without the user's name.
    public var url: String {
        "\(scheme.rawValue)://\(host.contains(":") ? "[\(host)]" : host):\(port)\(target)"
    }
}

extension NetworkAddress: CustomStringConvertible {}

extension Substring {
    /// The text with `%40` and the like as what they stand for; nil if they stand for nothing.
    var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = self.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(Substring(rest.prefix(2)))
            guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                let value = UInt8(digits, radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
