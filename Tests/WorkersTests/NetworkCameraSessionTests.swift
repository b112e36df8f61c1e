import CameraServer
import Decoders
import Detectors
import Foundation
import Glibc
import MetadataOutput
import Synchronization
import Testing

@testable import Capture
@testable import Workers

/// Sessions with network cameras, searched by workers and in this process.
@Suite(.timeLimit(.minutes(20))) struct NetworkCameraSessionTests {
    private static func input(
        _ address: String, _ decoder: any NetworkStreamDecoder, timeout: Duration = .seconds(60)
    ) throws -> CaptureNetworkCameraInput {
        var settings = NetworkCameraSettings()
        settings.timeout = timeout
        // The user's own file has no say.
        settings.credentials = NetworkCredentials(user: "a", password: "b")
        return CaptureNetworkCameraInput(
            address: try NetworkAddress(address), decoder: decoder, settings: settings)
    }

    private static func pool() throws -> WorkerPool {
        var settings = WorkerSettings(executable: Executables.worker)
        settings.detectors = ["codes"]
        settings.landmarkModel = nil
        return try WorkerPool(settings: settings)
    }

    @Test(arguments: [true, false]) func codesKeepTheirIdentity(isIsolated: Bool) async throws {
        let server = CameraServer { _, connection in
            MotionSpelling().send(NetworkCameraTests.pictures, to: connection)
            return false
        }
        defer { server.stop() }
        let pool = try Self.pool()
        defer { pool.close() }
        let detector: any PayloadDetector =
            isIsolated
            ? IsolatedDetector(pool: pool)
            : InProcessPayloadDetector(
                decoder: StandardPictureDecoder(),
                detectors: DetectorCatalog.detectors(named: pool.detectors),
                motion: OpticalFlow(), renderer: StandardPictureRenderer())
        let decoder: any NetworkStreamDecoder =
            isIsolated ? IsolatedNetworkStreamDecoder(pool: pool) : StandardNetworkStreamDecoder()
        let output = CaptureMetadataOutput(detector: detector)
        try output.setMetadataObjectTypes([.qr])
        let session = CaptureSession()
        try session.addInput(try Self.input(server.address(), decoder))
        try session.addOutput(output)
        let updates = output.updates()
        try await session.startRunning()
        var (ids, texts, count) = (Set<Int>(), Set<String?>(), 0)
        for await update in updates where !update.objects.isEmpty {
            for case let code as MetadataMachineReadableCodeObject in update.objects {
                ids.insert(code.objectID)
                texts.insert(code.stringValue)
            }
            count += 1
            if count == 5 { break }
        }
        await session.stopRunning()
        #expect(ids == [1])
        #expect(texts == ["hello"])
        #expect(session.finalStatistics.first?.source == server.address())
    }

    /// What a session tells of an input until it has been back `count` times.
    private func events(
        of input: CaptureNetworkCameraInput, untilBack count: Int, onLoss: @escaping @Sendable () -> Void = {}
    ) async throws -> [CaptureSessionEvent] {
        let policy = ReconnectPolicy(firstDelay: .milliseconds(1), longestDelay: .milliseconds(50))
        let session = CaptureSession(reconnectPolicy: policy)
        try session.addInput(input)
        let frames = CaptureVideoFrameOutput(decoder: StandardPictureDecoder())
        try session.addOutput(frames)
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        var seen: [CaptureSessionEvent] = []
        var returns = 0
        while returns < count, let event = await events.next() {
            seen.append(event)
            if case .wasInterrupted = event { onLoss() }
            if case .interruptionEnded = event { returns += 1 }
        }
        await session.stopRunning()
        return seen
    }

    @Test func aServerThatGoesComesBack() async throws {
        let answer: @Sendable (CameraServer.Request, CameraServer.Connection) -> Bool = { _, connection in
            MotionSpelling().send(NetworkCameraTests.pictures, to: connection, count: 20)
            return false
        }
        let first = CameraServer(answer)
        let second = Mutex<CameraServer?>(nil)
        defer { second.withLock { $0?.stop() } }
        let pool = try Self.pool()
        defer { pool.close() }
        let input = try Self.input(first.address(), IsolatedNetworkStreamDecoder(pool: pool))
        let events = try await events(of: input, untilBack: 1) {
            // Gone as a whole, and there again a while later.
            first.stop()
            Thread.sleep(forTimeInterval: 0.3)
            second.withLock { $0 = CameraServer(port: first.port, answer) }
        }
        guard let loss = events.first(where: { if case .wasInterrupted = $0 { true } else { false } }),
            case .wasInterrupted(let reason, let error, let source) = loss
        else { return #expect(Bool(false)) }
        #expect(reason == .videoDeviceDisconnected)
        #expect(error.message == "\(first.address()): it has ended its stream")
        #expect(source == first.address())
    }

    @Test(arguments: [true, false]) func aStallEndsTheStream(isIsolated: Bool) async throws {
        let server = CameraServer { _, connection in
            var spelling = MotionSpelling()
            spelling.length = { _ in nil }
            spelling.send(NetworkCameraTests.pictures, to: connection, count: 3)
            // In the middle of a part.
            connection.send(Array(spelling.part(NetworkCameraTests.pictures[0]).dropLast(100)))
            connection.waitForEnd()
            return false
        }
        defer { server.stop() }
        let pool = try Self.pool()
        defer { pool.close() }
        let decoder: any NetworkStreamDecoder =
            isIsolated ? IsolatedNetworkStreamDecoder(pool: pool) : StandardNetworkStreamDecoder()
        let events = try await events(
            of: try Self.input(server.address(), decoder, timeout: .seconds(2)), untilBack: 1)
        #expect(
            events.contains(
                .wasInterrupted(
                    .videoDeviceStalled,
                    CaptureError(.deviceStalled, "\(server.address()) has sent no frame for 2 s"),
                    source: server.address())))
    }

    /// A camera that has sent a picture, and says nothing when it is asked again: whoever stops the session does not wait for it.
    @Test func anOpeningLeavesOffWhenTheSessionStops() async throws {
        let answered = Mutex(false)
        let server = CameraServer { _, connection in
            let isFirst = answered.withLock { answered in
                defer { answered = true }
                return !answered
            }
            if isFirst {
                MotionSpelling().send(NetworkCameraTests.pictures, to: connection, count: 1)
            } else {
                connection.waitForEnd()
            }
            return false
        }
        defer { server.stop() }
        let pool = try Self.pool()
        defer { pool.close() }
        let input = try Self.input(
            server.address(), IsolatedNetworkStreamDecoder(pool: pool), timeout: .seconds(100_000))
        let session = CaptureSession(
            reconnectPolicy: ReconnectPolicy(firstDelay: .milliseconds(1), longestDelay: .milliseconds(1)))
        try session.addInput(input)
        try session.addOutput(CaptureVideoFrameOutput(decoder: StandardPictureDecoder()))
        try await session.startRunning()
        while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        await session.stopRunning()
        #expect(!session.isRunning)
    }

    @Test func twentyReconnectionsLeaveNothingBehind() async throws {
        let server = CameraServer { _, connection in
            MotionSpelling().send(NetworkCameraTests.pictures, to: connection, count: 2, every: 0.001)
            return false
        }
        let pool = try Self.pool()
        defer { pool.close() }
        _ = try pool.describe()
        let input = try Self.input(server.address(), IsolatedNetworkStreamDecoder(pool: pool))
        let events = try await events(of: input, untilBack: 20)
        #expect(events.count >= 40)
        #expect(pool.takenCount() < 2)
        #expect(server.connectionCount >= 20)
        server.stop()
        // Those of this server; other tests have theirs.
        var left = Self.connections(to: server.port)
        for _ in 0..<6_000 where left > 0 {
            usleep(10_000)
            left = Self.connections(to: server.port)
        }
        #expect(left == 0)
    }

    /// How many sockets of this machine are connected with a port of it.
    private static func connections(to port: UInt16) -> Int {
        let lines = (try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)) ?? ""
        let digits = String(port, radix: 16, uppercase: true)
        let place = "0100007F:" + String(repeating: "0", count: 4 - digits.count) + digits
        // 01 is a connection, 08 one that the other side has closed and this one has not.
        return lines.split(separator: "\n").count { line in
            let words = line.split(separator: " ")
            return words.count > 3 && words[2] == place && ["01", "08"].contains(words[3])
        }
    }
}
