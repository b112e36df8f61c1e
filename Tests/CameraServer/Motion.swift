import Foundation

/// How a camera spells its Motion JPEG.
public struct MotionSpelling: Sendable {
    /// Behind `multipart/x-mixed-replace;`.
    public var boundary = "boundary=frame"
    /// What each part's length is said to be; nil if nothing is said.
    public var length: @Sendable (Int) -> Int? = { $0 }
    /// Whether the answer comes in chunks, as HTTP 1.1 has them.
    public var isChunked = false

    /// As most spell it.
    public init() {}

    private var head: String {
        let coding = isChunked ? "Transfer-Encoding: chunked\r\n" : ""
        return "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace;\(boundary)\r\n\(coding)\r\n"
    }

    /// A part of the answer.
    public func part(_ picture: [UInt8]) -> [UInt8] {
        let length = length(picture.count).map { "Content-Length: \($0)\r\n" } ?? ""
        let bytes: [UInt8] =
            Array("--frame\r\nContent-Type: image/jpeg\r\n\(length)\r\n".utf8) + picture + Array("\r\n".utf8)
        guard isChunked else { return bytes }
        // Chunks end anywhere.
        var chunks: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 1000) {
            let chunk = bytes[start..<min(start + 1000, bytes.count)]
            chunks += Array("\(String(chunk.count, radix: 16))\r\n".utf8)
            chunks += chunk
            chunks += Array("\r\n".utf8)
        }
        return chunks
    }

    /// Sends pictures, one after the other, until who has asked is gone or there were `count`.
    public func send(
        _ pictures: [[UInt8]], to connection: CameraServer.Connection, count: Int = .max,
        every seconds: Double = 0.03
    ) {
        guard connection.send(head) else { return }
        var number = 0
        while number < count, connection.send(part(pictures[number % pictures.count])) {
            number += 1
            Thread.sleep(forTimeInterval: seconds)
        }
    }

    /// Sends the head and bytes without end.
    public func sendEndlessPart(to connection: CameraServer.Connection) {
        guard connection.send(head + "--frame\r\n\r\n") else { return }
        connection.send([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x04, 0x00, 0x00, 0xFF, 0xDA, 0x00, 0x02])
        let bytes = [UInt8](repeating: 7, count: 1 << 16)
        while connection.send(bytes) {}
    }
}

extension CameraServer.Connection {
    /// Answers as a whole.
    public func answer(
        _ status: String = "200 OK", type: String, _ body: [UInt8], fields: [String] = []
    ) {
        let lines = ["HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(body.count)"] + fields
        send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }
}
