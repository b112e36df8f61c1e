import NIOCore
import PreviewLink

/// The service's end of the link.
final class LinkHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let hub: Hub
    private var parser = LinkParser(limits: .fromServer)

    init(hub: Hub) {
        self.hub = hub
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        hub.linkOpened { header in
            channel.writeAndFlush(ByteBuffer(bytes: header.message.bytes), promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        parser.append(unwrapInboundIn(data).readableBytesView)
        do throws(LinkError) {
            while let message = try parser.next() { try hub.take(message) }
        } catch {
            // Whatever this is, it is not scanwatch of this version: tried anew.
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { hub.linkClosed() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
