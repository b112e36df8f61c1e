import PreviewLink
import Testing

@testable import WebService

/// Zones by HTTP: told, and drawn anew by who may.
@Suite(.timeLimit(.minutes(2))) struct ZoneTests {
    private static let path = "/v1/cameras/0/zones"
    private static let zone = LinkZone(
        name: "mat", corners: [.init(x: 0, y: 0), .init(x: 1, y: 0), .init(x: 0.5, y: 1)])
    private static let body =
        #"{"zones":[{"corners":[{"x":0,"y":0},{"x":1,"y":0},{"x":0.5,"y":1}],"name":"mat"}]}"#

    private func status(_ answer: String) -> Int? {
        answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    private func link(_ access: Access = Access(hosts: [], tokens: [])) throws -> FakeLink {
        let link = try FakeLink(access: access)
        var camera = LinkCamera(id: 0, name: "door")
        (camera.state, camera.zones, camera.zonesVersion) = (.live, [Self.zone], "v1")
        link.tell(cameras: [camera])
        return link
    }

    /// What the service says of a change, which is answered so if it comes so far.
    private func change(
        _ link: FakeLink, _ method: String, _ headers: [String], body: String = "",
        answer: ((LinkControl) -> ServerHeader)? = nil
    ) throws -> String {
        let client = RawClient(port: link.port)
        client.ask(method, Self.path, headers, body: body)
        if let answer {
            while let header = try link.next() {
                guard case .control(let control) = header else { continue }
                link.say(answer(control).message())
                break
            }
        }
        return client.all()
    }

    private func answer(to control: LinkControl, error: String? = nil, conflict: Bool? = nil) -> ServerHeader
    {
        var header = ServerHeader(.answer)
        (header.id, header.error, header.conflict) = (control.id, error, conflict)
        return header
    }

    @Test func theyAreToldWithTheirVersion() throws {
        let link = try link()
        // What was told of the cameras may be on its way.
        var told = ""
        repeat { told = RawClient(port: link.port).get(Self.path) } while !told.contains("ETag: \"v1\"")
        #expect(status(told) == 200 && told.hasSuffix(Self.body))
        #expect(status(RawClient(port: link.port).get("/v1/cameras/7/zones")) == 404)
    }

    @Test func aChangeIsPassedOnAndAnswered() throws {
        let link = try link()
        let done = try change(link, "PUT", ["If-Match: \"v1\""], body: Self.body) { control in
            #expect(control.action == .zones([Self.zone], version: "v1") && control.role == .control)
            return answer(to: control)
        }
        #expect(status(done) == 204)
        let back = try change(link, "DELETE", ["If-Match: \"v1\""]) { control in
            #expect(control.action == .zones(nil, version: "v1"))
            return answer(to: control)
        }
        #expect(status(back) == 204)
        let late = try change(link, "PUT", ["If-Match: \"v0\""], body: Self.body) {
            answer(to: $0, error: "others by now", conflict: true)
        }
        #expect(status(late) == 412 && late.hasSuffix("others by now\n"))
        let any = try change(link, "PUT", ["If-Match: *"], body: Self.body) { control in
            #expect(control.action == .zones([Self.zone], version: LinkControl.anyVersion))
            return answer(to: control)
        }
        #expect(status(any) == 204)
        let impossible = try change(link, "PUT", ["If-Match: \"v1\""], body: Self.body) { control in
            var answer = answer(to: control, error: "control characters")
            answer.invalid = true
            return answer
        }
        #expect(status(impossible) == 422 && impossible.hasSuffix("control characters\n"))
        let full = try change(link, "PUT", ["If-Match: \"v1\""], body: Self.body) {
            answer(to: $0, error: "No space left on device")
        }
        #expect(status(full) == 500 && full.hasSuffix("No space left on device\n"))
    }

    @Test(
        arguments: [
            ("PUT", [], body, 428), ("PUT", ["If-Match: v1"], body, 412),
            // Weak ones never match here, whatever they say.
            ("PUT", [#"If-Match: W/"v1""#], body, 412), ("PUT", [#"If-Match: "v1" "v2""#], body, 412),
            ("PUT", ["If-Match: ,"], body, 412), ("PUT", [#"If-Match: "v1", *"#], body, 412),
            ("PUT", ["If-Match: \"v1\""], "{", 400),
            ("PUT", ["If-Match: \"v1\""], #"{"zones":[{"name":"","corners":[]}]}"#, 422),
            ("POST", ["If-Match: \"v1\""], body, 405),
            ("PUT", ["If-Match: \"v1\"", "Origin: http://evil.example"], body, 403),
        ] as [(String, [String], String, Int)])
    func whatIsNoChangeIsRefused(method: String, headers: [String], body: String, expected: Int) throws {
        #expect(status(try change(try link(), method, headers, body: body)) == expected)
    }

    /// Of those that are named the one that there is.
    @Test(arguments: [
        [#"If-Match: "v0", "v1""#], [#"If-Match: W/"v1" ,"v1","a,b""#],
        [#"If-Match: "a,v1""#, #"If-Match: "v1""#],
    ])
    func aChangeToOneOfSeveralVersions(headers: [String]) throws {
        let link = try link()
        // The service must have heard of the camera's version.
        while !RawClient(port: link.port).get(Self.path).contains("ETag: \"v1\"") {}
        let done = try change(link, "PUT", headers, body: Self.body) { control in
            #expect(control.action == .zones([Self.zone], version: "v1"))
            return answer(to: control)
        }
        #expect(status(done) == 204)
    }

    @Test(
        arguments: [
            (#"If-None-Match: "v1""#, 304), (#"If-None-Match: "v0", W/"v1""#, 304),
            ("If-None-Match:  *", 304),
            (#"If-None-Match: "v0", W/"v2""#, 200), ("If-None-Match: v1", 200),
        ] as [(String, Int)])
    func whoHasThemIsNotSentThemAgain(header: String, expected: Int) throws {
        let link = try link()
        while !RawClient(port: link.port).get(Self.path).contains("ETag: \"v1\"") {}
        let client = RawClient(port: link.port)
        client.ask("GET", Self.path, [header], body: "")
        let answer = client.all()
        #expect(status(answer) == expected && answer.contains("ETag: \"v1\""))
        #expect(
            answer.contains("Content-Length") == (expected == 200)
                && answer.hasSuffix(Self.body) == (expected == 200))
    }

    @Test func aNameThatIsTooLongIsToldSo() throws {
        let name = String(repeating: "я", count: 51)
        let answer = try change(
            try link(), "PUT", ["If-Match: \"v1\""], body: Self.body.replacing("mat", with: name))
        #expect(status(answer) == 422 && answer.contains("of at most 100 bytes"))
    }

    @Test func aCameraThatIsNotKnownHasNone() throws {
        let tokens = try Access.tokens(in: "control turn-turn-turn-turn\n")
        let link = try link(Access(hosts: [], tokens: tokens))
        for (headers, expected) in [([], 401), (["Authorization: Bearer turn-turn-turn-turn"], 404)] {
            let client = RawClient(port: link.port)
            client.ask("PUT", "/v1/cameras/7/zones", headers + ["If-Match: \"v1\""], body: Self.body)
            #expect(status(client.all()) == expected)
        }
    }

    @Test func whatCannotBeDoneNowMayBeTriedAgain() throws {
        let link = try link()
        let headers = ["If-Match: \"v1\""]
        let late = RawClient(port: link.port)
        late.ask("PUT", Self.path, headers, body: Self.body)
        while let header = try link.next() { if case .control = header { break } }
        link.hangUp()
        let unanswered = late.all()
        #expect(status(unanswered) == 502 && unanswered.hasSuffix("scanwatch has gone before it answered\n"))
        let away = try change(link, "PUT", headers, body: Self.body)
        #expect(status(away) == 503 && away.hasSuffix("scanwatch is not there\n"))
    }

    @Test func whoMayOnlyLookChangesNothing() throws {
        let tokens = try Access.tokens(in: "view look-look-look-look\ncontrol turn-turn-turn-turn\n")
        let link = try link(Access(hosts: [], tokens: tokens))
        let headers = ["If-Match: \"v1\"", "Authorization: Bearer look-look-look-look"]
        #expect(status(try change(link, "PUT", headers, body: Self.body)) == 403)
        #expect(status(try change(link, "PUT", ["If-Match: \"v1\""], body: Self.body)) == 401)
        let mayTurn = ["If-Match: \"v1\"", "Authorization: Bearer turn-turn-turn-turn"]
        #expect(status(try change(link, "PUT", mayTurn, body: Self.body) { answer(to: $0) }) == 204)
    }
}
