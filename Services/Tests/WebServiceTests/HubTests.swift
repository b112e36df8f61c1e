import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket
import PreviewLink
import Testing

@testable import WebService

/// Who is told what, without connections.
@Suite struct HubTests {
    private final class Onlooker: Viewer {
        var wanted: [Int: Int] = [:]
        private(set) var shown: [Int] = []
        private(set) var answers: [Int?] = []
        private(set) var obstacles: [Hub.Obstacle?] = []

        func show(_ frame: ShownFrame, number: Int, of camera: Int) { shown.append(number) }

        func take(answer: ServerHeader, _ obstacle: Hub.Obstacle?) {
            answers.append(answer.id)
            obstacles.append(obstacle)
        }
    }

    private let hub = Hub(access: Access(hosts: [], tokens: []))

    init() throws {
        hub.linkOpened { _ in }
        var hello = ServerHeader(.hello)
        (hello.boot, hello.seq) = ("run", 0)
        hello.cameras = [LinkCamera(id: 0, name: "door"), LinkCamera(id: 1, name: "yard")]
        try hub.take(hello.message())
    }

    private func control(_ id: Int) -> LinkControl {
        LinkControl(id: id, camera: 0, role: .control, action: .torch(1))
    }

    private func answer(_ id: Int) throws {
        var answer = ServerHeader(.answer)
        answer.id = id
        try hub.take(answer.message())
    }

    private func takeFrame(_ captured: Int64, of camera: Int = 0) throws {
        var frame = ServerHeader(.frame)
        (frame.camera, frame.captured) = (camera, captured)
        try hub.take(frame.message())
    }

    @Test func aFrameOfBeforeTheClockWasSetBackIsNotShownAsNew() throws {
        try takeFrame(Hub.now + 3_600_000)
        let onlooker = Onlooker()
        onlooker.wanted = [0: 0]
        hub.add(onlooker)
        #expect(onlooker.shown == [])
        try takeFrame(Hub.now)
        #expect(onlooker.shown == [2])
    }

    @Test(arguments: [Int64.min, Int64.max]) func aFrameOfNoTimeIsNotShownAsNew(captured: Int64) throws {
        try takeFrame(captured)
        let onlooker = Onlooker()
        onlooker.wanted = [0: 0]
        hub.add(onlooker)
        #expect(onlooker.shown == [])
    }

    @Test func appearancesThatAreKeptAreNoMoreThanEvents() {
        var log = EventLog()
        log.begin(boot: "run", seq: 0)
        let padding = String(repeating: " ", count: 1_000_000)
        for number in 1...20 {
            log.add(number: number, header: Array(#"{"event":"appeared"}\#(padding)"#.utf8))
        }
        #expect(log.appearances.map(\.number) == [18, 19, 20])
    }

    @Test func aFrameOfOneCameraShowsNoOldOneOfAnother() throws {
        try takeFrame(Hub.now - 3_600_000, of: 1)
        let onlooker = Onlooker()
        onlooker.wanted = [1: 0]
        hub.add(onlooker)
        try takeFrame(Hub.now)
        #expect(onlooker.shown == [])
        try takeFrame(Hub.now, of: 1)
        #expect(onlooker.shown == [3])
    }

    @Test func whatTheLinkShowedBeforeItEndedIsNotShown() throws {
        try takeFrame(Hub.now)
        hub.linkClosed()
        #expect(hub.cameras.allSatisfy { $0.newest == nil })
        let onlooker = Onlooker()
        onlooker.wanted = [0: 0]
        hub.add(onlooker)
        #expect(onlooker.shown == [])
    }

    /// Frames come only while somebody looks on, pulses always.
    @Test func whetherACameraIsWellIsToldByPulses() throws {
        try takeFrame(Hub.now)
        #expect(hub.cameras[0].captured == nil && !hub.isReady)
        var pulse = ServerHeader(.pulse)
        (pulse.camera, pulse.captured) = (0, 1_700_000_000_000)
        try hub.take(pulse.message())
        try takeFrame(Hub.now)
        #expect(hub.cameras[0].captured == 1_700_000_000_000)
    }

    /// How a camera that gives a picture each five seconds is between two of them.
    @Test func aSlowCameraIsWellBetweenTwoPictures() throws {
        func pulse(_ camera: Int, age: Int64, interval: Int?) throws {
            var pulse = ServerHeader(.pulse)
            (pulse.camera, pulse.captured, pulse.interval) = (camera, Hub.now - age, interval)
            try hub.take(pulse.message())
        }
        try pulse(0, age: 100, interval: 40)
        try pulse(1, age: 4_500, interval: 5_000)
        #expect(hub.isReady)
        #expect(hub.patience(of: 0) == 2_000 && hub.patience(of: 1) == 10_000)
        // When one is missing it is not.
        try pulse(1, age: 11_000, interval: 5_000)
        #expect(!hub.isReady)
        // A scanwatch that does not say how fast its cameras are.
        try pulse(1, age: 4_500, interval: nil)
        #expect(!hub.isReady && hub.patience(of: 1) == 2_000)
        try pulse(0, age: 4_500, interval: 40)
        try pulse(1, age: 100, interval: 5_000)
        #expect(!hub.isReady)
    }

    @Test(arguments: [Int.min, -1, 0, Int.max]) func anIntervalThatIsNoneDoesNoHarm(interval: Int) throws {
        var pulse = ServerHeader(.pulse)
        (pulse.camera, pulse.captured, pulse.interval) = (0, Hub.now, interval)
        try hub.take(pulse.message())
        #expect(hub.cameras[0].isFresh(at: Hub.now))
        #expect((2_000...86_400_000).contains(hub.patience(of: 0)))
    }

    @Test func anAnswerGoesToNobodyElse() throws {
        for number in 1...50 {
            // The next one may have its place in memory.
            var gone: Onlooker? = Onlooker()
            if let gone {
                hub.add(gone)
                hub.pass(control(7), of: gone)
                hub.remove(gone)
            }
            gone = nil
            let other = Onlooker()
            hub.add(other)
            try answer(number)
            #expect(other.answers == [])
            hub.remove(other)
        }
    }

    /// Or each that is slow would hold a copy of its own, of some megabytes.
    @Test func aFrameIsOneHoweverManyAreShownIt() throws {
        let hub = hub
        func open() throws -> EmbeddedChannel {
            let channel = EmbeddedChannel()
            let socket = PageSocket(hub: hub, role: .view)
            try channel.pipeline.syncOperations.addHandler(socket)
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/page")).wait()
            let credit = ByteBuffer(string: #"{"kind":"credit","camera":0,"count":1}"#)
            try channel.writeInbound(
                WebSocketFrame(fin: true, opcode: .text, maskKey: [0, 0, 0, 0], data: credit))
            return channel
        }
        let (pages, player) = (try [open(), open()], EmbeddedChannel())
        let stream = PictureStream(channel: player, hub: hub, camera: 0)
        hub.add(stream)
        var frame = ServerHeader(.frame)
        frame.camera = 0
        let picture = [UInt8](repeating: 7, count: 1_000)
        try hub.take(frame.message(body: picture))
        func place(_ buffer: ByteBuffer, from offset: Int) -> UnsafeRawPointer? {
            buffer.withUnsafeReadableBytes { $0.baseAddress.map { UnsafeRawPointer($0 + offset) } }
        }
        var places: Set<UnsafeRawPointer?> = []
        for page in pages {
            var last: WebSocketFrame?
            while let next = try page.readOutbound(as: WebSocketFrame.self) { last = next }
            let data = try #require(last?.data)
            #expect(Array(data.readableBytesView.suffix(picture.count)) == picture)
            places.insert(place(data, from: data.readableBytes - picture.count))
        }
        while let part = try player.readOutbound(as: HTTPServerResponsePart.self) {
            if case .body(.byteBuffer(let bytes)) = part, bytes.readableBytes == picture.count {
                places.insert(place(bytes, from: 0))
            }
        }
        #expect(places.count == 1)
        for page in pages { _ = try page.finish() }
    }

    @Test func whoWaitsForAnAnswerIsToldThatNoneComes() throws {
        let onlooker = Onlooker()
        hub.add(onlooker)
        for id in 1...9 { hub.pass(control(id), of: onlooker) }
        try answer(1)
        #expect(onlooker.answers == [9, 1] && onlooker.obstacles == [.tooMuch, nil])
        hub.linkClosed()
        #expect(Set(onlooker.answers.suffix(7)) == Set(2...8))
        #expect(onlooker.obstacles.suffix(7).allSatisfy { $0 == .gone })
        hub.pass(control(10), of: onlooker)
        #expect(onlooker.answers.count == 10 && onlooker.obstacles.last == .away)
    }
}
