import Foundation
import PreviewLink
import Testing

@testable import WebService

/// Who gets what, over real connections.
@Suite(.timeLimit(.minutes(2))) struct AccessTests {
    private static let tokens = "# door\nview look-look-look-look\ncontrol turn-turn-turn-turn\n"

    private func status(_ answer: String) -> Int? {
        answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    private func guarded() throws -> FakeLink {
        try FakeLink(access: Access(hosts: ["door.example"], tokens: try Access.tokens(in: Self.tokens)))
    }

    @Test func thePageSaysThatNothingComesFromElsewhere() throws {
        let link = try FakeLink()
        let answer = RawClient(port: link.port).get("/")
        #expect(status(answer) == 200)
        for header in [
            "Content-Security-Policy: default-src 'none'; script-src 'self'", "frame-ancestors 'none'",
            "X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin",
            "Referrer-Policy: no-referrer",
        ] { #expect(answer.contains(header)) }
        #expect(!answer.contains("Access-Control-Allow-Origin"))
    }

    @Test(arguments: [
        ("localhost:8080", 200), ("127.0.0.1", 200), ("[::1]:80", 200), ("DOOR.example:443", 200),
        ("evil.example", 421), ("localhost.evil.example", 421), ("door.example.", 421), ("", 421),
    ])
    func onlyOwnNamesAreAnsweredTo(host: String, expected: Int) throws {
        let link = try guarded()
        #expect(status(RawClient(port: link.port).get("/", "Host: \(host)")) == expected)
    }

    @Test(arguments: ["/v1/cameras", "/v1/events", "/metrics", "/v1/cameras/0/frame.jpg", "/v1/live"])
    func nothingIsShownWithoutAToken(path: String) throws {
        let link = try guarded()
        let answer = RawClient(port: link.port).get(path)
        #expect(status(answer) == 401)
        #expect(answer.contains("WWW-Authenticate: Bearer"))
        #expect(
            status(RawClient(port: link.port).get(path, "Authorization: Bearer look-look-look-lool")) == 401)
        #expect(status(RawClient(port: link.port).get(path, "Cookie: scanwatch=")) == 401)
    }

    @Test func aTokenOpensAndGetsACookieThatOpens() throws {
        let link = try guarded()
        #expect(
            status(RawClient(port: link.port).get("/v1/cameras", "Authorization: Bearer look-look-look-look"))
                == 200)
        let client = RawClient(port: link.port)
        client.ask("POST", "/session", body: "look-look-look-look")
        let answer = client.all()
        #expect(status(answer) == 204)
        let line = try #require(answer.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") })
        #expect(line.contains("HttpOnly") && line.contains("SameSite=Strict") && !line.contains("look"))
        let cookie = line.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" }
        #expect(status(RawClient(port: link.port).get("/v1/cameras", "Cookie: a=b; \(cookie)")) == 200)
    }

    @Test func pagesOfOthersMayNothing() throws {
        let link = try FakeLink()
        let client = RawClient(port: link.port)
        client.ask("POST", "/session", ["Origin: http://evil.example"], body: "x")
        #expect(status(client.all()) == 403)
        for path in ["/", "/v1/cameras"] {
            #expect(status(RawClient(port: link.port).get(path, "Origin: http://evil.example")) == 403)
            #expect(status(RawClient(port: link.port).get(path, "Origin: http://localhost")) == 200)
        }
        let upgrade = [
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        func open(_ headers: [String]) -> String? {
            let client = RawClient(port: link.port)
            client.say((["GET /v1/live HTTP/1.1"] + headers + upgrade + ["", ""]).joined(separator: "\r\n"))
            return client.until("\r\n")
        }
        #expect(open(["Host: localhost", "Origin: http://localhost"])?.contains(" 101 ") == true)
        #expect(open(["Host: localhost", "Origin: http://evil.example"])?.contains(" 403 ") == true)
        #expect(open(["Host: localhost", "Origin: null"])?.contains(" 403 ") == true)
        #expect(open(["Host: evil.example", "Origin: http://evil.example"])?.contains(" 421 ") == true)
    }

    @Test(arguments: [
        ("cross-site", "no-cors", 403), ("same-site", "cors", 403), ("cross-site", "navigate", 200),
        ("same-origin", "cors", 200), ("none", "navigate", 200),
    ])
    func pagesOfOthersMayLeadHereOnly(site: String, mode: String, expected: Int) throws {
        let link = try FakeLink()
        let answer = RawClient(port: link.port).get(
            "/v1/cameras", "Sec-Fetch-Site: \(site)", "Sec-Fetch-Mode: \(mode)")
        #expect(status(answer) == expected)
    }

    @Test(arguments: [
        ("POST", "/", "GET, HEAD"), ("DELETE", "/healthz", "GET, HEAD"), ("GET", "/session", "POST"),
    ])
    func otherMethodsAreToldWhichThereAre(method: String, path: String, allowed: String) throws {
        let link = try FakeLink()
        let client = RawClient(port: link.port)
        client.ask(method, path)
        let answer = client.all()
        #expect(status(answer) == 405 && answer.contains("Allow: \(allowed)\r\n"))
    }

    /// Whoever may only look signs in as often as it likes, and signs nobody else out.
    @Test func sessionsOfOneRoleAreNotForgottenForThoseOfAnother() throws {
        var access = Access(hosts: [], tokens: try Access.tokens(in: Self.tokens))
        let cookie = try access.begin(token: Array("turn-turn-turn-turn".utf8))
        for _ in 0..<100 { _ = try access.begin(token: Array("look-look-look-look".utf8)) }
        #expect(try access.role(authorization: nil, cookies: "scanwatch=\(cookie)", host: "door") == .control)
        // Another scanwatch on the same machine has a cookie of its own.
        #expect(
            try access.role(
                authorization: nil, cookies: "scanwatch-81=x; scanwatch-80=\(cookie)", host: "[::1]:80")
                == .control)
        #expect(throws: Access.Refusal.unauthorized) {
            try access.role(authorization: nil, cookies: "scanwatch-81=\(cookie)", host: "door:80")
        }
    }

    @Test(
        arguments: [
            ("", .nothing), ("\n \n # view look-look-look-look\n", .nothing), ("view\n", .noToken(line: 1)),
            ("\nroot aaaaaaaaaaaaaaaaaaaa\n", .noToken(line: 2)), ("view short\n", .noToken(line: 1)),
            ("view a b\n", .noToken(line: 1)),
            ("view look-look-look-look\r\n\r\ncontrol look-look-look-look\r\n", .twoRoles(line: 3)),
        ] as [(String, Access.TokenMistake)])
    func aFileOfSomethingElseIsNoFileOfTokens(text: String, mistake: Access.TokenMistake) {
        #expect(throws: mistake) { try Access.tokens(in: text) }
    }

    @Test func whatIsAroundTokensIsNoMatter() throws {
        let text =
            "  # door\n   \n\tview  look-look-look-look \r\n\ncontrol turn-turn-turn-turn\nview look-look-look-look"
        var access = Access(hosts: [], tokens: try Access.tokens(in: text))
        for (token, role) in [
            ("look-look-look-look", LinkControl.Role.view), ("turn-turn-turn-turn", .control),
        ] {
            let cookie = try access.begin(token: Array(token.utf8))
            #expect(try access.role(authorization: nil, cookies: "scanwatch=\(cookie)", host: "door") == role)
        }
    }

    /// RFC 9112, 3.2. A proxy may have looked at the other one.
    @Test func whoNamesTwoHostsMeansNone() throws {
        let link = try FakeLink()
        for hosts in [
            "Host: localhost\r\nHost: localhost\r\n", "Host: localhost\r\nhost: evil.example\r\n", "",
        ] {
            let client = RawClient(port: link.port)
            client.say("GET /v1/cameras HTTP/1.1\r\n\(hosts)Connection: close\r\n\r\n")
            #expect(status(client.all()) == 400)
        }
        let page = RawClient(port: link.port)
        page.say(
            "GET /v1/live HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        #expect(page.until("\r\n")?.contains(" 400 ") == true)
        let old = RawClient(port: link.port)
        old.say("GET /v1/cameras HTTP/1.0\r\n\r\n")
        #expect(status(old.all()) == 421)
    }
}
