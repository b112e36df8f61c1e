import Foundation
import Glibc
import MetadataOutput
import Testing

@testable import Workers

@Suite struct NetworkStreamMessageTests {
    private static let request = NetworkStreamRequest(
        timeout: .milliseconds(100), hasConnection: true, mostPixels: 12, mostBytes: 5,
        wishes: NetworkStreamWishes(includesColors: true))

    private func read(
        _ reading: NetworkStreamReading, to request: NetworkStreamRequest = request
    ) throws -> NetworkStreamReading? {
        var writer = WireWriter()
        Answer.stream(reading).write(to: &writer) { _ in }
        var reader = WireReader(writer.bytes)
        let answer = try Answer(from: &reader, to: .stream(request)) {
            Plane(width: $0, height: $1, samples: Array(repeating: 7, count: $0 * $1))
        }
        try reader.end()
        guard case .stream(let same) = answer else { return nil }
        return same
    }

    @Test func anAnswerIsHeldAgainstItsQuestion() throws {
        let losses = NetworkStreamLosses(late: 3, corrupted: 4, missing: 5)
        guard
            case .payload([1, 2, 3, 4, 5], time: .seconds(9), losses)? = try read(
                .payload([1, 2, 3, 4, 5], time: .seconds(9), losses))
        else { return #expect(Bool(false)) }
        #expect(throws: MalformedMessage.self) {
            try read(.payload([1, 2, 3, 4, 5, 6], time: .zero, losses))
        }
        func frame(width: Int) -> NetworkStreamReading {
            let luma = Plane(width: width, height: 3, samples: Array(repeating: 7, count: width * 3))
            return .frame(
                Frame(luma: luma, time: .seconds(2), duration: .milliseconds(40)), colors: nil, losses)
        }
        guard case .frame(let same, nil, losses)? = try read(frame(width: 4)) else {
            return #expect(Bool(false))
        }
        #expect(same.luma.width == 4 && same.time == .seconds(2) && same.duration == .milliseconds(40))
        #expect(throws: MalformedMessage.self) { try read(frame(width: 5)) }
        #expect(throws: MalformedMessage.self) {
            try read(.payload([], time: .zero, NetworkStreamLosses(late: -1)))
        }
        for kind in NetworkStreamUnusable.Kind.allCases {
            let unusable = NetworkStreamUnusable(kind, count: 7)
            guard case .unusable(unusable)? = try read(.unusable(unusable)) else {
                return #expect(Bool(false))
            }
        }
        #expect(throws: MalformedMessage.self) {
            try read(.unusable(NetworkStreamUnusable(.parts, count: -1)))
        }
        guard case .nothing? = try read(.nothing) else { return #expect(Bool(false)) }
        guard case .needsConnection? = try read(.needsConnection) else { return #expect(Bool(false)) }
        guard case .failed(let error)? = try read(.failed(PayloadError(.notFound, "no"))) else {
            return #expect(Bool(false))
        }
        #expect(error == PayloadError(.notFound, "no"))
        guard case .refused(let error)? = try read(.refused(PayloadError(.notPermitted, "no"))) else {
            return #expect(Bool(false))
        }
        #expect(error == PayloadError(.notPermitted, "no"))
    }

    @Test func videoIsHeldAgainstItsQuestion() throws {
        var request = Self.request
        let units = [
            NetworkVideoUnit([1, 2, 3], time: .seconds(4)),
            NetworkVideoUnit([4, 5], time: .seconds(3), followsGap: true),
        ]
        #expect(throws: MalformedMessage.self) { try read(.video(units), to: request) }
        request.wishes = NetworkStreamWishes(includesVideo: true, includesPictures: false)
        guard case .video(units)? = try read(.video(units), to: request) else { return #expect(Bool(false)) }
        // All of them have room for five bytes.
        let more = units + [NetworkVideoUnit([6], time: .zero)]
        #expect(throws: MalformedMessage.self) { try read(.video(more), to: request) }
        #expect(throws: MalformedMessage.self) { try read(.video([]), to: request) }
        let many = [NetworkVideoUnit](
            repeating: NetworkVideoUnit([], time: .zero), count: NetworkVideoUnit.mostInOneAnswer + 1)
        #expect(throws: MalformedMessage.self) { try read(.video(many), to: request) }
        var writer = WireWriter()
        request.write(to: &writer)
        var reader = WireReader(writer.bytes)
        #expect(try NetworkStreamRequest(from: &reader).wishes == request.wishes)
    }

    /// Through the memory that both ends see.
    @Test func colorsComeBesideTheirLuma() throws {
        let (area, _) = try SharedArea.make()
        func plane(_ width: Int, _ height: Int, from first: UInt8) -> Plane {
            Plane(width: width, height: height, samples: (0..<width * height).map { first + UInt8($0) })
        }
        func samples(_ plane: Plane) -> [UInt8] {
            plane.withUnsafeSamples {
                Array(UnsafeBufferPointer(start: $0, count: plane.width * plane.height))
            }
        }
        let colors = FrameColors(
            blue: plane(2, 2, from: 100), red: plane(2, 2, from: 200), matrix: .bt2020)
        let reading = NetworkStreamReading.frame(
            Frame(luma: plane(3, 4, from: 1)), colors: colors, NetworkStreamLosses())
        let question = Question.stream(Self.request)
        _ = try question.write(to: area)
        let count = try #require(
            Answer.stream(reading).write(to: area, atMost: question.mostAnswerBytes, mustRenew: false))
        guard
            case .stream(.frame(let frame, let same?, _)) = try Answer.read(
                from: area, count: count, to: question
            ).0
        else { return #expect(Bool(false)) }
        #expect(samples(frame.luma) == Array(1...12))
        #expect(samples(same.blue) == Array(100...103) && samples(same.red) == Array(200...203))
        #expect(same.matrix == .bt2020 && (same.red.width, same.red.height) == (2, 2))
        var request = Self.request
        request.wishes.includesColors = false
        #expect(throws: MalformedMessage.self) { try read(reading, to: request) }
    }

    /// A line has as many samples of colour as of luma.
    @Test func thereIsRoomForTheColorsOfALine() throws {
        let line = Plane(width: 11, height: 1, samples: Array(repeating: 7, count: 11))
        let half = Plane(width: 6, height: 1, samples: Array(repeating: 8, count: 6))
        let colors = FrameColors(blue: half, red: half, matrix: .bt601)
        var request = Self.request
        request.mostPixels = 11
        #expect(request.sampleCount >= 11 + 6 + 6)
        request.mostPixels = NetworkStreamRequest.mostPossiblePixels
        #expect(request.sampleCount <= SharedArea.samples.count)
        guard
            case .frame(_, let same?, _)? = try read(
                .frame(Frame(luma: line), colors: colors, NetworkStreamLosses()))
        else { return #expect(Bool(false)) }
        #expect(same.blue.width == 6 && same.blue.height == 1)
    }

    @Test func ordersNameTheCamera() throws {
        let (area, _) = try SharedArea.make()
        var source = NetworkStreamSource(try NetworkAddress("https://admin@camera:81/a?b=c"))
        source.credentials = NetworkCredentials(user: "admin", password: "secret")
        source.certificates = "/etc/camera.pem"
        source.snapshotRate = 2
        let count = WorkerOrders(WorkerSettings(executable: "worker"), kind: .stream(source)).write(to: area)
        let orders = try WorkerOrders(from: area, count: try #require(count))
        #expect(orders.detectors.isEmpty)
        let same = try #require(orders.stream)
        #expect(same.address.url == source.address.url)
        #expect(same.credentials == source.credentials && same.certificates == source.certificates)
        #expect(same.snapshotRate == 2 && same.limits == source.limits)
        // Nobody prints it by accident.
        #expect(!"\(same)".contains("secret"))
        #expect(!String(reflecting: same).contains("secret"))
    }

    /// A descriptor is another's afterwards, and none is a message too.
    @Test func connectionsAreHandedOver() throws {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        var pipe: [Int32] = [-1, -1]
        #expect(Glibc.pipe(&pipe) == 0)
        let (client, worker) = (Channel(descriptor: ends[0]), Channel(descriptor: ends[1]))
        let connection = NetworkConnection(descriptor: pipe[1])
        #expect(client.send(connection))
        #expect(connection.take() == nil)
        #expect(client.send(connection))
        let received = try #require(worker.receiveConnection()?.take())
        #expect(write(received, "a", 1) == 1)
        close(received)
        var byte: UInt8 = 0
        #expect(Glibc.read(pipe[0], &byte, 1) == 1)
        // All ends for writing are closed.
        #expect(Glibc.read(pipe[0], &byte, 1) == 0)
        close(pipe[0])
        #expect(worker.receiveConnection() == nil)
    }
}
