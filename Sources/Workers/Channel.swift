import Glibc
import MetadataOutput

/// One end of the socket pair between a worker and its client. Messages are two numbers; what they speak of lies in the
/// shared area.
package struct Channel: Sendable {
    /// What a message says.
    enum Kind: UInt64 {
        /// The worker is ready; its description lies where answers do.
        case ready = 1
        case question
        case answer
        /// The client's first word: what the worker is to be able to do.
        case orders
    }

    struct Message {
        let kind: Kind
        /// Bytes of what lies in the shared area.
        let count: Int
    }

    /// What waiting for a message came to.
    enum Arrival {
        case message(Message)
        /// The other end is gone.
        case closed
        case timeout
        /// Something arrived that is no message.
        case malformed
    }

    let descriptor: Int32

    /// Sends a message, without a wait; whether the other end is there and has read what it was sent before.
    func send(_ kind: Kind, count: Int) -> Bool {
        let words = [kind.rawValue, UInt64(count)]
        return words.withUnsafeBytes { bytes in
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
                == bytes.count
        }
    }

    /// Hands a connection over, which this end has no more then; whether the other end is there.
    func send(_ connection: NetworkConnection) -> Bool {
        // Whoever took it before has it.
        guard let handed = connection.take() else { return LinuxCalls.send(nil, over: descriptor) }
        defer { close(handed) }
        return LinuxCalls.send(handed, over: descriptor)
    }

    /// Waits for a connection; nil if there comes none.
    func receiveConnection() -> NetworkConnection? {
        LinuxCalls.receiveDescriptor(over: descriptor).map(NetworkConnection.init(descriptor:))
    }

    /// Waits for a message.
    ///
    /// - Parameter deadline: Until when, on a clock that stands still while the machine sleeps, as both ends do; nil to wait for ever.
    func receive(until deadline: SuspendingClock.Instant?) -> Arrival {
        while true {
            var poller = pollfd(descriptor: descriptor)
            let wait = deadline.map { max(0, ($0 - .now) / .milliseconds(1)).rounded(.up) } ?? -1
            let ready = poll(&poller, 1, Int32(min(wait, Double(Int32.max))))
            if ready < 0, errno == EINTR { continue }
            if ready == 0 { return .timeout }
            var words: [UInt64] = [0, 0]
            let count = words.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return .closed }
            guard count == 16, let kind = Kind(rawValue: words[0]), let size = Int(exactly: words[1]) else {
                return .malformed
            }
            return .message(Message(kind: kind, count: size))
        }
    }
}

extension pollfd {
    fileprivate init(descriptor: Int32) {
        self.init(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }
}
