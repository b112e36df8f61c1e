import CameraServer
import Decoders
import Detectors
import Foundation
import MetadataOutput
import Synthetic
import Testing

@testable import Capture
@testable import Workers

/// Cameras on the loopback interface, spoken with by workers and in this process; libcurl is there, as Scripts/bootstrap has seen to.
@Suite(.timeLimit(.minutes(10))) struct NetworkCameraTests {
    /// JPEGs of a scene in which a code moves.
    static let pictures: [[UInt8]] = {
        guard let scene = NamedScene("code=hello") else { return [] }
        let camera = SyntheticCamera(
            live: scene.scene(width: 320, height: 240, framesPerSecond: 200),
            format: .motionJPEG(StandardStillMaker()), sourceName: "scene")
        guard let stream = try? camera.openStream(preset: .high) else { return [] }
        return (0..<4).compactMap { _ in
            guard case .encoded(let bytes, _)? = try? stream.nextFrame(timeout: .seconds(10))?.payload else {
                return nil
            }
            return bytes
        }
    }()

    private let pool: WorkerPool

    init() throws {
        var settings = WorkerSettings(executable: Executables.worker)
        settings.detectors = []
        settings.landmarkModel = nil
        pool = try WorkerPool(settings: settings)
    }

    private func decoder(isIsolated: Bool) -> any NetworkStreamDecoder {
        isIsolated ? IsolatedNetworkStreamDecoder(pool: pool) : StandardNetworkStreamDecoder()
    }

    private func input(
        _ address: String, isIsolated: Bool = true, _ change: (inout NetworkCameraSettings) -> Void = { _ in }
    ) throws -> CaptureNetworkCameraInput {
        var settings = NetworkCameraSettings()
        settings.netrc = "/dev/null/netrc"
        settings.credentials = NetworkCredentials(user: "admin", password: "secret")
        settings.timeout = .seconds(60)
        change(&settings)
        return CaptureNetworkCameraInput(
            address: try NetworkAddress(address), decoder: decoder(isIsolated: isIsolated), settings: settings
        )
    }

    /// The bytes of the next pictures.
    private func next(_ count: Int, of stream: any CaptureStream) throws -> [[UInt8]] {
        var pictures: [[UInt8]] = []
        while pictures.count < count {
            guard let frame = try stream.nextFrame(timeout: .seconds(1)) else { continue }
            guard case .encoded(let bytes, _) = frame.payload else { break }
            pictures.append(bytes)
        }
        return pictures
    }

    /// Why an input cannot be opened.
    private func refusal(_ input: CaptureNetworkCameraInput) -> CaptureError? {
        do throws(CaptureError) {
            try input.openStream(preset: .high).close()
            return nil
        } catch {
            return error
        }
    }

    private static let spellings: [MotionSpelling] = {
        var spellings = ["boundary=frame", "boundary=\"frame\"", "boundary=--frame", ""].map {
            var spelling = MotionSpelling()
            spelling.boundary = $0
            return spelling
        }
        for length in [{ _ in nil }, { $0 / 2 }, { $0 * 3 }, { _ in -1 }] as [@Sendable (Int) -> Int?] {
            var spelling = MotionSpelling()
            spelling.length = length
            spellings.append(spelling)
        }
        spellings[1].isChunked = true
        return spellings
    }()

    @Test(arguments: spellings.indices, [true, false])
    func everySpellingGivesThePictures(spelling: Int, isIsolated: Bool) throws {
        let server = CameraServer { _, connection in
            Self.spellings[spelling].send(Self.pictures, to: connection)
            return false
        }
        defer { server.stop() }
        let stream = try input(server.address(), isIsolated: isIsolated).openStream(preset: .high)
        defer { stream.close() }
        let pictures = try next(5, of: stream)
        #expect(pictures.count == 5)
        #expect(pictures.allSatisfy { Self.pictures.contains($0) })
    }

    @Test(arguments: [true, false], [true, false])
    func singlePicturesAreAskedFor(isKept: Bool, isIsolated: Bool) throws {
        let server = CameraServer { _, connection in
            connection.answer(
                type: "image/jpeg", Self.pictures[0], fields: isKept ? [] : ["Connection: close"])
            return isKept
        }
        defer { server.stop() }
        let stream = try input(server.address(), isIsolated: isIsolated) { $0.snapshotRate = 100 }
            .openStream(preset: .high)
        defer { stream.close() }
        #expect(try next(5, of: stream) == Array(repeating: Self.pictures[0], count: 5))
        // In a process that is not confined libcurl makes another of each.
        let fewest = isIsolated ? 1 : 2
        #expect(isKept ? server.connectionCount == fewest : server.connectionCount >= 5 * fewest)
    }

    /// At the rate that was asked for, and no faster. One that comes late is followed by the next sooner.
    @Test func singlePicturesAreNotAskedForTooOften() throws {
        let server = CameraServer { _, connection in
            connection.answer(type: "image/jpeg", Self.pictures[0])
            return true
        }
        defer { server.stop() }
        let stream = try input(server.address()) { $0.snapshotRate = 20 }.openStream(preset: .high)
        defer { stream.close() }
        let start = ContinuousClock.now
        _ = try next(20, of: stream)
        // A second less what the first took.
        #expect(.now - start >= .milliseconds(500))
    }

    /// What a camera wants to see of who asks, over connections that it keeps, and that it closes.
    @Test(
        arguments: ["Digest realm=\"cam\", nonce=\"a1\", qop=\"auth\"", "Basic realm=\"cam\""], [true, false])
    func passwordsAreSent(challenge: String, isKept: Bool) throws {
        let server = CameraServer { request, connection in
            let closing = isKept ? [] : ["Connection: close"]
            guard let told = request.fields["authorization"] else {
                connection.answer(
                    "401 Unauthorized", type: "text/html", [],
                    fields: ["WWW-Authenticate: \(challenge)"] + closing)
                return isKept
            }
            // The rest of a Digest is libcurl's.
            let isRight =
                told.hasPrefix("Digest username=\"admin\"") && told.contains("nonce=\"a1\"")
                || told == "Basic \(Data("admin:secret".utf8).base64EncodedString())"
            if isRight { MotionSpelling().send(Self.pictures, to: connection) }
            return false
        }
        defer { server.stop() }
        for isIsolated in [true, false] {
            let stream = try input(server.address(), isIsolated: isIsolated).openStream(preset: .high)
            defer { stream.close() }
            #expect(try next(2, of: stream).count == 2)
        }
    }

    @Test(arguments: [true, false]) func whatIsNoCameraIsToldOf(isIsolated: Bool) throws {
        let server = CameraServer { request, connection in
            switch request.target {
            case "/page": connection.answer(type: "text/html; charset=utf-8", Array("<html>".utf8))
            case "/text": connection.answer(type: "text/plain", Array("hello".utf8))
            case "/moved":
                connection.answer("302 Found", type: "a/b", [], fields: ["Location: http://10.0.0.9/x"])
            case "/missing": connection.answer("404 Not Found", type: "text/html", Array("no".utf8))
            case "/locked":
                connection.answer(
                    "401 Unauthorized", type: "text/html", [], fields: ["WWW-Authenticate: Basic realm=\"a\""]
                )
            case "/head":
                connection.send("HTTP/1.1 200 OK\r\n")
                while connection.send("X-Field: \(String(repeating: "x", count: 1000))\r\n") {}
            case "/part":
                var spelling = MotionSpelling()
                spelling.boundary = "boundary=frame"
                spelling.sendEndlessPart(to: connection)
            case "/nothing": break
            default: connection.send("what?\r\n\r\n")
            }
            return false
        }
        defer { server.stop() }
        for (target, code, words) in [
            ("/page", CaptureError.Code.unsupported, "the address shows a page (text/html), not a picture"),
            ("/text", .unsupported, "the address gives text/plain, not a picture"),
            ("/moved", .deviceFailed, "which is to be used instead: http://10.0.0.9/x"),
            ("/missing", .deviceFailed, "there is nothing at this address (HTTP 404)"),
            ("/locked", .applicationIsNotAuthorizedToUseDevice, "it does not take this user's password"),
            ("/head", .deviceFailed, "the head of its answer does not end"),
            ("/nothing", .deviceFailed, ""), ("/garbage", .deviceFailed, ""),
        ] {
            let error = refusal(try input(server.address(target), isIsolated: isIsolated))
            #expect(error?.code == code, "\(target): \(String(describing: error))")
            #expect(error?.message.hasSuffix(words) == true, "\(target): \(String(describing: error))")
            #expect(error?.message.hasPrefix(server.address(target)) == true)
        }
        let open = try input(server.address("/locked"), isIsolated: isIsolated) { $0.credentials = nil }
        #expect(
            refusal(open)?.code == .fileFailed
                || refusal(open)?.code == .applicationIsNotAuthorizedToUseDevice)
        // A picture without end costs no more memory than one may, and never becomes one.
        let endless = try input(server.address("/part"), isIsolated: isIsolated) {
            // For a worker's start and the head of the answer as well, on a busy machine.
            $0.timeout = .seconds(3)
            $0.limits.fileBytes = 1_000_000
        }
        // On a busy machine its beginning may be so late that it is named.
        #expect(refusal(endless)?.message.contains("has sent no picture for 3 s") == true)
    }

    /// Only who shows a certificate that is believed, and that is for him, is heard.
    @Test(arguments: [true, false]) func camerasThatProveWhoTheyAreAreBelieved(isIsolated: Bool) throws {
        let camera = try TLSCamera(Self.pictures[0])
        defer { camera.stop() }
        let stream = try input(camera.address, isIsolated: isIsolated) {
            $0.certificates = camera.certificate
            $0.snapshotRate = 100
        }.openStream(preset: .high)
        #expect(try next(3, of: stream) == Array(repeating: Self.pictures[0], count: 3))
        stream.close()
        let unknown = refusal(try input(camera.address, isIsolated: isIsolated))
        #expect(unknown?.code == .applicationIsNotAuthorizedToUseDevice)
        #expect(unknown?.message.contains("its certificate is not believed") == true)
        let other = try TLSCamera(Self.pictures[0], name: "DNS:elsewhere")
        defer { other.stop() }
        let wrong = refusal(
            try input(other.address, isIsolated: isIsolated) { $0.certificates = other.certificate })
        #expect(wrong?.code == .applicationIsNotAuthorizedToUseDevice, "\(String(describing: wrong))")
    }

    @Test func nobodyThereIsToldOf() throws {
        let server = CameraServer { _, _ in false }
        server.stop()
        let error = refusal(try input("http://127.0.0.1:\(server.port)/"))
        #expect(error?.code == .deviceNotConnected)
    }

    /// The reader falls behind: what comes next is the newest, and the others are counted.
    @Test func whatNobodyTookIsPassedOver() throws {
        let areSent = DispatchSemaphore(value: 0)
        let server = CameraServer { _, connection in
            MotionSpelling().send(Self.pictures, to: connection, count: 40, every: 0.001)
            areSent.signal()
            connection.waitForEnd()
            return false
        }
        defer { server.stop() }
        let stream = try input(server.address()).openStream(preset: .high)
        defer { stream.close() }
        var (taken, late) = (0, 0)
        while taken + late < 40 {
            guard let frame = try stream.nextFrame(timeout: .seconds(5)) else { break }
            taken += 1
            late += frame.drops[.late] ?? 0
            if taken == 1 { areSent.wait() }
        }
        #expect(taken + late == 40)
        #expect(taken < 10)
    }
}
