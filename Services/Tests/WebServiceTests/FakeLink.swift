import Foundation
import Glibc
import PreviewLink

@testable import WebService

/// scanwatch's end of a link, in a test's hand, and a service that listens to it.
final class FakeLink {
    let port: Int
    /// What the service said first.
    private(set) var greeting: ClientHeader?
    private let descriptor: Int32
    private let service: WebService
    private var parser = LinkParser(limits: .fromClient)

    /// - Parameters:
    ///   - path: Of a unix socket to listen at; nil for a port.
    ///   - greets: Whether it says hello at once.
    init(
        access: Access = Access(hosts: [], tokens: []), path: String? = nil, greets: Bool = true
    ) throws {
        var sockets: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets)
        descriptor = sockets[0]
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let service = try WebService(access: access)
        self.service = service
        if let path {
            try service.listen(at: ListeningSocket(path: path))
            port = 0
        } else {
            port = try service.listen(host: "127.0.0.1", port: 0)
        }
        let end = sockets[1]
        Thread { service.follow(.descriptor(end)) }.start()
        guard greets else { return }
        greet(boot: "run")
        // What is asked from now on is asked of a service that knows its cameras.
        greeting = try next()
    }

    deinit { close(descriptor) }

    /// Ends the link, as when scanwatch ends; the service stays.
    func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Says what a run of scanwatch says first.
    func greet(boot: String, seq: Int = 0) {
        var hello = ServerHeader(.hello)
        var camera = LinkCamera(id: 0, name: "door")
        camera.state = .live
        (hello.version, hello.boot, hello.seq, hello.cameras) = (1, boot, seq, [camera])
        say(hello.message())
    }

    /// Says which cameras there are.
    func tell(cameras: [LinkCamera]) {
        var header = ServerHeader(.cameras)
        header.cameras = cameras
        say(header.message())
    }

    func say(_ message: LinkMessage) {
        let bytes = message.bytes
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// What the service says next; nil if it is gone.
    func next() throws -> ClientHeader? {
        while true {
            if let message = try parser.next() { return try ClientHeader(json: message.header) }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            parser.append(buffer[..<count])
        }
    }

    /// Waits until the service asks for a frame.
    func waitForCredit() throws {
        while let header = try next() {
            if case .credit = header { return }
        }
    }

    func sendFrame(_ number: Int, picture: [UInt8] = [0xff, 0xd8, 0xff, 0xd9]) {
        var header = ServerHeader(.frame)
        (header.camera, header.captured) = (0, Hub.now)
        header.picture = ServerHeader.Picture(mediaType: "image/jpeg", width: 4, height: 4)
        say(header.message(record: Array("{\"frame\":\(number)}".utf8), body: picture))
    }

    func sendEvent(_ number: Int, boot: String = "run", of kind: String = "changed") {
        var header = ServerHeader(.event)
        (header.boot, header.seq, header.camera) = (boot, number, 0)
        say(header.message(record: Array("{\"event\":\"\(kind)\",\"n\":\(number)}".utf8)))
    }

    func sendPulse() {
        var header = ServerHeader(.pulse)
        (header.camera, header.captured, header.frames, header.drops) = (0, Hub.now, 7, 1)
        say(header.message())
    }
}
