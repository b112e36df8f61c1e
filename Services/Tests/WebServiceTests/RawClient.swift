import Foundation
import Glibc
import Testing

/// A connection on which bytes are said as a test wants them.
final class RawClient {
    private let descriptor: Int32
    private var bytes: [UInt8] = []

    /// - Parameter window: How many bytes that it has not read yet it takes; nil for as many as the system likes.
    init(port: Int, from address: String = "127.0.0.1", window: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var window {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
        }
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        func with<R>(_ host: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = UInt16(port).bigEndian
            inet_pton(AF_INET, host, &name.sin_addr)
            return withUnsafePointer(to: &name) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        _ = with(address, 0) { bind(descriptor, $0, $1) }
        _ = with("127.0.0.1", port) { connect(descriptor, $0, $1) }
    }

    deinit { close(descriptor) }

    @discardableResult func say(_ text: String) -> Self {
        let bytes = Array(text.utf8)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        return self
    }

    /// - Returns: Whether the other end takes all of it.
    @discardableResult func say(_ bytes: [UInt8]) -> Bool {
        send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Asks for something, and for the connection to be closed after it.
    func get(_ path: String, _ headers: String...) -> String {
        ask("GET", path, headers)
        return all()
    }

    func ask(_ method: String, _ path: String, _ headers: [String] = [], body: String = "") {
        let host = headers.contains { $0.hasPrefix("Host:") } ? [] : ["Host: localhost"]
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        let lines =
            ["\(method) \(path) HTTP/1.1"] + host + headers + length + ["Connection: close", "", body]
        say(lines.joined(separator: "\r\n"))
    }

    /// Everything until the other end closes.
    func all() -> String {
        while receive() {}
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same, a share of it at a time, with pauses; how many bytes came.
    func all(by share: Int, every pause: Duration) -> Int {
        var (total, due) = (0, share)
        while receive() {
            total += bytes.count
            bytes = []
            guard total >= due else { continue }
            due += share
            usleep(UInt32(pause / .microseconds(1)))
        }
        return total
    }

    /// Reads until a text has come; all that has come before and with it. Nil if the other end closes without it.
    func until(_ text: String) -> String? {
        let wanted = Array(text.utf8)
        while true {
            if let range = Data(bytes).range(of: Data(wanted)) {
                let found = bytes[..<range.upperBound]
                bytes.removeFirst(range.upperBound)
                return String(decoding: found, as: UTF8.self)
            }
            guard receive() else { return nil }
        }
    }

    /// The next bytes.
    func take(_ count: Int) -> [UInt8]? {
        while bytes.count < count { guard receive() else { return nil } }
        defer { bytes.removeFirst(count) }
        return Array(bytes[..<count])
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        // Silence is no end: whoever waits for one would take it for that.
        if count < 0, errno == EAGAIN {
            Issue.record("the other end neither said anything for a minute nor closed")
        }
        guard count > 0 else { return false }
        bytes += buffer[..<count]
        return true
    }
}
