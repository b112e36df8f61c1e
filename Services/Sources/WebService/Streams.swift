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
    /// Sends a part of an answer.
    fileprivate func send(_ text: String, _ bytes: [UInt8] = [], _ end: String = "") -> EventLoopFuture<Void>
    {
        var buffer = allocator.buffer(capacity: text.utf8.count + bytes.count + end.utf8.count)
        buffer.writeString(text)
        buffer.writeBytes(bytes)
        buffer.writeString(end)
        return writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer)))
    }
}

/// One picture.
final class StillPicture: Viewer {
    private let camera: Int
    private var done: (([UInt8]?) -> Void)?
    private var timer: Scheduled<Void>?

    /// - Parameter done: Gets the picture, or nil after two seconds.
    init(camera: Int, loop: any EventLoop, done: @escaping ([UInt8]?) -> Void) {
        (self.camera, self.done) = (camera, done)
        let bound = NIOLoopBound(self, eventLoop: loop)
        timer = loop.scheduleTask(in: .milliseconds(CameraView.patience)) { bound.value.end(nil) }
    }

    var wanted: [Int: Int] { done == nil ? [:] : [camera: 0] }

    func show(_ frame: ShownFrame, number: Int, of camera: Int) {
        if !frame.picture.isEmpty { end(frame.picture) }
    }

    private func end(_ picture: [UInt8]?) {
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
        guard !frame.picture.isEmpty else { return }
        isBusy = true
        let bound = NIOLoopBound((self, hub), eventLoop: channel.eventLoop)
        channel.send(
            "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: \(frame.picture.count)\r\n\r\n",
            frame.picture,
            "\r\n"
        ).whenSuccess {
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
