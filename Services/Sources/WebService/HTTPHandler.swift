import FoundationEssentials
import NIOCore
import NIOHTTP1
import NIOWebSocket
import PreviewLink

/// Answers the requests of one connection.
final class HTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The longest that anybody waits for one picture, in milliseconds: proxies do not wait for much longer.
    private static let mostPatience: Int64 = 30_000

    private let hub: Hub
    private let guardian: ConnectionGuard
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    /// What the connection shows, if its answer does not end by itself.
    private var stream: (any Viewer)?
    /// Whether it was told that it says too much, or no request; whatever else it says is passed over.
    private var isRefused = false

    init(hub: Hub, guardian: ConnectionGuard) {
        (self.hub, self.guardian) = (hub, guardian)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guardian.headArrived()
            (self.head, body) = (head, [])
            let length = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
            if length > ConnectionGuard.mostBytes { refuse(.payloadTooLarge, context) }
        case .body(let bytes):
            guard body.count + bytes.readableBytes <= ConnectionGuard.mostBytes else {
                return refuse(.payloadTooLarge, context)
            }
            body += bytes.readableBytesView
        case .end:
            guard let head = head.take() else { return }
            // Who asks on and on and takes no answers is left: they would all wait in memory.
            guard context.channel.isWritable else { return context.close(promise: nil) }
            guardian.requestArrived()
            take(head, context)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { stream?.noteEvents() }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) { endStream() }

    func handlerRemoved(context: ChannelHandlerContext) { endStream() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        // A page that gets no WebSocket gets an answer that says why: its request comes next.
        case is NIOWebSocketUpgradeError: break
        case _ where isRefused: break
        case HTTPParserError.headerOverflow: refuse(.requestHeaderFieldsTooLarge, context)
        case is HTTPParserError: refuse(.badRequest, context)
        default: context.close(promise: nil)
        }
    }

    private func endStream() {
        if let stream = stream.take() { hub.remove(stream) }
    }

    // MARK: - Requests

    private func take(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        // RFC 9112, 3.2: which of two it meant somebody before this may see otherwise.
        let hosts = head.headers["Host"]
        guard hosts.count == 1 || (hosts.isEmpty && head.version == .http1_0) else {
            return answer(Response(.badRequest, "one Host is needed\n"), head, context)
        }
        do throws(Access.Refusal) {
            let host = hosts.first
            try hub.access.checkHost(host)
            try hub.access.checkOrigin(head.headers.first(name: "Origin"), host: host)
            try hub.access.checkFetch(
                site: head.headers.first(name: "Sec-Fetch-Site"),
                mode: head.headers.first(name: "Sec-Fetch-Mode"))
            try route(head, context)
        } catch {
            var response = Response(HTTPResponseStatus(statusCode: error.rawValue))
            if error == .unauthorized { response.headers = [("WWW-Authenticate", "Bearer")] }
            answer(response, head, context)
        }
    }

    private func route(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) throws(Access.Refusal) {
        let path = Self.path(of: head)
        if path == "/session" { return answer(try beginSession(head), head, context) }
        let ofCamera = Self.partOfCamera(path)
        if let ofCamera, ofCamera.part == "zones" { return try takeZones(ofCamera.id, head, context) }
        guard Self.isGet(head) else { return answer(.allowing("GET, HEAD"), head, context) }
        if let file = Page.files[path] {
            return answer(Response(file.contents, type: file.type), head, context)
        }
        switch path {
        case "/favicon.ico": return answer(Response(.noContent, ""), head, context)
        case "/healthz": return answer(Response(.ok, "ok\n"), head, context)
        case "/readyz":
            let response =
                hub.isReady
                ? Response(.ok, "ok\n")
                : Response(.serviceUnavailable, "no frame of some camera\n")
            return answer(response, head, context)
        default: break
        }
        _ = try role(of: head)
        switch path {
        case "/metrics":
            answer(
                Response(
                    ByteBuffer(string: hub.metricsText), type: "text/plain; version=0.0.4; charset=utf-8"),
                head, context)
        case "/v1/cameras":
            answer(Response(ByteBuffer(bytes: camerasJSON), type: "application/json"), head, context)
        case "/v1/events": begin(EventStream(channel: context.channel, hub: hub, head: head), head, context)
        case "/v1/live": answer(Response(.upgradeRequired), head, context)
        default: showCamera(ofCamera, head, context)
        }
    }

    /// Which camera a path is of, whether or not there is one, and what of it; nil if it is another path.
    private static func partOfCamera(_ path: String) -> (id: Substring, part: Substring)? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        return parts.count == 4 && parts.starts(with: ["v1", "cameras"]) ? (parts[3], parts[4]) : nil
    }

    /// Tells a camera's zones, or has them drawn anew.
    private func takeZones(
        _ id: Substring, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
    ) throws(Access.Refusal) {
        let role = try role(of: head)
        guard let camera = hub.camera(named: id) else { return answer(Response(.notFound), head, context) }
        if Self.isGet(head) {
            let known = EntityTags(head.headers["If-None-Match"])
            return answer(hub.zones(of: camera, unless: known), head, context)
        }
        guard head.method == .PUT || head.method == .DELETE else {
            return answer(.allowing("GET, HEAD, PUT, DELETE"), head, context)
        }
        guard role == .control else { throw .forbidden }
        let change: ZonesChange
        switch ZonesChange.read(head, body: body, camera: camera, current: hub.zonesVersion(of: camera)) {
        case .success(let read): change = read
        case .failure(let refusal): return answer(refusal.response, head, context)
        }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let request = ControlRequest(loop: context.eventLoop) { response in
            let (handler, context) = bound.value
            // Whoever asked may have gone.
            guard handler.stream != nil else { return }
            handler.endStream()
            handler.answer(response, head, context)
        }
        stream = request
        hub.add(request)
        hub.pass(change.control, of: request)
    }

    /// Answers what is asked of one camera.
    private func showCamera(
        _ ofCamera: (id: Substring, part: Substring)?, _ head: HTTPRequestHead,
        _ context: ChannelHandlerContext
    ) {
        guard let ofCamera, let camera = hub.camera(named: ofCamera.id) else {
            return answer(Response(.notFound), head, context)
        }
        switch ofCamera.part {
        case "frame.jpg": stillPicture(of: camera, head, context)
        case "preview.mjpeg":
            begin(PictureStream(channel: context.channel, hub: hub, camera: camera), head, context)
        default: answer(Response(.notFound), head, context)
        }
    }

    private static func path(of head: HTTPRequestHead) -> String { String(head.uri.prefix { $0 != "?" }) }

    private static func isGet(_ head: HTTPRequestHead) -> Bool { head.method == .GET || head.method == .HEAD }

    private func role(of head: HTTPRequestHead) throws(Access.Refusal) -> LinkControl.Role {
        let role = try hub.access.role(
            authorization: head.headers.first(name: "Authorization"),
            cookies: head.headers.first(name: "Cookie"), host: head.headers.first(name: "Host"))
        guardian.isStranger = false
        return role
    }

    /// Gives a cookie for a token that stands in the body.
    private func beginSession(_ head: HTTPRequestHead) throws(Access.Refusal) -> Response {
        guard head.method == .POST else { return .allowing("POST") }
        let cookie = try hub.access.begin(token: body)
        guardian.isStranger = false
        var response = Response(.noContent, "")
        let name = Access.cookie(of: head.headers.first(name: "Host"))
        let isSecure = head.headers.first(name: "Origin")?.hasPrefix("https:") ?? false
        response.headers = [
            (
                "Set-Cookie",
                "\(name)=\(cookie); Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
            )
        ]
        return response
    }

    private var camerasJSON: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(hub.cameras.map(\.camera))).map(Array.init) ?? []
    }

    private func stillPicture(of camera: Int, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let patience = min(hub.patience(of: camera), Self.mostPatience)
        let still = StillPicture(camera: camera, patience: patience, loop: context.eventLoop) { picture in
            let (handler, context) = bound.value
            // Whoever asked may have gone.
            guard handler.stream != nil else { return }
            handler.endStream()
            let response = picture.map { Response($0, type: "image/jpeg") }
            handler.answer(
                response ?? Response(.serviceUnavailable, "no frame for \(patience / 1_000) s\n"), head,
                context)
        }
        stream = still
        hub.add(still)
    }

    // MARK: - Answers

    private func begin(
        _ stream: any ResponseStream, _ request: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
        guard request.method != .HEAD else {
            return answer(Response(headOfEndless: stream.type), request, context)
        }
        guardian.requestArrived()
        hub.metrics.requests[200, default: 0] += 1
        var head = HTTPResponseHead(version: request.version, status: .ok, headers: .safe(type: stream.type))
        // Proxies of nginx's kind keep what comes until they have enough of it, unless told.
        head.headers.add(name: "X-Accel-Buffering", value: "no")
        if request.version != .http1_0 { head.headers.add(name: "Transfer-Encoding", value: "chunked") }
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        self.stream = stream
        hub.add(stream)
        stream.noteEvents()
    }

    private func answer(_ response: Response, _ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
        hub.metrics.requests[Int(response.status.code), default: 0] += 1
        var head = HTTPResponseHead(
            version: request.version, status: response.status, headers: .safe(type: response.type))
        for (name, value) in response.headers { head.headers.add(name: name, value: value) }
        if response.hasLength {
            head.headers.add(name: "Content-Length", value: "\(response.body.readableBytes)")
        }
        let isKept = request.isKeepAlive
        if !isKept { head.headers.add(name: "Connection", value: "close") }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if request.method != .HEAD, response.hasLength {
            context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil)
        }
        let channel = context.channel
        let bound = NIOLoopBound((guardian, guardian.request), eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            if !isKept { channel.close(promise: nil) }
            let (guardian, number) = bound.value
            guardian.requestAnswered(number)
        }
    }

    /// Answers what is no request, or too long for one, and ends the connection. What still comes is read for a while: closed
    /// with something unread, a connection takes the answer away from whoever is still speaking.
    private func refuse(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        (isRefused, head, body) = (true, nil, [])
        guardian.refused()
        let response = Response(status)
        hub.metrics.requests[Int(status.code), default: 0] += 1
        var head = HTTPResponseHead(version: .http1_1, status: status, headers: .safe(type: response.type))
        head.headers.add(name: "Content-Length", value: "\(response.body.readableBytes)")
        head.headers.add(name: "Connection", value: "close")
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenSuccess {
            channel.close(mode: .output, promise: nil)
        }
    }
}
