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
        let tokens = try readTokens()
        let proxies = proxy.compactMap(WebService.address(ofProxy:))
        guard proxies.count == proxy.count else {
            // As whoever started it calls the option.
            let option = inheritedLink ? "--preview-proxy" : "--proxy"
            Self.complain(
                "\(option) needs an address such as 127.0.0.1 or ::1, and neither a name nor a port")
            throw Self.wrongConfiguration
        }
        _ = signal(SIGPIPE, SIG_IGN)
        if inheritedLink { ServiceSandbox.dieWithParent() }
        let access = Access(hosts: allowHost + [listen.shownHost].compactMap(\.self), tokens: tokens)
        let (service, shown): (WebService, String)
        do {
            (service, shown) = try begin(access, proxies: proxies)
        } catch let failure as ListeningSocket.Failure {
            Self.complain(failure.message)
            throw ExitCode(69)
        } catch {
            Self.complain("\(listen) cannot be listened on: \(WebService.reason(for: error))")
            throw ExitCode(69)
        }
        if let problem = ServiceSandbox.enter(connects: !inheritedLink) {
            Self.complain(problem)
            throw ExitCode(71)
        }
        Self.complain(shown)
        service.follow(link.map { .path($0) } ?? .descriptor(3))
    }

    /// The tokens of which one must be shown; none where no file is named.
    private func readTokens() throws -> [Access.Token] {
        guard let tokenFile else { return [] }
        guard access(tokenFile, R_OK) == 0 else {
            Self.complain("\(tokenFile) cannot be read: \(String(cString: strerror(errno)))")
            throw Self.wrongConfiguration
        }
        let tokens: [Access.Token]
        do throws(Access.TokenMistake) {
            // Bytes that are no text make a line that is none.
            let text = FileManager.default.contents(atPath: tokenFile).map {
                String(decoding: $0, as: UTF8.self)
            }
            tokens = try Access.tokens(in: text ?? "")
        } catch {
            Self.complain("\(tokenFile) is no file of tokens: \(Self.words(for: error))")
            throw Self.wrongConfiguration
        }
        var status = stat()
        if stat(tokenFile, &status) == 0, status.st_mode & S_IROTH != 0 {
            Self.complain("everybody on this machine can read the tokens in \(tokenFile)")
        }
        return tokens
    }

    private static func words(for mistake: Access.TokenMistake) -> String {
        switch mistake {
        case .nothing: "it has no line of 'view TOKEN' or 'control TOKEN'"
        case .noToken(let line):
            "line \(line) is neither 'view TOKEN' nor 'control TOKEN' with 16 characters or more"
        case .twoRoles(let line): "the token of line \(line) has another role above it"
        }
    }

    /// Begins to listen. Nothing else of the machine's files is needed after a socket: they are closed before the service starts
    /// its thread, which would keep them otherwise.
    ///
    /// - Returns: What listens, and the page's address.
    private func begin(_ access: Access, proxies: [String]) throws -> (WebService, String) {
        switch listen {
        case .unix(let path):
            // For its group too: the web server before it is another user.
            let socket = try ListeningSocket(path: path, mode: 0o660)
            ServiceSandbox.denyFiles()
            let service = try WebService(access: access, proxies: proxies)
            try service.listen(at: socket)
            return (service, "unix:\(path)")
        case .network(let host, let port):
            ServiceSandbox.denyFiles()
            let service = try WebService(access: access, proxies: proxies)
            let port = try service.listen(host: host, port: port)
            return (service, "http://\(listen.shownHost ?? host):\(port)/")
        }
    }

    private static func complain(_ message: String) {
        let line = Array("scanwatch-web: \(message)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
