import ArgumentParser
import MetadataOutput

/// Who may see what a camera sees, beside the reader of the records.
struct LinkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Serve pictures, records and events to programs of this user on a unix socket at this path; \
            see docs/link.md.
            """, valueName: "path"), completion: .file())
    var link: String?

    @Option(
        help: ArgumentHelp(
            """
            Show what the camera sees on a page at this address, such as 127.0.0.1:8080, or at a unix socket, for a web \
            server on this machine; see docs/live.md.
            """, valueName: "host:port|unix:path"))
    var previewHttp: ListenAddress?

    @Option(
        help: ArgumentHelp(
            """
            Show the page only to who has one of the tokens in this file: lines of 'view TOKEN' or 'control TOKEN'. \
            Needed if others than this machine can reach the page.
            """, valueName: "file"), completion: .file())
    var previewTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Another name by which the page may be called, as of a proxy; may be repeated.", valueName: "name"
        ))
    var previewHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "The address of a proxy that shows the page to others, such as 127.0.0.1; may be repeated.",
            valueName: "address"))
    var previewProxy: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Write what the camera sees, with outlines, to this video device, which other programs read as a camera \
            (v4l2loopback); once for each camera, in their order.
            """, valueName: "/dev/videoN"), completion: .file())
    var previewLoopback: [String] = []

    func validate() throws {
        guard link != "" else { throw ValidationError("--link needs the path of a socket.") }
        guard previewHttp != nil || (previewTokenFile == nil && previewHost.isEmpty && previewProxy.isEmpty)
        else {
            throw ValidationError(
                "--preview-token-file, --preview-host and --preview-proxy need --preview-http.")
        }
    }

    /// Whether anything is to be served.
    var isGiven: Bool { link != nil || previewHttp != nil }

    /// Whether others than this machine could look on without having to show anything.
    var isOpenToAll: Bool {
        guard let previewHttp, previewTokenFile == nil else { return false }
        return !previewHttp.isLoopback || !previewProxy.isEmpty
    }

    /// What scanwatch-web is told.
    var pageArguments: [String] {
        guard let previewHttp else { return [] }
        return ["--listen", previewHttp.text]
            + (previewTokenFile.map { ["--token-file", $0] } ?? [])
            + previewHost.flatMap { ["--allow-host", $0] } + previewProxy.flatMap { ["--proxy", $0] }
    }

    /// Whether everything is served as it is by others.
    func isSame(as other: Self) -> Bool {
        link == other.link && pageArguments == other.pageArguments && previewLoopback == other.previewLoopback
    }
}

/// The argument of `--preview-http`: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `unix:/run/door.page`.
struct ListenAddress: ExpressibleByArgument {
    let text: String
    /// Whether only this machine can reach it, and of a unix socket only who may open its file.
    let isLoopback: Bool
    /// Of a unix socket its path.
    let path: String?

    init?(argument: String) {
        if let socket = argument.rest(behind: "unix:") {
            (text, isLoopback, path) = (argument, true, socket)
            return
        }
        path = nil
        guard let colon = argument.lastIndex(of: ":"),
            UInt16(argument[argument.index(after: colon)...]) != nil
        else { return nil }
        let host = argument[..<colon]
        guard !host.isEmpty else { return nil }
        text = argument
        isLoopback = ["localhost", "[::1]"].contains(host) || host.hasPrefix("127.")
    }
}
