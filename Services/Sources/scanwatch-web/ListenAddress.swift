import ArgumentParser

/// The argument of `--listen`: `127.0.0.1:8080`, `[::1]:8080`, `localhost:0`, `unix:/run/door.page`.
enum ListenAddress: ExpressibleByArgument, CustomStringConvertible {
    /// An address, no name but `localhost` is looked up, and a port; 0 for any that is free.
    case network(host: String, port: Int)
    /// The path of a unix socket.
    case unix(String)

    init?(argument: String) {
        // By bytes: a path may begin with a mark that would be one character with the colon.
        if argument.utf8.starts(with: "unix:".utf8) {
            self = .unix(String(Substring(argument.utf8.dropFirst("unix:".utf8.count))))
            return
        }
        guard let colon = argument.lastIndex(of: ":"),
            let port = Int(argument[argument.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = String(argument[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty else { return nil }
        self = .network(host: host, port: port)
    }

    /// As it was given.
    var description: String {
        switch self {
        case .unix(let path): "unix:\(path)"
        case .network(let host, let port): "\(shownHost ?? host):\(port)"
        }
    }

    /// Whether only this machine can reach it, and of a unix socket only who may open its file.
    var isLoopback: Bool {
        switch self {
        case .unix: true
        case .network(let host, _): host == "localhost" || host == "::1" || host.hasPrefix("127.")
        }
    }

    /// Its host as it stands in a page's address; nil of a unix socket.
    var shownHost: String? {
        guard case .network(let host, _) = self else { return nil }
        return host.contains(":") ? "[\(host)]" : host
    }
}
