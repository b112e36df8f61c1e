import Foundation
import PreviewLink
import Testing

@testable import WebService

/// What comes of frames and events.
@Suite(.timeLimit(.minutes(2))) struct StreamTests {
    @Test func aPictureIsAskedForWhenSomebodyWantsIt() throws {
        let link = try FakeLink()
        #expect(link.greeting == .events(after: 0, boot: "run"))
        let client = RawClient(port: link.port)
        client.ask("GET", "/v1/cameras/0/frame.jpg")
        #expect(try link.next() == .credit(camera: 0, count: 1))
        link.sendFrame(1, picture: Array("\u{0}jpeg".utf8))
        let answer = client.all()
        #expect(
            answer.contains(" 200 ") && answer.contains("Content-Type: image/jpeg")
                && answer.hasSuffix("\0jpeg"))
        #expect(RawClient(port: link.port).get("/v1/cameras/1/frame.jpg").contains(" 404 "))
    }

    @Test func withoutAFrameThereIsNoPictureAndNobodyIsReady() throws {
        let link = try FakeLink()
        #expect(RawClient(port: link.port).get("/readyz").contains(" 503 "))
        #expect(RawClient(port: link.port).get("/v1/cameras/0/frame.jpg").contains(" 503 "))
        link.sendPulse()
        let end = ContinuousClock.now + .seconds(60)
        var isReady = false
        while !isReady, .now < end {
            isReady = RawClient(port: link.port).get("/readyz").contains(" 200 ")
            link.sendPulse()
        }
        #expect(isReady)
        #expect(
            RawClient(port: link.port).get("/metrics").contains(
                "scanwatch_camera_frames_searched_total{camera=\"0\"} 7\n"))
    }

    @Test func playersGetPicturesOneAfterTheOther() throws {
        let link = try FakeLink()
        let client = RawClient(port: link.port)
        client.ask("GET", "/v1/cameras/0/preview.mjpeg")
        for number in 1...3 {
            try link.waitForCredit()
            link.sendFrame(number, picture: Array("picture \(number)".utf8))
            #expect(client.until("picture \(number)\r\n")?.contains("Content-Length: 9") == true)
        }
    }

    @Test func eventsAreResumedAndGapsTold() throws {
        let link = try FakeLink()
        for number in 1...5 { link.sendEvent(number) }
        link.sendEvent(9)
        // The link tells in order: what has come back of the last has come of all.
        let all = RawClient(port: link.port)
        all.ask("GET", "/v1/events", ["Last-Event-ID: run-0"])
        let text = try #require(all.until("\"n\":9}}\n\n"))
        #expect(
            text.contains("id: run-1\n")
                && text.contains("event: gap\ndata: {\"boot\":\"run\",\"from\":6,\"to\":8}"))
        let some = RawClient(port: link.port)
        some.ask("GET", "/v1/events", ["Last-Event-ID: run-4"])
        let rest = try #require(some.until("\"n\":9}}\n\n"))
        #expect(!rest.contains("id: run-4\n") && rest.contains("id: run-5\n"))
        let stranger = RawClient(port: link.port)
        stranger.ask("GET", "/v1/events", ["Last-Event-ID: other-4"])
        let begin = try #require(stranger.until("\"n\":9}}\n\n"))
        #expect(begin.contains("event: gap\ndata: {\"boot\":\"run\"}") && begin.contains("id: run-1\n"))
    }

    /// A page says for itself what it wants, and not what it may.
    @Test func aPageGetsFramesForCreditAndControlsHaveItsRole() throws {
        let access = Access(hosts: [], tokens: try #require(Access.tokens(in: "view look-look-look-look")))
        let link = try FakeLink(access: access)
        let page = RawClient(port: link.port)
        page.say(
            [
                "GET /v1/live HTTP/1.1", "Host: localhost", "Authorization: Bearer look-look-look-look",
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
            ].joined(separator: "\r\n"))
        #expect(page.until("\r\n\r\n")?.contains(" 101 ") == true)
        say(#"{"kind":"credit","camera":0,"count":1}"#, to: page)
        try link.waitForCredit()
        link.sendFrame(5)
        #expect(try next(.frame, page).camera == 0)
        say(#"{"kind":"control","id":3,"camera":0,"role":"control","set":"zoom","value":2}"#, to: page)
        var control: LinkControl?
        while control == nil, let header = try link.next() {
            if case .control(let found) = header { control = found }
        }
        #expect(control?.role == .view && control?.action == .zoom(2))
        var answer = ServerHeader(.answer)
        (answer.id, answer.error) = (control?.id, "no")
        link.say(answer.message())
        let told = try next(.answer, page)
        #expect(told.id == 3 && told.error == "no")
    }

    /// Sends a text frame, masked as a browser's are.
    private func say(_ text: String, to page: RawClient) {
        let bytes = Array(text.utf8)
        let mask: [UInt8] = [1, 2, 3, 4]
        page.say([0x81, 0x80 | UInt8(bytes.count)] + mask + bytes.enumerated().map { $1 ^ mask[$0 % 4] })
    }

    /// The next message of a kind; others are passed over.
    private func next(_ kind: ServerHeader.Kind, _ page: RawClient) throws -> ServerHeader {
        while true {
            let header = try nextHeader(page)
            if header.kind == kind { return header }
        }
    }

    /// The header in the next binary frame.
    private func nextHeader(_ page: RawClient) throws -> ServerHeader {
        let start = try #require(page.take(2))
        try #require(start[0] == 0x82)
        var count = Int(start[1])
        if count == 126 { count = try #require(page.take(2)).reduce(0) { $0 << 8 | Int($1) } }
        let bytes = try #require(page.take(count))
        let length = Int(bytes[0]) | Int(bytes[1]) << 8
        return try ServerHeader(json: Array(bytes[4..<4 + length]))
    }
}
