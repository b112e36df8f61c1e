import Foundation
import Glibc
import Testing

@testable import WebService

/// Those who ask badly, slowly or too much.
@Suite(.timeLimit(.minutes(2)), .serialized) struct ConnectionTests {
    @Test func whoSaysNothingIsLeft() throws {
        let link = try FakeLink()
        let start = ContinuousClock.now
        #expect(RawClient(port: link.port).all() == "")
        #expect(RawClient(port: link.port).say("GET / HTTP/1.1\r\nHost: loc").all() == "")
        #expect(ContinuousClock.now - start >= .seconds(5))
    }

    /// Also where much more is on its way: a connection that is closed with something unread takes the answer away.
    @Test(arguments: [16_400, 40_000, 1_000_000])
    func aHeadAndABodyHaveAnEnd(count: Int) throws {
        let link = try FakeLink()
        let long = String(repeating: "a", count: count)
        let lines = String(
            repeating: "X: \(String(repeating: "a", count: 1_000))\r\n", count: count / 1_000 + 1)
        for heads in ["X: \(long)\r\n", lines] {
            let client = RawClient(port: link.port)
            client.say("GET / HTTP/1.1\r\nHost: localhost\r\n\(heads)\r\n")
            let answer = client.all()
            #expect(answer.hasPrefix("HTTP/1.1 431 ") && answer.contains("\r\nConnection: close\r\n"))
        }
        let chunks = "Transfer-Encoding: chunked\r\n\r\n\(String(count, radix: 16))\r\n\(long)\r\n0\r\n\r\n"
        for body in ["Content-Length: \(count)\r\n\r\n\(long)", chunks] {
            let client = RawClient(port: link.port)
            client.say("POST /session HTTP/1.1\r\nHost: localhost\r\n\(body)")
            // Nothing behind it is answered any more.
            client.say("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let answer = client.all()
            #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains("\r\nConnection: close\r\n"))
            #expect(!answer.contains(" 200 ") && !answer.contains("Set-Cookie"))
        }
        // Others are served.
        #expect(RawClient(port: link.port).get("/healthz").contains(" 200 "))
    }

    @Test func whatHasRoomIsRead() throws {
        let link = try FakeLink()
        #expect(
            RawClient(port: link.port).get("/", "X: \(String(repeating: "a", count: 16_000))").contains(
                " 200 "))
        let client = RawClient(port: link.port)
        client.ask(
            "PUT", "/v1/cameras/0/zones", ["If-Match: \"\""], body: String(repeating: " ", count: 16_384))
        #expect(client.all().contains(" 400 "))
    }

    /// Behind a proxy the rest of it would be the answer to somebody else's request.
    @Test(arguments: [
        "/v1/events", "/v1/cameras/0/preview.mjpeg", "/", "/session", "/v1/cameras/7/zones", "/favicon.ico",
    ])
    func whoAsksForAHeadGetsNoMore(path: String) throws {
        let link = try FakeLink()
        let client = RawClient(port: link.port)
        client.say("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        client.ask("GET", "/healthz")
        let head = try #require(client.until("\r\n\r\n"))
        #expect(head.hasPrefix("HTTP/1.1 "))
        let rest = client.all()
        #expect(rest.hasPrefix("HTTP/1.1 200 ") && rest.hasSuffix("\r\n\r\nok\n"))
    }

    /// Closed with something unread, a connection would be reset: proxies then tell of that, and not of the answer.
    @Test func whoIsToldThatItIsTooMuchMaySayTheRest() throws {
        let link = try FakeLink()
        let client = RawClient(port: link.port)
        client.say("POST /session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000000\r\n\r\n")
        #expect(client.until("\r\n\r\n")?.hasPrefix("HTTP/1.1 413 ") == true)
        let part = [UInt8](repeating: 0x61, count: 1_000_000)
        for _ in 0..<20 { try #require(client.say(part)) }
    }

    /// Without a token, and without reading anything, it could fill the memory otherwise.
    @Test func whoTakesNoAnswersIsLeft() throws {
        let link = try FakeLink()
        let client = RawClient(port: link.port, window: 4_096)
        let few = String(repeating: "GET /camera.js HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 5)
        for _ in 0..<1_000 {
            client.say(few)
            // What comes too much at once is left for that.
            usleep(2_000)
        }
        let metrics = RawClient(port: link.port).get("/metrics")
        let count = try #require(metrics.firstMatch(of: /requests_total{status="200"} (\d+)/)?.1)
        // What the system takes of sixty million bytes.
        #expect(try #require(Int(count)) < 2_000)
        withExtendedLifetime(client) {}
    }

    @Test(arguments: [
        "\0\0\0\0", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\u{16}\u{3}\u{1}",
    ])
    func whatIsNoRequestEndsTheConnection(text: String) throws {
        let link = try FakeLink()
        #expect(!RawClient(port: link.port).say(text).all().contains(" 200 "))
    }

    @Test func aUnixSocketIsForAllThereAre() {
        let limits = ConnectionLimits()
        let some = (0..<33).map { _ in ConnectionGuard(address: nil, isStranger: false) }
        for connection in some.prefix(32) { #expect(limits.take(connection)) }
        let other = ConnectionGuard(address: "127.0.0.1", isStranger: false)
        #expect(!limits.take(some[32]) && !limits.take(other))
        limits.leave(some[0])
        #expect(limits.take(other))
    }

    /// Or who knows no token could keep those out who do.
    @Test func strangersMakeWay() throws {
        let tokens = try Access.tokens(in: "view look-look-look-look\n")
        let link = try FakeLink(access: Access(hosts: [], tokens: tokens))
        let authorization = "Authorization: Bearer look-look-look-look"
        let known = RawClient(port: link.port, from: "127.0.0.2")
        known.ask("GET", "/v1/events", [authorization])
        try #require(known.until("\r\n\r\n")?.contains(" 200 ") == true)
        let strangers = (0..<31).map { RawClient(port: link.port, from: "127.0.0.\(2 + ($0 + 1) / 8)") }
        for address in ["127.0.0.2", "127.0.0.6"] {
            let answer = RawClient(port: link.port, from: address).get("/v1/cameras", authorization)
            #expect(answer.contains(" 200 "))
        }
        link.sendEvent(1)
        #expect(known.until("id: run-1\n") != nil)
        withExtendedLifetime(strangers) {}
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("[::1]", "::1"), ("0:0:0:0:0:0:0:1", "::1"),
        ("FE80::1", "fe80::1"), ("::ffff:10.0.0.1", "10.0.0.1"), ("::FFFF:a00:1", "10.0.0.1"),
        ("localhost", nil), ("127.0.0.1:8080", nil), ("10.0.0.0/8", nil), ("127.1", nil), ("", nil),
    ])
    func aProxysAddressIsAsConnectionsHaveIt(text: String, address: String?) {
        #expect(WebService.address(ofProxy: text) == address)
    }

    @Test func oneAddressHasEightConnectionsAndAllHaveThirtyTwo() throws {
        let link = try FakeLink()
        // Streams of events, as these are not left however long the test takes.
        func hold(_ address: String) throws -> RawClient {
            let client = RawClient(port: link.port, from: address)
            client.ask("GET", "/v1/events")
            try #require(client.until("\r\n\r\n")?.contains(" 200 ") == true)
            return client
        }
        var held = try (0..<8).map { _ in try hold("127.0.0.2") }
        #expect(RawClient(port: link.port, from: "127.0.0.2").get("/healthz") == "")
        for address in ["127.0.0.3", "127.0.0.4", "127.0.0.5"] {
            held += try (0..<8).map { _ in try hold(address) }
        }
        #expect(RawClient(port: link.port).get("/healthz") == "")
        held.removeAll()
        let end = ContinuousClock.now + .seconds(60)
        var isServed = false
        while !isServed, .now < end {
            isServed = RawClient(port: link.port).get("/healthz").contains(" 200 ")
        }
        #expect(isServed)
    }
}
