import NIOCore
import NIOHTTP1
import PreviewLink

/// An answer that does not end by itself.
protocol ResponseStream: Viewer {
    /// Its media type.
    var type: String { get }
}

extension Viewer {
    var wanted: [Int: Int] { [:] }
    func show(_ frame: ShownFrame, number: Int, of camera: Int) {}
    func tell(_ message: LinkMessage) {}
    func take(answer: ServerHeader, _ obstacle: Hub.Obstacle?) {}
    func sayAlive() {}
    func noteCameras() {}
    func noteEvents() {}
}

extension Channel {
    /// Adds a part of an answer to what is to be sent.
    fileprivate func add(_ part: ByteBuffer) {
        write(HTTPServerResponsePart.body(.byteBuffer(part)), promise: nil)
    }

    /// Sends a part of an answer, and what was added before it.
    fileprivate func send(_ text: String) -> EventLoopFuture<Void> {
        writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: text))))
    }
}

/// One picture.
final class StillPicture: Viewer {
    private let camera: Int
    private var done: ((ByteBuffer?) -> Void)?
    private var timer: Scheduled<Void>?

    /// - Parameters:
    ///   - patience: How many milliseconds it waits.
    ///   - done: Gets the picture, or nil if none has come by then.
    init(camera: Int, patience: Int64, loop: any EventLoop, done: @escaping (ByteBuffer?) -> Void) {
        (self.camera, self.done) = (camera, done)
        let bound = NIOLoopBound(self, eventLoop: loop)
        timer = loop.scheduleTask(in: .milliseconds(patience)) { bound.value.end(nil) }
    }

    var wanted: [Int: Int] { done == nil ? [:] : [camera: 0] }

    func show(_ frame: ShownFrame, number: Int, of camera: Int) {
        if frame.picture.readableBytes > 0 { end(frame.picture) }
    }

    private func end(_ picture: ByteBuffer?) {
        timer?.cancel()
        done.take()?(picture)
    }
}

/// Pictures one after the other, as browsers and players know them from cameras; the next one is sent when the one before
/// is out.
final class PictureStream: ResponseStream {
    let type = "multipart/x-mixed-replace; boundary=frame"
    private let channel: any Channel
    private let hub: Hub
    private let camera: Int
    private var last = 0
    private var isBusy = false

    init(channel: any Channel, hub: Hub, camera: Int) {
        (self.channel, self.hub, self.camera) = (channel, hub, camera)
    }

    var wanted: [Int: Int] { isBusy ? [:] : [camera: last] }

    func show(_ frame: ShownFrame, number: Int, of camera: Int) {
        last = number
        guard frame.picture.readableBytes > 0 else { return }
        isBusy = true
        let bound = NIOLoopBound((self, hub), eventLoop: channel.eventLoop)
        let length = "Content-Length: \(frame.picture.readableBytes)"
        channel.add(ByteBuffer(string: "--frame\r\nContent-Type: image/jpeg\r\n\(length)\r\n\r\n"))
        channel.add(frame.picture)
        channel.send("\r\n").whenSuccess {
            let (stream, hub) = bound.value
            stream.isBusy = false
            hub.wantsChanged(of: stream)
        }
    }
}

/// Events as `text/event-stream`; who comes back tells which was the last.
final class EventStream: ResponseStream {
    let type = "text/event-stream"
    private let channel: any Channel
    private let hub: Hub
    private var cursor: EventLog.Cursor

    init(channel: any Channel, hub: Hub, head: HTTPRequestHead) {
        (self.channel, self.hub, cursor) = (channel, hub, hub.log.end)
        guard let id = head.headers.first(name: "Last-Event-ID") else { return }
        let parts = id.split(separator: "-", maxSplits: 1).map(String.init)
        guard parts.count == 2, let number = Int(parts[1]), (0..<Int.max).contains(number)
        else { return }
        cursor = EventLog.Cursor(boot: parts[0], last: number)
    }

    func sayAlive() {
        if channel.isWritable { send(": \n\n") }
    }

    func noteEvents() {
        while channel.isWritable, let step = hub.log.next(after: &cursor) {
            let boot = cursor.boot ?? ""
            switch step.lost {
            case .numbers(let lost):
                tellGap(#"{"boot":"\#(boot)","from":\#(lost.lowerBound),"to":\#(lost.upperBound)}"#)
            case .ofAnotherRun: tellGap(#"{"boot":"\#(boot)"}"#)
            case nil: break
            }
            guard let entry = step.entry else { continue }
            send("id: \(boot)-\(entry.number)\ndata: \(String(decoding: entry.header, as: UTF8.self))\n\n")
        }
    }

    private func tellGap(_ json: String) { send("event: gap\ndata: \(json)\n\n") }

    private func send(_ text: String) { _ = channel.send(text) }
}
