import ArgumentParser
import FoundationEssentials
import Glibc
import PreviewLink
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

    @Option(
        help: ArgumentHelp(
            "Where to listen: an address and a port, or the path of a unix socket.",
            valueName: "host:port|unix:path"))
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
            let way = proxy.isEmpty ? "listening on \(listen)" : "a proxy"
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
        let proxies = proxy.compactMap(WebService.address(ofProxy:))
        guard proxies.count == proxy.count else {
            Self.complain("--proxy needs an address such as 127.0.0.1 or ::1, and neither a name nor a port")
            throw Self.wrongConfiguration
        }
        _ = signal(SIGPIPE, SIG_IGN)
        if inheritedLink { ServiceSandbox.dieWithParent() }
        let service = try WebService(
            access: Access(hosts: allowHost + [listen.shownHost].compactMap(\.self), tokens: tokens),
            proxies: proxies)
        let shown: String
        do {
            shown = try begin(service)
        } catch let failure as ListeningSocket.Failure {
            Self.complain(failure.message)
            throw ExitCode(69)
        } catch {
            Self.complain("\(listen) cannot be listened on: \(error)")
            throw ExitCode(69)
        }
        if let problem = ServiceSandbox.enter(connects: !inheritedLink) {
            Self.complain(problem)
            throw ExitCode(71)
        }
        Self.complain(shown)
        service.follow(link.map { .path($0) } ?? .descriptor(3))
    }

    /// Begins to listen; nothing else of the machine's files is needed after it.
    ///
    /// - Returns: The page's address.
    private func begin(_ service: WebService) throws -> String {
        switch listen {
        case .unix(let path):
            // For its group too: the web server before it is another user.
            let socket = try ListeningSocket(path: path, mode: 0o660)
            ServiceSandbox.denyFiles()
            try service.listen(at: socket)
            return "unix:\(path)"
        case .network(let host, let port):
            ServiceSandbox.denyFiles()
            let port = try service.listen(host: host, port: port)
            return "http://\(listen.shownHost ?? host):\(port)/"
        }
    }

    private static func complain(_ message: String) {
        let line = Array("scanwatch-web: \(message)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
