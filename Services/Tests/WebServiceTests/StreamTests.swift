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
        let picture = Array("\u{0}jpeg".utf8)
        link.sendFrame(1, picture: picture)
        var answer = client.all()
        // Two seconds may be too short for a machine that has much to do.
        let end = ContinuousClock.now + .seconds(60)
        while answer.contains(" 503 "), .now < end {
            link.sendFrame(2, picture: picture)
            answer = RawClient(port: link.port).get("/v1/cameras/0/frame.jpg")
        }
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

    /// As over a phone's link: it takes longer than a request may, and than somebody may take nothing.
    @Test func whoReadsSlowlyGetsAWholePicture() throws {
        let link = try FakeLink()
        let picture = [UInt8](repeating: 0xff, count: 26_000_000)
        var (number, count, time) = (0, 0, Duration.zero)
        // Two seconds may be too short for a machine that has much to do: then the answer is that there is no frame.
        while count < 1_000, number < 30 {
            number += 1
            let client = RawClient(port: link.port)
            client.ask("GET", "/v1/cameras/0/frame.jpg")
            try link.waitForCredit()
            link.sendFrame(number, picture: picture)
            let start = ContinuousClock.now
            count = client.all(by: 1_000_000, every: .milliseconds(500))
            time = .now - start
        }
        #expect(count > picture.count)
        #expect(time > .seconds(12))
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

    /// A service that outlives scanwatch: whoever looks on gets the next run's events from the first one on.
    @Test func anotherRunsEventsAreToldAfterAGap() throws {
        let link = try FakeLink()
        for number in 1...3 { link.sendEvent(number) }
        let client = RawClient(port: link.port)
        client.ask("GET", "/v1/events", ["Last-Event-ID: run-0"])
        let page = openPage(link)
        #expect(client.until("\"n\":3}}\n\n") != nil)
        link.greet(boot: "next")
        link.sendEvent(1, boot: "next")
        let text = try #require(client.until("\"n\":1}}\n\n"))
        #expect(text.contains("event: gap\ndata: {\"boot\":\"next\"}\n\n") && text.contains("id: next-1\n"))
        let gap = try next(.gap, page)
        #expect(gap.boot == "next" && gap.from == 1 && gap.to == 0)
        #expect(try next(.event, page).seq == 1)
    }

    /// A service that begins while scanwatch runs, and is asked before it has heard of that: what is long gone is not new.
    @Test func whoComesBeforeTheFirstHelloGetsWhatComesAfterIt() throws {
        let link = try FakeLink(greets: false)
        let client = RawClient(port: link.port)
        client.ask("GET", "/v1/events")
        #expect(client.until("\r\n\r\n")?.contains(" 200 ") == true)
        let page = openPage(link)
        #expect(try next(.cameras, page).cameras == [])
        link.greet(boot: "run", seq: 3)
        for number in 1...3 { link.sendEvent(number, of: number == 2 ? "appeared" : "changed") }
        link.sendEvent(4)
        let text = try #require(client.until("\"n\":4}}\n\n"))
        #expect(text.contains("id: run-4\n") && !text.contains("id: run-3\n") && !text.contains("gap"))
        // The page lists what was read last, as if it had come later.
        #expect(try next(.event, page).seq == 2)
        #expect(try next(.event, page).seq == 4)
    }

    /// Pages take a long silence for a dead connection.
    @Test func whoLooksOnHearsOfTheServiceWithoutScanwatchToo() throws {
        let link = try FakeLink()
        let client = RawClient(port: link.port)
        client.ask("GET", "/v1/events")
        let page = openPage(link)
        #expect(try next(.cameras, page).cameras?.first?.state == .live)
        link.hangUp()
        let camera = try next(.cameras, page).cameras?.first
        #expect(camera?.state == .lost && camera?.detail == "scanwatch is not there")
        for _ in 0..<2 {
            #expect(client.until(": \n\n") != nil)
            #expect(try next(.pulse, page).camera == nil)
        }
    }

    @Test func answersComeOnASlowConnectionToo() throws {
        let link = try FakeLink()
        let page = openPage(link)
        say(#"{"kind":"credit","camera":0,"count":1}"#, to: page)
        try link.waitForCredit()
        link.sendFrame(1, picture: [UInt8](repeating: 0xff, count: 26_000_000))
        say(#"{"kind":"control","id":3,"camera":0,"role":"control","set":"torch","value":1}"#, to: page)
        var answer = ServerHeader(.answer)
        while answer.id == nil, let header = try link.next() {
            if case .control(let control) = header { answer.id = control.id }
        }
        link.say(answer.message())
        // Behind it, so that the answer is out before anything is read.
        link.sendEvent(1)
        let other = RawClient(port: link.port)
        other.ask("GET", "/v1/events", ["Last-Event-ID: run-0"])
        #expect(other.until("id: run-1\n") != nil)
        #expect(try next(.answer, page).id == 3)
    }

    @Test(arguments: ["run-9223372036854775807", "run--1", "run-1e3", "-", "run"])
    func aNumberThatMakesNoSenseIsNone(id: String) throws {
        let link = try FakeLink()
        let client = RawClient(port: link.port)
        client.ask("GET", "/v1/events", ["Last-Event-ID: \(id)"])
        #expect(client.until("\r\n\r\n")?.contains(" 200 ") == true)
        link.sendEvent(1)
        #expect(client.until("\"n\":1}}\n\n")?.contains("id: run-1\n") == true)
    }

    /// As when the configuration takes a camera away and gives it back.
    @Test func aCameraThatComesBackIsSeenAgain() throws {
        let link = try FakeLink()
        let page = openPage(link)
        for number in 1...3 {
            say(#"{"kind":"credit","camera":0,"count":1}"#, to: page)
            try link.waitForCredit()
            link.sendFrame(number)
            #expect(try next(.frame, page).camera == 0)
        }
        link.tell(cameras: [])
        link.tell(cameras: [LinkCamera(id: 0, name: "door")])
        while try next(.cameras, page).cameras?.isEmpty == false {}
        #expect(try next(.cameras, page).cameras?.count == 1)
        say(#"{"kind":"credit","camera":0,"count":1}"#, to: page)
        try link.waitForCredit()
        link.sendFrame(4)
        #expect(try next(.frame, page).camera == 0)
    }

    /// The same while so much is on its way that the page never hears of it: what it has asked for it still waits for.
    @Test func aCameraThatWasAwayUnheardStillOwesWhatWasAsked() throws {
        let link = try FakeLink()
        let page = openPage(link)
        say(#"{"kind":"credit","camera":0,"count":2}"#, to: page)
        try link.waitForCredit()
        link.sendFrame(1, picture: [UInt8](repeating: 0xff, count: 26_000_000))
        link.tell(cameras: [])
        while !RawClient(port: link.port).get("/v1/cameras").hasSuffix("[]") {}
        say(#"{"kind":"credit","camera":0,"count":1}"#, to: page)
        // It has been heard when a request that came later is answered.
        _ = RawClient(port: link.port).get("/healthz")
        link.tell(cameras: [LinkCamera(id: 0, name: "door")])
        #expect(try next(.cameras, page).cameras?.count == 1)
        #expect(try next(.frame, page).camera == 0)
        #expect(try next(.cameras, page).cameras?.count == 1)
        for number in 2...3 {
            try link.waitForCredit()
            link.sendFrame(number)
            #expect(try next(.frame, page).camera == 0)
        }
    }

    /// One page alone must not make scanwatch leave the link for all.
    @Test func whoAsksForTooMuchAtOnceIsTold() throws {
        let link = try FakeLink()
        let page = openPage(link)
        for id in 1...20 {
            say(
                #"{"kind":"control","id":\#(id),"camera":0,"role":"control","set":"torch","value":1}"#,
                to: page)
        }
        for id in 9...20 {
            let answer = try next(.answer, page)
            #expect(answer.id == id && answer.error == "too much at once")
        }
    }

    /// RFC 6455, 5.5.1: with the number of its reason, if it gives one.
    @Test(arguments: [[], [0x03, 0xe9], [0x03, 0xe8] + Array("bye".utf8)] as [[UInt8]])
    func whoSaysGoodbyeIsAnswered(reason: [UInt8]) throws {
        let link = try FakeLink()
        let page = openPage(link)
        #expect(try next(.cameras, page).cameras?.count == 1)
        page.say([0x88, 0x80 | UInt8(reason.count), 0, 0, 0, 0] + reason)
        let number = reason.prefix(2)
        #expect(page.take(2 + number.count) == [0x88, UInt8(number.count)] + number)
        #expect(page.take(1) == nil)
    }

    @Test func whoDoesNotMaskIsLeft() throws {
        let link = try FakeLink()
        let page = openPage(link)
        page.say([0x81, 2] + Array("{}".utf8))
        #expect(page.until("never") == nil)
    }

    /// A page says for itself what it wants, and not what it may.
    @Test func aPageGetsFramesForCreditAndControlsHaveItsRole() throws {
        let access = Access(hosts: [], tokens: try Access.tokens(in: "view look-look-look-look"))
        let link = try FakeLink(access: access)
        let page = openPage(link, ["Authorization: Bearer look-look-look-look"])
        #expect(try next(.cameras, page).role == .view)
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

    /// A WebSocket, as of a page.
    private func openPage(_ link: FakeLink, _ headers: [String] = []) -> RawClient {
        let page = RawClient(port: link.port)
        page.say(
            ([
                "GET /v1/live HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ] + headers + ["", ""]).joined(separator: "\r\n"))
        #expect(page.until("\r\n\r\n")?.contains(" 101 ") == true)
        return page
    }

    /// Sends a text frame, masked as a browser's are.
    private func say(_ text: String, to page: RawClient) {
        let bytes = Array(text.utf8)
        let mask: [UInt8] = [1, 2, 3, 4]
        precondition(bytes.count < 126)
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
        let longer = [126: 2, 127: 8][count]
        if let longer { count = try #require(page.take(longer)).reduce(0) { $0 << 8 | Int($1) } }
        let bytes = try #require(page.take(count))
        let length = Int(bytes[0]) | Int(bytes[1]) << 8
        return try ServerHeader(json: Array(bytes[4..<4 + length]))
    }
}
