import NIOCore
import NIOHTTP1

/// How many connections there may be: in all, and of one address. Where there are too many, strangers make way.
final class ConnectionLimits {
    static let most = 32
    static let mostOfOne = 8

    private let proxies: Set<String>
    private var held: [ConnectionGuard] = []

    /// - Parameter proxies: Addresses behind which there are many, as ``address(of:)`` has them.
    init(proxies: [String] = []) { self.proxies = Set(proxies) }

    /// Takes a connection in; false if there are too many.
    func take(_ connection: ConnectionGuard) -> Bool {
        if let address = connection.address, !proxies.contains(address) {
            guard makeRoom(for: Self.mostOfOne, among: held.filter { $0.address == address }) else {
                return false
            }
        }
        guard makeRoom(for: Self.most, among: held) else { return false }
        held.append(connection)
        return true
    }

    func leave(_ connection: ConnectionGuard) { held.removeAll { $0 === connection } }

    /// Closes the stranger that has said nothing for longest if there are too many; whether there is room for one more.
    private func makeRoom(for most: Int, among others: [ConnectionGuard]) -> Bool {
        guard others.count >= most else { return true }
        let strangers = others.filter(\.isStranger)
        guard let idle = strangers.min(by: { $0.lastHeard < $1.lastHeard }) else { return false }
        leave(idle)
        idle.close()
        return true
    }

    /// An address without its port; nil of a unix socket. An IPv4 address is written as such where IPv6 is listened on too.
    static func address(of socket: SocketAddress) -> String? {
        let (address, prefix) = (socket.ipAddress, "::ffff:")
        guard let address, address.hasPrefix(prefix), address.contains(".") else { return address }
        return String(address.dropFirst(prefix.count))
    }
}

/// Closes connections that take their time, with a request or with what is sent to them, and those that say too much.
final class ConnectionGuard: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// How long a request may take to arrive whole, and a connection to begin another one.
    private static let requestTime = TimeAmount.seconds(5)
    /// How long somebody may take nothing of what is sent.
    private static let writeTime = TimeAmount.seconds(10)
    /// Most bytes of a request's head, and of its body.
    static let mostBytes = 16_384
    /// What a request's head may have.
    static var headLimits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        (limits.maxHeaderFieldSize, limits.maxHeaderListSize) = (mostBytes, mostBytes)
        return limits
    }

    /// From where; nil over a unix socket, as of a proxy.
    let address: String?
    /// Whether it has shown no token yet, and needs one.
    var isStranger: Bool
    private(set) var lastHeard = NIODeadline.now()
    /// Bytes since the last whole request; nil where requests are no more, as of a WebSocket.
    private var byteCount: Int? = 0
    /// Number of the request that came last.
    private(set) var request = 0
    private var requestTimer: Scheduled<Void>?
    private var writeTimer: Scheduled<Void>?
    private var channel: (any Channel)?

    init(address: String?, isStranger: Bool) {
        (self.address, self.isStranger) = (address, isStranger)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        channel = context.channel
        requestAnswered(request)
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastHeard = .now()
        if let count = byteCount { byteCount = count + unwrapInboundIn(data).readableBytes }
        context.fireChannelRead(data)
        // What is too long was answered. This is a request that nobody can be told of, as behind others that are not answered yet.
        if let byteCount, byteCount > 2 * Self.mostBytes { context.close(promise: nil) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writeTimer?.cancel()
        writeTimer = context.channel.isWritable ? nil : closingUnlessTaken(by: context.channel)
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    /// The head is there; the body may be as long.
    func headArrived() { if byteCount != nil { byteCount = 0 } }

    /// The request is whole.
    func requestArrived() {
        headArrived()
        request += 1
        requestTimer?.cancel()
    }

    /// The whole answer to a request is out, and another one may come, unless it has already.
    func requestAnswered(_ number: Int) {
        guard number == request else { return }
        requestTimer?.cancel()
        requestTimer = closing(in: Self.requestTime)
    }

    /// A request was answered as none, or as too long; nothing that still comes counts, and that not for long.
    func refused() {
        requestArrived()
        byteCount = nil
        requestAnswered(request)
    }

    /// No more requests come.
    func becameWebSocket() {
        requestArrived()
        byteCount = nil
        isStranger = false
    }

    func close() { channel?.close(promise: nil) }

    private func stop() {
        requestTimer?.cancel()
        writeTimer?.cancel()
        channel = nil
    }

    private func closing(in time: TimeAmount) -> Scheduled<Void>? {
        guard let channel else { return nil }
        return channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }

    /// Closes a connection that takes nothing for some time. One that takes little at a time is only slow.
    private func closingUnlessTaken(by channel: any Channel) -> Scheduled<Void> {
        let waiting = Self.waitingBytes(of: channel)
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        return channel.eventLoop.scheduleTask(in: Self.writeTime) {
            guard Self.waitingBytes(of: channel) < waiting else { return channel.close(promise: nil) }
            bound.value.writeTimer = bound.value.closingUnlessTaken(by: channel)
        }
    }

    /// Bytes that were sent and not taken yet.
    private static func waitingBytes(of channel: any Channel) -> Int {
        (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
