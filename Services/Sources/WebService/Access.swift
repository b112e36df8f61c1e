import PreviewLink

/// Who may do what: hosts by which the service is called, origins of pages, tokens with their roles, sessions of browsers.
public struct Access: Sendable {
    /// What is wrong with a request.
    public enum Refusal: Int, Error {
        case unauthorized = 401
        case forbidden = 403
        case misdirected = 421
    }

    /// What is wrong with a file of tokens; lines count from 1.
    public enum TokenMistake: Error, Equatable {
        /// It has no token.
        case nothing
        /// A line is neither a token nor a remark.
        case noToken(line: Int)
        /// A line has a secret that an earlier one gives another role.
        case twoRoles(line: Int)
    }

    /// A secret and what its owner may do.
    public struct Token: Sendable {
        let role: LinkControl.Role
        let secret: [UInt8]
    }

    /// Sessions of a role are forgotten, oldest first, when there are more.
    private static let mostSessions = 64
    /// The cookie's name: browsers send the cookies of all ports of a host to each of them.
    ///
    /// - Parameter host: By what the page was called, with its port.
    static func cookie(of host: String?) -> String {
        let host = host ?? ""
        let port = host.dropFirst(name(of: host).count).drop { $0 == ":" }
        return "scanwatch" + (port.isEmpty ? "" : "-\(port)")
    }

    private let hosts: Set<String>
    private let tokens: [Token]
    private var sessions: [(secret: [UInt8], role: LinkControl.Role)] = []

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - hosts: Names and addresses by which the service may be called, without ports; the machine's own loopback
    ///     names are always among them.
    ///   - tokens: Of which one must be shown; none: everybody who gets through may do everything.
    public init(hosts: [String], tokens: [Token]) {
        self.hosts = Set(hosts.map { $0.lowercased() }).union(["localhost", "127.0.0.1", "[::1]"])
        self.tokens = tokens
    }

    /// Whether a token must be shown.
    var needsToken: Bool { !tokens.isEmpty }

    /// Reads a file of tokens: lines of `view` or `control`, a space and 16 to 512 bytes without one. Lines that begin with `#`
    /// are remarks; spaces around lines say nothing.
    ///
    /// - Throws: ``TokenMistake`` where a line is something else, or gives a secret of another line another role, and if there is
    ///   no token.
    public static func tokens(in text: String) throws(TokenMistake) -> [Token] {
        var tokens: [Token] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            guard words.count == 2, let role = LinkControl.Role(rawValue: String(first)),
                (16...512).contains(words[1].utf8.count)
            else { throw .noToken(line: number) }
            let secret = Array(words[1].utf8)
            guard !tokens.contains(where: { $0.secret == secret && $0.role != role }) else {
                throw .twoRoles(line: number)
            }
            tokens.append(Token(role: role, secret: secret))
        }
        guard !tokens.isEmpty else { throw .nothing }
        return tokens
    }

    /// Checks by which name a request came: a name that somebody else's page has bound to this address is none of ours.
    func checkHost(_ host: String?) throws(Refusal) {
        guard let host, hosts.contains(Self.name(of: host)) else { throw .misdirected }
    }

    /// Checks where a page is from that makes a request: from here, or it is no page.
    func checkOrigin(_ origin: String?, host: String?) throws(Refusal) {
        guard let origin else { return }
        let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, ["http:", "https:"].contains(parts[0]), parts[1].isEmpty, let host,
            parts[2].lowercased() == host.lowercased()
        else { throw .forbidden }
    }

    /// Checks what a browser says of a request: a page of somebody else may lead here, and not fill its own with pictures.
    func checkFetch(site: String?, mode: String?) throws(Refusal) {
        guard let site, ["cross-site", "same-site"].contains(site), mode != "navigate" else { return }
        throw .forbidden
    }

    /// What somebody may do.
    ///
    /// - Parameters:
    ///   - authorization: The header of this name.
    ///   - cookies: The header of this name.
    ///   - host: By what the page was called.
    func role(
        authorization: String?, cookies: String?, host: String?
    ) throws(Refusal) -> LinkControl.Role {
        guard needsToken else { return .control }
        if let authorization, authorization.lowercased().hasPrefix("bearer "),
            let role = role(ofToken: Array(authorization.utf8.dropFirst(7)))
        {
            return role
        }
        let prefix = Self.cookie(of: host) + "="
        for cookie in (cookies ?? "").split(separator: ";") {
            let pair = cookie.drop(while: \.isWhitespace)
            guard pair.hasPrefix(prefix) else { continue }
            let secret = Array(pair.utf8.dropFirst(prefix.utf8.count))
            if let session = sessions.first(where: { Self.areEqual($0.secret, secret) }) {
                return session.role
            }
        }
        throw .unauthorized
    }

    /// Begins a session of a browser that shows a token.
    ///
    /// - Returns: The cookie's value.
    mutating func begin(token: [UInt8]) throws(Refusal) -> String {
        guard let role = role(ofToken: token) else { throw .unauthorized }
        let secret = (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
        let same = sessions.indices.filter { sessions[$0].role == role }
        if same.count >= Self.mostSessions { sessions.remove(at: same[0]) }
        sessions.append((Array(secret.utf8), role))
        return secret
    }

    private func role(ofToken secret: [UInt8]) -> LinkControl.Role? {
        // All are compared, so that time does not tell which one it was.
        tokens.reduce(nil) { Self.areEqual($1.secret, secret) ? $1.role : $0 }
    }

    /// Compares in a time that does not tell how much is equal.
    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// A host without its port, in small letters.
    private static func name(of host: String) -> String {
        let host = host.lowercased()
        if host.hasPrefix("[") { return host.firstIndex(of: "]").map { String(host[...$0]) } ?? host }
        return String(host.prefix { $0 != ":" })
    }
}
