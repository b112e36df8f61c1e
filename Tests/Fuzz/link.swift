import Foundation
import PreviewLink

// Compiled with what the tool keeps for each client.

/// Messages of the link; the first byte says from whom, the second how many bytes arrive at once.
@_cdecl("LLVMFuzzerTestOneInput")
public func readLink(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count > 2 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let isClient = bytes[0] == 0
    var parser = LinkParser(limits: isClient ? .fromClient : .fromServer)
    let outbox = LinkOutbox(ring: ring)
    var rest = bytes.dropFirst(2)
    do throws(LinkError) {
        while !rest.isEmpty {
            parser.append(rest.prefix(1 + Int(bytes[1])))
            rest = rest.dropFirst(1 + Int(bytes[1]))
            while let message = try parser.next() {
                guard isClient ? heard(message, outbox) : told(message) else { return 0 }
            }
        }
    } catch {}
    return 0
}

/// Twenty events, of which the first are forgotten.
private let ring: EventRing = {
    let ring = EventRing(boot: "run", mostEntries: 10)
    for _ in 0..<20 { ring.add(.event, camera: 0, record: Array("{}".utf8)) }
    return ring
}()

/// - Returns: Whether the client is listened to any longer.
private func heard(_ message: LinkMessage, _ outbox: LinkOutbox) -> Bool {
    guard let header = try? ClientHeader(json: message.header) else { return true }
    precondition((try? ClientHeader(json: header.message.header)) == header)
    // So that there is something to be sent.
    outbox.put(pulse: [1], of: 0)
    var isKept = true
    switch header {
    case .credit(let camera, let count):
        isKept = outbox.addCredit(count, camera: camera, most: ClientHeader.mostCredit)
        outbox.offer(frame: message.header, of: camera)
    case .events(let number, let boot): isKept = outbox.beginEvents(after: number, boot: boot)
    case .control: break
    }
    // A gap, the events that are left, the pulse, an answer; or a frame.
    guard let sent = outbox.next() else { fatalError("a client that was left") }
    precondition(sent.count <= 13)
    return isKept
}

private func told(_ message: LinkMessage) -> Bool {
    guard let header = try? ServerHeader(json: message.header) else { return true }
    let again = header.message(record: Array("{}".utf8), body: message.body)
    precondition((try? ServerHeader(json: again.header)) == header && again.body == message.body)
    return true
}

/// Leaves messages to begin with in the folder that FUZZ_SEEDS names.
@_cdecl("LLVMFuzzerInitialize")
public func leaveSeeds(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    let corners = [(0.1, 0.2), (0.3, 0.4), (1, 0)].map { LinkZone.Point(x: $0.0, y: $0.1) }
    let zones = [LinkZone(name: "door", corners: corners)]
    func control(_ action: LinkControl.Action) -> ClientHeader {
        .control(LinkControl(id: 1, camera: 0, role: .control, action: action))
    }
    let heard: [ClientHeader] = [
        .credit(camera: 0, count: 4), .events(after: 3, boot: "run"), .events(after: nil, boot: nil),
        control(.zoom(2)), control(.torch(1)), control(.point(x: 0.5, y: 0.5)),
        control(.zones(zones, version: "v")),
    ]
    var hello = ServerHeader(.hello)
    (hello.version, hello.boot, hello.seq) = (1, "run", 3)
    var camera = LinkCamera(id: 0, name: "door")
    (camera.zones, camera.zoom) = (zones, LinkCamera.Zoom(factor: 1, most: 4))
    hello.cameras = [camera]
    var frame = ServerHeader(.frame)
    (frame.camera, frame.captured, frame.held) = (0, 1_700_000_000_000, [1])
    frame.picture = ServerHeader.Picture(mediaType: "image/jpeg", width: 16, height: 9)
    let samples =
        heard.map { [0, 9] + $0.message.bytes } + [[0, 200] + heard.flatMap(\.message.bytes)]
        + [[1, 50] + hello.message().bytes + frame.message(body: [1, 2, 3]).bytes]
    for (number, sample) in samples.enumerated() {
        try? Data(sample).write(to: URL(filePath: "\(folder)/\(number)"))
    }
    return 0
}
