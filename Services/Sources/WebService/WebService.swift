import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
public import PreviewLink
import Synchronization

/// Shows what a link serves to browsers, on one thread.
public final class WebService: Sendable {
    /// Where scanwatch is.
    public enum Link: Sendable {
        /// At a unix socket; tried again and again.
        case path(String)
        /// At a connected socket, at whose end the service ends.
        case descriptor(Int32)
    }

    /// How often pages and streams of events hear that the service is there: pages take a silence of 10 s for its end.
    private static let aliveTime = TimeAmount.seconds(5)

    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let loop: any EventLoop
    private let hub: NIOLoopBoundBox<Hub>
    private let limits: NIOLoopBoundBox<ConnectionLimits>
    /// Where it listens.
    private let listener = Mutex<(any Channel)?>(nil)

    /// Makes a service that does nothing yet.
    ///
    /// - Parameters:
    ///   - access: Who may do what.
    ///   - proxies: Addresses of proxies, which may have as many connections as there may be at all; those of
    ///     ``address(ofProxy:)``.
    public init(access: Access, proxies: [String] = []) throws {
        let loop = group.any()
        self.loop = loop
        (hub, limits) = try loop.submit {
            (
                NIOLoopBoundBox(Hub(access: access), eventLoop: loop),
                NIOLoopBoundBox(ConnectionLimits(proxies: proxies), eventLoop: loop)
            )
        }.wait()
        let hub = hub
        loop.scheduleRepeatedTask(initialDelay: Self.aliveTime, delay: Self.aliveTime) { _ in
            hub.value.sayAlive()
        }
    }

    /// A proxy's address as connections have it: of IPv4, or of IPv6 with or without brackets. Nil if a text is none.
    public static func address(ofProxy text: String) -> String? {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        let address = isBracketed ? String(text.dropFirst().dropLast()) : text
        return (try? SocketAddress(ipAddress: address, port: 0)).flatMap(ConnectionLimits.address(of:))
    }

    /// Why an address cannot be listened on.
    public static func reason(for error: any Error) -> String {
        switch error {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case is SocketAddressError: "it is no address such as 127.0.0.1, and no name but localhost"
        default: "\(error)"
        }
    }

    /// Begins to listen at an address; nobody is answered before ``follow(_:)``.
    ///
    /// - Returns: The port.
    public func listen(host: String, port: Int) throws -> Int {
        let channel =
            try bootstrap
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            // Who is gone without a word, as a phone out of reach, frees its place: in milliseconds where something is sent, in
            // seconds where not.
            .childChannelOption(.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), value: 20_000)
            .childChannelOption(.socketOption(.so_keepalive), value: 1)
            .childChannelOption(.tcpOption(.init(rawValue: TCP_KEEPIDLE)), value: 20)
            .childChannelOption(.tcpOption(.init(rawValue: TCP_KEEPINTVL)), value: 5)
            .bind(to: SocketAddress(ipAddress: host == "localhost" ? "127.0.0.1" : host, port: port)).wait()
        listener.withLock { $0 = channel }
        return channel.localAddress?.port ?? port
    }

    /// The same at a unix socket, which is the service's from now on.
    public func listen(at socket: ListeningSocket) throws {
        let channel = try bootstrap.withBoundSocket(socket.descriptor).wait()
        listener.withLock { $0 = channel }
    }

    private var bootstrap: ServerBootstrap {
        let (hub, limits) = (hub, limits)
        return ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 64)
            .serverChannelOption(.autoRead, value: false)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try Self.prepare(channel, hub.value, limits.value)
                }
            }
    }

    /// Makes a connection ready, or refuses it.
    static func prepare(_ channel: any Channel, _ hub: Hub, _ limits: ConnectionLimits) throws {
        let guardian = ConnectionGuard(
            address: channel.remoteAddress.flatMap(ConnectionLimits.address(of:)),
            isStranger: hub.access.needsToken)
        guard limits.take(guardian) else {
            hub.metrics.refusedConnections += 1
            throw ChannelError.ioOnClosedChannel
        }
        let held = NIOLoopBound((limits, guardian), eventLoop: channel.eventLoop)
        channel.closeFuture.whenComplete { _ in
            let (limits, guardian) = held.value
            limits.leave(guardian)
        }
        let requests = HTTPHandler(hub: hub, guardian: guardian)
        let bound = NIOLoopBound((hub, guardian, requests), eventLoop: channel.eventLoop)
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: ConnectionGuard.mostBytes,
            shouldUpgrade: { channel, head in
                let isAllowed = Self.role(ofPage: head, bound.value.0) != nil
                return channel.eventLoop.makeSucceededFuture(isAllowed ? [:] : nil)
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    let (hub, guardian, requests) = bound.value
                    guardian.becameWebSocket()
                    try channel.pipeline.syncOperations.addHandler(
                        PageSocket(hub: hub, role: Self.role(ofPage: head, hub) ?? .view))
                    _ = channel.pipeline.syncOperations.removeHandler(requests)
                }
            })
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(guardian)
        // How long an answer is, and whether it has a body, only who answers knows: HEAD has none.
        var framing = HTTPResponseEncoder.Configuration()
        framing.automaticallySetFramingHeaders = false
        try pipeline.configureHTTPServerPipeline(
            withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }),
            withErrorHandling: false, withEncoderConfiguration: framing,
            withDecoderLimitConfiguration: ConnectionGuard.headLimits)
        try pipeline.addHandler(requests)
    }

    /// What a page may do that wants a WebSocket; nil if it gets none.
    private static func role(ofPage head: HTTPRequestHead, _ hub: Hub) -> LinkControl.Role? {
        guard head.uri.prefix(while: { $0 != "?" }) == "/v1/live" else { return nil }
        let hosts = head.headers["Host"]
        guard hosts.count == 1 else { return nil }
        let host = hosts[0]
        do throws(Access.Refusal) {
            try hub.access.checkHost(host)
            try hub.access.checkOrigin(head.headers.first(name: "Origin"), host: host)
            return try hub.access.role(
                authorization: head.headers.first(name: "Authorization"),
                cookies: head.headers.first(name: "Cookie"), host: host)
        } catch {
            return nil
        }
    }

    /// Answers who comes, connects to scanwatch and stays connected; returns when there is nothing more to come.
    public func follow(_ link: Link) {
        try? listener.withLock { $0 }?.setOption(.autoRead, value: true).wait()
        while true {
            let hub = hub
            let bootstrap = ClientBootstrap(group: group).channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(LinkHandler(hub: hub.value))
                }
            }
            switch link {
            case .path(let path):
                let channel = try? bootstrap.connect(unixDomainSocketPath: path).wait()
                try? channel?.closeFuture.wait()
                usleep(500_000)
            case .descriptor(let descriptor):
                let channel = try? bootstrap.withConnectedSocket(descriptor).wait()
                try? channel?.closeFuture.wait()
                return
            }
        }
    }
}
