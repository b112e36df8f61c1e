import NIOCore
import NIOWebSocket
import PreviewLink

/// A page that is open: a WebSocket over which all its cameras come.
final class PageSocket: ChannelInboundHandler, Viewer {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let hub: Hub
    private let role: LinkControl.Role
    private var channel: (any Channel)?
    private var credit: [Int: Int] = [:]
    private var shown: [Int: Int] = [:]
    /// The cameras of which the page was told last: it asks of these, whether or not they have gone since.
    private var told: Set<Int> = []
    private var cursor: EventLog.Cursor
    /// Whether what is known of the cameras is to be sent as soon as there is room.
    private var owesCameras = true
    /// The same of what was read last, which the page lists.
    private var owesAppearances = true
    /// What has been heard since there is no room for what is sent. The page has a few frames on their way and says which have
    /// come, and somebody may draw at a slider meanwhile.
    private var heardUnwritable = 0
    private static let mostHeardUnwritable = 64

    init(hub: Hub, role: LinkControl.Role) {
        (self.hub, self.role) = (hub, role)
        cursor = hub.log.end
    }

    func handlerAdded(context: ChannelHandlerContext) {
        channel = context.channel
        hub.add(self)
        noteEvents()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) { end() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func end() {
        channel = nil
        hub.remove(self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard channel != nil else { return }
        let frame = unwrapInboundIn(data)
        // Who asks and asks and does not listen is not listened to; what browsers say is masked.
        heardUnwritable = context.channel.isWritable ? 0 : heardUnwritable + 1
        guard heardUnwritable <= Self.mostHeardUnwritable, frame.maskKey != nil else {
            return context.close(promise: nil)
        }
        switch frame.opcode {
        case .text where frame.fin: take(Array(frame.unmaskedData.readableBytesView), context)
        case .ping:
            write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
        case .pong: break
        case .connectionClose: close(frame.unmaskedData, context)
        default: context.close(promise: nil)
        }
    }

    /// Answers who says goodbye, with the reason's number that it has given (RFC 6455, 5.5.1).
    private func close(_ reason: ByteBuffer, _ context: ChannelHandlerContext) {
        end()
        let number = reason.getSlice(at: reason.readerIndex, length: 2) ?? ByteBuffer()
        let goodbye = WebSocketFrame(fin: true, opcode: .connectionClose, data: number)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(goodbye)).whenComplete { _ in channel.close(promise: nil) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            noteEvents()
            hub.wantsChanged(of: self)
        }
        context.fireChannelWritabilityChanged()
    }

    private func take(_ text: [UInt8], _ context: ChannelHandlerContext) {
        guard let header = try? ClientHeader(json: text) else { return context.close(promise: nil) }
        switch header {
        case .credit(let camera, let count):
            guard told.contains(camera) else { return }
            credit[camera] = min(ClientHeader.mostCredit, credit[camera, default: 0] + count)
            hub.wantsChanged(of: self)
        case .events: break
        case .control(var control):
            // A page says for itself what it wants, and not what it may.
            control.role = role
            hub.pass(control, of: self)
        }
    }

    // MARK: - What is shown

    var wanted: [Int: Int] {
        guard let channel, channel.isWritable else { return [:] }
        return credit.filter { $0.value > 0 }.reduce(into: [:]) { $0[$1.key] = shown[$1.key, default: 0] }
    }

    func show(_ frame: ShownFrame, number: Int, of camera: Int) {
        credit[camera, default: 1] -= 1
        shown[camera] = number
        write(frame.message)
    }

    func tell(_ message: LinkMessage) {
        if let channel, channel.isWritable { write(message) }
    }

    /// Written even where there is no room: who asks waits for it, and there are few, as who does not listen is left.
    func take(answer: ServerHeader, _ obstacle: Hub.Obstacle?) { write(answer.message()) }

    /// As a pulse of no camera.
    func sayAlive() { tell(ServerHeader(.pulse).message()) }

    func noteCameras() {
        owesCameras = true
        noteEvents()
    }

    func noteEvents() {
        if owesCameras, let channel, channel.isWritable {
            owesCameras = false
            told = Set(hub.cameras.map(\.camera.id))
            // What was asked of a camera of which the page hears that it has gone holds no more when it comes back.
            credit = credit.filter { told.contains($0.key) }
            var header = ServerHeader(.cameras)
            (header.cameras, header.role) = (hub.cameras.map(\.camera), role)
            write(header.message())
        }
        if owesAppearances, hub.log.knowsPast, let channel, channel.isWritable {
            owesAppearances = false
            for entry in hub.log.appearances { write(LinkMessage(header: entry.header)) }
        }
        while let channel, channel.isWritable, let step = hub.log.next(after: &cursor) {
            var gap = ServerHeader(.gap)
            gap.boot = cursor.boot
            switch step.lost {
            case .numbers(let lost): (gap.from, gap.to) = (lost.lowerBound, lost.upperBound)
            case .ofAnotherRun: (gap.from, gap.to) = (1, 0)
            case nil: break
            }
            if step.lost != nil { write(gap.message()) }
            if let entry = step.entry { write(LinkMessage(header: entry.header)) }
        }
    }

    private func write(_ message: LinkMessage) { write(message.forPages) }

    private func write(_ message: ByteBuffer) {
        write(WebSocketFrame(fin: true, opcode: .binary, data: message))
    }

    private func write(_ frame: WebSocketFrame) { channel?.writeAndFlush(frame, promise: nil) }
}
