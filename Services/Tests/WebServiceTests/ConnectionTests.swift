import Foundation
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

    @Test func aHeadAndABodyHaveAnEnd() throws {
        let link = try FakeLink()
        let long = String(repeating: "a", count: 40_000)
        #expect(!RawClient(port: link.port).get("/", "X: \(long)").contains(" 200 "))
        let client = RawClient(port: link.port)
        client.ask("POST", "/session", body: long)
        #expect(!client.all().contains("Set-Cookie"))
        // Others are served.
        #expect(RawClient(port: link.port).get("/healthz").contains(" 200 "))
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
        for _ in 0..<32 { #expect(limits.take(nil)) }
        #expect(!limits.take(nil) && !limits.take("127.0.0.1"))
        limits.leave(nil)
        #expect(limits.take("127.0.0.1"))
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
