import Foundation
import Glibc
import Synchronization

/// A network camera made of software, on the loopback interface: what it answers a test writes down.
public final class CameraServer: Sendable {
    /// What was asked.
    public struct Request: Sendable {
        /// Such as `GET`.
        public let method: String
        /// What stands behind the method, such as `/video`.
        public let target: String
        /// The values by their names in lower case.
        public let fields: [String: String]
    }

    /// A connection with who asks.
    public final class Connection: Sendable {
        private let descriptor: Int32

        init(_ descriptor: Int32) { self.descriptor = descriptor }

        deinit { close(descriptor) }

        /// Sends; false once the other side is gone.
        @discardableResult public func send(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        /// Sends text.
        @discardableResult public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// Waits until the other side has gone.
        public func waitForEnd() { while receive() != nil {} }

        fileprivate func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

        fileprivate func receive() -> UInt8? {
            var byte: UInt8 = 0
            var count: Int
            repeat { count = recv(descriptor, &byte, 1, 0) } while count < 0 && errno == EINTR
            return count == 1 ? byte : nil
        }

        /// The next request; nil at the connection's end.
        fileprivate func request() -> Request? {
            var head: [UInt8] = []
            while !head.ends(with: Array("\r\n\r\n".utf8)) {
                guard let byte = receive() else { return nil }
                head.append(byte)
            }
            let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
            let words = lines[0].split(separator: " ")
            var fields: [String: String] = [:]
            for line in lines.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2 else { continue }
                fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
            }
            return Request(method: String(words[0]), target: String(words[1]), fields: fields)
        }
    }

    private struct State {
        var open: [ObjectIdentifier: Connection] = [:]
        var accepted = 0
        var requests: [Request] = []
        var isStopped = false
    }

    /// Where it listens.
    public let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())
    private let answer: @Sendable (Request, Connection) -> Bool

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - port: Default: any that is free.
    ///   - answer: Answers a request, on a thread of the connection's; whether another may follow over the same.
    public init(
        port: UInt16 = 0, _ answer: @escaping @Sendable (Request, Connection) -> Bool
    ) {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        precondition(listener >= 0, "no socket")
        var isOn: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let bound = withUnsafeMutablePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(listener, place, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, place, &size) == 0
            }
        }
        precondition(bound, "no port")
        self.port = UInt16(bigEndian: place.sin_port)
        self.answer = answer
        Thread { [self] in accept() }.start()
    }

    deinit { close(listener) }

    /// Its address.
    public func address(_ target: String = "/video") -> String { "http://127.0.0.1:\(port)\(target)" }

    /// How many connections were made with it.
    public var connectionCount: Int { state.withLock { $0.accepted } }

    /// What it was asked.
    public var requests: [Request] { state.withLock { $0.requests } }

    /// Ends all connections and listens no more.
    public func stop() {
        let open = state.withLock { state in
            state.isStopped = true
            return Array(state.open.values)
        }
        shutdown(listener, Int32(SHUT_RDWR))
        for connection in open { connection.end() }
    }

    private func accept() {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            let connection = Connection(descriptor)
            let isStopped = state.withLock { state in
                if !state.isStopped {
                    state.open[ObjectIdentifier(connection)] = connection
                    state.accepted += 1
                }
                return state.isStopped
            }
            if isStopped { return }
            Thread { [self] in
                converse(over: connection)
                connection.end()
                state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(connection)) }
            }.start()
        }
    }

    private func converse(over connection: Connection) {
        while let request = connection.request() {
            state.withLock { $0.requests.append(request) }
            guard answer(request, connection) else { return }
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
