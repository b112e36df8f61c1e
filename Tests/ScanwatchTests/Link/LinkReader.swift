import Glibc
import PreviewLink

/// A client of the link as others would write it, over a connected socket.
final class LinkReader {
    let descriptor: Int32
    private var parser = LinkParser(limits: .fromServer)
    /// What has not come by then does not come any more, though pulses do.
    private let end = ContinuousClock.now + .seconds(600)

    init(descriptor: Int32) {
        self.descriptor = descriptor
        // A test that waits in vain fails instead of standing still.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func say(_ header: ClientHeader) { send(header.message.bytes) }

    func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// The next message; nil when the other end has closed, or a test has waited in vain.
    func next() throws -> (header: ServerHeader, message: LinkMessage)? {
        while true {
            if let message = try parser.next() { return (try ServerHeader(json: message.header), message) }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            // A process that was stopped and goes on.
            if count < 0, errno == EINTR { continue }
            guard count > 0, .now < end else { return nil }
            parser.append(buffer[..<count])
        }
    }

    /// The next message of a kind; others are passed over.
    func next(_ kind: ServerHeader.Kind) throws -> (header: ServerHeader, message: LinkMessage)? {
        while let found = try next() {
            if found.header.kind == kind { return found }
        }
        return nil
    }
}
