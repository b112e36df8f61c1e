import Dispatch
import Foundation
import Glibc
import PreviewLink
import Testing

@testable import scanwatch

/// What clients get, slow ones and hostile ones among them.
@Suite(.timeLimit(.minutes(20))) struct LinkServerTests {
    private let server: LinkServer

    init() throws {
        // Nobody is left because a machine is slow.
        server = try LinkServer(path: nil, patience: 600)
        server.change { $0 = [LinkCamera(id: 0, name: "door")] }
    }

    /// A new client that has been greeted.
    private func client() throws -> LinkReader {
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        server.adopt(sockets[1])
        let reader = LinkReader(descriptor: sockets[0])
        let hello = try #require(try reader.next())
        #expect(hello.header.kind == .hello)
        #expect(hello.header.cameras == [LinkCamera(id: 0, name: "door")])
        return reader
    }

    private func waitUntil(_ condition: () -> Bool) {
        let end = ContinuousClock.now + .seconds(60)
        while !condition(), .now < end { usleep(1_000) }
        #expect(condition())
    }

    private func frame(_ number: Int, bytes: Int = 10) -> LinkMessage {
        var header = ServerHeader(.frame)
        (header.camera, header.captured) = (0, Int64(number))
        return header.message(body: [UInt8](repeating: 7, count: bytes))
    }

    @Test func aFrameComesForCreditOnly() throws {
        let reader = try client()
        #expect(!server.wantsFrame(of: 0))
        reader.say(.credit(camera: 0, count: 1))
        waitUntil { server.wantsFrame(of: 0) }
        server.send(frame: frame(1), of: 0)
        #expect(!server.wantsFrame(of: 0))
        server.send(frame: frame(2), of: 0)
        #expect(try reader.next()?.header.captured == 1)
        reader.say(.credit(camera: 0, count: 1))
        waitUntil { server.wantsFrame(of: 0) }
        server.send(frame: frame(3), of: 0)
        #expect(try reader.next()?.header.captured == 3)
    }

    /// Of a client that asks and does not read the newest frame waits, and nothing else; others do not notice.
    @Test func whoDoesNotReadHoldsUpNobody() throws {
        let (slow, quick) = (try client(), try client())
        slow.say(.credit(camera: 0, count: 4))
        for number in 1...50 {
            quick.say(.credit(camera: 0, count: 1))
            waitUntil { server.wantsFrame(of: 0) }
            // The slow one's credit alone would let a frame go by.
            waitUntil {
                server.send(frame: frame(number, bytes: 1_000_000), of: 0)
                var waiting: Int32 = 0
                _ = ioctl(quick.descriptor, UInt(FIONREAD), &waiting)
                return waiting > 0
            }
            #expect(try quick.next()?.header.captured == Int64(number))
        }
        let first = try #require(try slow.next()).header.captured
        let second = try #require(try slow.next()).header.captured
        #expect(try #require(first) < #require(second))
    }

    @Test func eventsHaveNumbersAndGapsAreTold() throws {
        for number in 1...1_200 { server.send(.event, camera: 0, lines: Array("{\"n\":\(number)}\n".utf8)) }
        let reader = try client()
        reader.say(.events(after: 100, boot: server.ring.boot))
        let gap = try #require(try reader.next()).header
        #expect(gap.kind == .gap && gap.from == 101 && gap.to == 200)
        for number in 201...1_200 {
            let event = try #require(try reader.next())
            #expect(event.header.seq == number)
            #expect(
                String(decoding: event.message.header, as: UTF8.self).contains(#""record":{"n":\#(number)}"#))
        }
        server.send(.status, camera: nil, lines: Array("{}\n{}\n".utf8))
        #expect(try reader.next()?.header.seq == 1_201)
        #expect(try reader.next()?.header.seq == 1_202)
    }

    @Test func theLastEventsAreSentBeforeTheEnd() throws {
        let reader = try client()
        for number in 1...500 { server.send(.status, camera: 0, lines: Array("{\"n\":\(number)}\n".utf8)) }
        reader.say(.events(after: 0, boot: server.ring.boot))
        #expect(try reader.next()?.header.seq == 1)
        Thread { [server] in server.close(within: .seconds(60)) }.start()
        for number in 2...500 { #expect(try reader.next()?.header.seq == number) }
        #expect(try reader.next() == nil)
    }

    @Test func eventsOfAnotherRunAreToldToBeLost() throws {
        server.send(.event, camera: 0, lines: Array("{}\n".utf8))
        let reader = try client()
        reader.say(.events(after: 5, boot: "another"))
        let gap = try #require(try reader.next()).header
        #expect(gap.kind == .gap && gap.boot == server.ring.boot)
        #expect(try reader.next()?.header.seq == 1)
    }

    @Test func controlsAreCheckedAndAnswered() throws {
        server.onControl { control in
            switch control.action {
            case .zoom(2): nil
            case .zones([], _): LinkRefusal("others by now", isConflict: true)
            case .zones: LinkRefusal("no such zones", isInvalid: true)
            default: LinkRefusal("no")
            }
        }
        let reader = try client()
        func answer(_ role: LinkControl.Role, _ action: LinkControl.Action) throws -> ServerHeader? {
            reader.say(.control(LinkControl(id: 9, camera: 0, role: role, action: action)))
            return try reader.next()?.header
        }
        #expect(try answer(.control, .zoom(2))?.error == nil)
        #expect(try answer(.control, .zoom(3))?.error == "no")
        let conflict = try #require(try answer(.control, .zones([], version: "x")))
        #expect(conflict.error == "others by now" && conflict.conflict == true && conflict.invalid == nil)
        let invalid = try #require(try answer(.control, .zones(nil, version: "x")))
        #expect(invalid.error == "no such zones" && invalid.conflict == nil && invalid.invalid == true)
        #expect(try answer(.view, .zoom(2))?.error == "whoever asks may only look on")
        reader.send(LinkMessage(header: Array(#"{"kind":"shell"}"#.utf8)).bytes)
        let refusal = try #require(try reader.next()).header
        #expect(refusal.kind == .answer && refusal.id == nil && refusal.error != nil)
    }

    @Test func anyNumberOfControlsIsAnswered() throws {
        server.onControl { _ in LinkRefusal("no") }
        let reader = try client()
        for number in 0..<20_000 {
            reader.say(.control(LinkControl(id: number, camera: 0, role: .control, action: .zoom(2))))
            let answer = try #require(try reader.next()).header
            try #require(answer.id == number && answer.error == "no")
        }
    }

    @Test(
        arguments: [
            [255, 255, 255, 255, 255, 255, 255, 255], [4, 1, 0, 0, 0, 0, 0, 0], [3, 0, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func whoSaysNoMessageIsLeft(bytes: [UInt8]) throws {
        let reader = try client()
        reader.send(bytes)
        #expect(try reader.next() == nil)
    }

    /// What serves strangers may have been taken over by one: nothing that it says grows in this process.
    @Test func whoAsksForEveryNumberIsLeft() throws {
        let reader = try client()
        for camera in 0..<1_000 { reader.say(.credit(camera: camera, count: 4)) }
        #expect(try reader.next() == nil)
        #expect(!server.wantsFrame(of: 0))
    }

    @Test func whoDoesNotReadWhatItAsksForIsLeft() throws {
        let reader = try client()
        // Until the socket takes no more: then answers wait, and there is an end to these.
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(
            reader.descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        let bytes = ClientHeader.events(after: 1, boot: "another").message.bytes
        while send(reader.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) >= 0 {}
        #expect(errno == EPIPE || errno == ECONNRESET)
    }

    @Test func itIsToldWhenAClientHasSpoken() async throws {
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        let reader = LinkReader(descriptor: sockets[0])
        await withCheckedContinuation { heard in
            server.adopt(sockets[1]) { heard.resume() }
            reader.say(.credit(camera: 0, count: 1))
            reader.say(.credit(camera: 0, count: 1))
        }
        #expect(server.wantsFrame(of: 0))
    }

    @Test func noMoreThanEightAreServed() throws {
        let readers = try (0..<8).map { _ in try client() }
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        server.adopt(sockets[1])
        #expect(try LinkReader(descriptor: sockets[0]).next() == nil)
        #expect(readers.count == 8)
    }

    @Test func theProcesssOwnPageIsNotCountedAmongThem() throws {
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        server.adopt(sockets[1], isOwn: true)
        let own = LinkReader(descriptor: sockets[0])
        #expect(try own.next()?.header.kind == .hello)
        let readers = try (0..<8).map { _ in try client() }
        #expect(readers.count == 8)
    }

    @Test func aCameraThatDoesNotObeyHoldsUpNoFrames() throws {
        let obeys = DispatchSemaphore(value: 0)
        server.onControl { _ in
            obeys.wait()
            return nil
        }
        let reader = try client()
        for id in 0..<100 {
            reader.say(.control(LinkControl(id: id, camera: 0, role: .control, action: .zoom(2))))
        }
        reader.say(.credit(camera: 0, count: 1))
        waitUntil { server.wantsFrame(of: 0) }
        server.send(frame: frame(1), of: 0)
        #expect(try reader.next(.frame)?.header.captured == 1)
        for _ in 0..<100 { obeys.signal() }
    }
}
