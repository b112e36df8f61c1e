import ArgumentParser
import FoundationEssentials
import Glibc
import WebService

/// Shows what scanwatch sees in a browser.
@main
struct ScanwatchWeb: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "scanwatch-web",
            abstract: "Shows what 'scanwatch --link' serves in a browser.",
            discussion: "It has no camera and reads no picture; see docs/live.md.")
    }

    @Option(help: ArgumentHelp("Where to listen: an address and a port.", valueName: "host:port"))
    var listen: ListenAddress

    @Option(help: ArgumentHelp("The socket of 'scanwatch --link'.", valueName: "path"))
    var link: String?

    @Flag(help: .hidden)
    var inheritedLink = false

    @Option(
        help: ArgumentHelp(
            """
            Ask for one of the tokens in this file: lines of 'view TOKEN' or 'control TOKEN', 16 characters or \
            more. Without it only this machine may be listened on.
            """, valueName: "file"))
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Also answer to this name or address, as of a proxy; may be repeated.", valueName: "name"))
    var allowHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "The address of a proxy, which may have all the connections there are; may be repeated.",
            valueName: "address"))
    var proxy: [String] = []

    func validate() throws {
        guard (link != nil) != inheritedLink else { throw ValidationError("--link is needed.") }
    }

    /// What `sysexits.h` calls wrong configuration.
    private static let wrongConfiguration = ExitCode(78)

    func run() throws {
        guard (listen.isLoopback && proxy.isEmpty) || tokenFile != nil else {
            let way = proxy.isEmpty ? "listening on \(listen.host)" : "a proxy"
            Self.complain("\(way) needs --token-file: others than this machine could look on")
            throw Self.wrongConfiguration
        }
        var tokens: [Access.Token] = []
        if let tokenFile {
            guard let text = try? String(contentsOfFile: tokenFile, encoding: .utf8),
                let found = Access.tokens(in: text)
            else {
                Self.complain("\(tokenFile) is no file of tokens: lines of 'view TOKEN' or 'control TOKEN'")
                throw Self.wrongConfiguration
            }
            tokens = found
        }
        _ = signal(SIGPIPE, SIG_IGN)
        if inheritedLink { ServiceSandbox.dieWithParent() }
        ServiceSandbox.denyFiles()
        let service = try WebService(
            access: Access(hosts: allowHost + [listen.shownHost], tokens: tokens), proxies: proxy)
        let port: Int
        do {
            port = try service.listen(host: listen.host, port: listen.port)
        } catch {
            Self.complain("\(listen.host):\(listen.port) cannot be listened on: \(error)")
            throw ExitCode(69)
        }
        if let problem = ServiceSandbox.enter(connects: !inheritedLink) {
            Self.complain(problem)
            throw ExitCode(71)
        }
        Self.complain("http://\(listen.shownHost):\(port)/")
        service.follow(link.map { .path($0) } ?? .descriptor(3))
    }

    private static func complain(_ message: String) {
        let line = Array("scanwatch-web: \(message)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}

/// The argument of `--listen`: `127.0.0.1:8080`, `[::1]:8080`, `localhost:0`.
struct ListenAddress: ExpressibleByArgument {
    /// An address; no name but `localhost` is looked up.
    let host: String
    /// 0 for any that is free.
    let port: Int

    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":"),
            let port = Int(argument[argument.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = String(argument[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty else { return nil }
        (self.host, self.port) = (host, port)
    }

    /// Whether only this machine can reach it.
    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// As it stands in an address of a page.
    var shownHost: String { host.contains(":") ? "[\(host)]" : host }
}
