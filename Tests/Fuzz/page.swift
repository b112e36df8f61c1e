import Foundation
import NIOCore
import NIOEmbedded
import PreviewLink

@testable import WebService

/// What browsers send to the live page, and what scanwatch tells it; the first byte says which, the second how many bytes arrive
/// at once.
@_cdecl("LLVMFuzzerTestOneInput")
public func serve(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Pages are long: what is asked in one input again and again would be kept for a browser that reads nothing.
    guard (3...8_192).contains(count) else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let (content, piece) = (bytes.dropFirst(2), 1 + Int(bytes[1]))
    let tokens = (try? Access.tokens(in: "control 0123456789abcdef\n")) ?? []
    let hub = Hub(access: Access(hosts: [], tokens: bytes[0] == 1 ? tokens : []))
    greet(hub)
    switch bytes[0] {
    case 0, 1: visit(hub, [content], piece) {}
    case 2: visit(hub, [upgrade, content], piece) {}
    default:
        visit(hub, [upgrade], upgrade.count) {
            visit(hub, [request("/v1/events")], upgrade.count) {
                for line in content.split(separator: UInt8(ascii: "\n")) {
                    guard (try? hub.take(LinkMessage(header: Array(line), body: [1]))) != nil else { break }
                }
                _ = (hub.metricsText, hub.isReady)
            }
        }
    }
    return 0
}

/// Connects a browser that says all that, and leaves at last.
///
/// - Parameter body: Called while it is there.
private func visit(_ hub: Hub, _ said: [ArraySlice<UInt8>], _ piece: Int, _ body: () -> Void) {
    let others = hub.viewers.count
    let channel = EmbeddedChannel()
    do {
        try WebService.prepare(channel, hub, ConnectionLimits())
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/page")).wait()
    } catch {
        fatalError("\(error)")
    }
    for bytes in said {
        var rest = bytes
        while !rest.isEmpty, channel.isActive {
            // What is wrong with it is the handlers' to say.
            _ = try? channel.writeInbound(ByteBuffer(bytes: rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
    }
    body()
    say(frame, to: hub)
    channel.embeddedEventLoop.advanceTime(by: .seconds(60))
    _ = try? channel.finish(acceptAlreadyClosed: true)
    channel.embeddedEventLoop.run()
    precondition(hub.viewers.count == others, "it is still looked after")
}

private func say(_ header: ServerHeader, to hub: Hub) {
    guard (try? hub.take(header.message(record: Array("{}".utf8), body: [1]))) != nil else {
        fatalError("the link cannot be understood")
    }
}

/// Says what scanwatch says first, and an event.
private func greet(_ hub: Hub) {
    hub.linkOpened { _ in }
    var hello = ServerHeader(.hello)
    (hello.version, hello.boot, hello.seq) = (1, "run", 0)
    hello.cameras = [LinkCamera(id: 0, name: "door"), LinkCamera(id: 1, name: "yard")]
    say(hello, to: hub)
    var event = ServerHeader(.event)
    (event.boot, event.seq, event.camera) = ("run", 1, 0)
    say(event, to: hub)
}

private var frame: ServerHeader {
    var frame = ServerHeader(.frame)
    (frame.camera, frame.captured) = (0, Hub.now)
    return frame
}

private func request(_ path: String, _ method: String = "GET", _ more: String = "") -> ArraySlice<UInt8> {
    Array("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(more)\r\n".utf8)[...]
}

private let upgrade = request(
    "/v1/live", "GET",
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)

/// Leaves requests, frames of WebSockets and what scanwatch tells in the folder that FUZZ_SEEDS names.
@_cdecl("LLVMFuzzerInitialize")
public func leaveSeeds(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    let zones = #"{"zones":[{"name":"a","corners":[{"x":0,"y":0},{"x":1,"y":0},{"x":1,"y":1}]}]}"#
    let put = request(
        "/v1/cameras/0/zones", "PUT", "If-Match: \"\"\r\nContent-Length: \(zones.utf8.count)\r\n")
    let paths = [
        "/", "/healthz", "/readyz", "/metrics", "/v1/cameras", "/v1/events", "/v1/cameras/0/frame.jpg",
        "/v1/cameras/0/preview.mjpeg", "/v1/cameras/1/zones?x",
    ]
    let session = request("/session", "POST", "Content-Length: 16\r\n") + "0123456789abcdef".utf8
    let zoom = LinkControl(id: 1, camera: 0, role: .control, action: .zoom(2))
    // Masked with nothing.
    let frames: [[UInt8]] = [ClientHeader.credit(camera: 0, count: 4), .control(zoom)].map {
        let header = $0.message.header
        return [0x81, 0x80 | UInt8(header.count), 0, 0, 0, 0] + header
    }
    let ping: [UInt8] = [0x89, 0x80, 0, 0, 0, 0]
    let told: [ServerHeader] = [frame, ServerHeader(.pulse), ServerHeader(.answer), ServerHeader(.gap)]
    let lines = told.map { header in
        var header = header
        (header.camera, header.id, header.processor) = (0, 1, 9)
        return Array(header.message().header)
    }
    let bearer = request(
        "/v1/cameras", "GET", "Authorization: Bearer 0123456789abcdef\r\nCookie: scanwatch=a; b=c\r\n")
    var samples: [[UInt8]] = []
    for path in paths { samples.append([0, 200] + request(path)) }
    samples.append([0, 50] + put + Array(zones.utf8))
    samples.append([1, 99] + session)
    samples.append([1, 9] + bearer)
    samples.append([2, 200] + Array(frames.joined()) + ping)
    samples.append([3, 0] + Array(lines.joined(separator: [UInt8(ascii: "\n")])))
    for (number, sample) in samples.enumerated() {
        try? Data(sample).write(to: URL(filePath: "\(folder)/\(number)"))
    }
    return 0
}
