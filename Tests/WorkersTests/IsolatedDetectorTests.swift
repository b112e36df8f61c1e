import Decoders
import Detectors
import Foundation
import Glibc
import MetadataOutput
import Testing
import Workers

@Suite("Isolated detectors say what those of this process say", .serialized)
struct IsolatedDetectorTests {
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "SampleImages")

    private func payload(_ name: String) throws -> Payload {
        .encoded([UInt8](try Data(contentsOf: Self.samples.appending(path: name))), limits: .standard)
    }

    private func pool(_ change: (inout WorkerSettings) -> Void = { _ in }) throws -> WorkerPool {
        var settings = WorkerSettings(executable: Executables.worker)
        change(&settings)
        return try WorkerPool(settings: settings)
    }

    private var inProcess: InProcessPayloadDetector {
        InProcessPayloadDetector(
            decoder: StandardPictureDecoder(), detectors: DetectorCatalog.standard(), motion: OpticalFlow(),
            renderer: StandardPictureRenderer())
    }

    @Test(arguments: ["qr/plain.png", "mixed/desk.png", "face/obama-turned+45.jpg"])
    func theSameResult(name: String) throws {
        let detector = IsolatedDetector(pool: try pool())
        // An older ZXing of the system's reads more in workers.
        var request = DetectionRequest(
            types: detector.supportedTypes.intersection(inProcess.supportedTypes))
        (request.includesLandmarks, request.includesUndecoded, request.includesMotionPlane) = (
            true, true, true
        )
        request.views = PictureViewRequest(thumbnailSide: 100, includesPicture: true)
        request.deadline = .seconds(300)
        let payload = try payload(name)
        let part = CGRect(x: 0.1, y: 0.1, width: 0.8, height: 0.8)
        let corners = [CGPoint(x: 0.4, y: 0.4), CGPoint(x: 0.9, y: 0.5), CGPoint(x: 0.6, y: 0.9)]
        let area = try #require(Zone(name: "m", corners: corners))
        let mask = try #require(PictureMask(areas: [area]))
        for payload in [
            payload, .cropped(payload, to: part), .masked(payload, by: mask),
            .cropped(.masked(payload, by: mask.cropped(to: part)), to: part),
        ] {
            // One after the other here, at the same time there.
            request.runsSideBySide = false
            let own = try inProcess.detect(request, in: payload)
            request.runsSideBySide = true
            let others = try detector.detect(request, in: payload)
            #expect(own.readings == others.readings)
            #expect(own.refused == others.refused)
            #expect(own.views == others.views)
            #expect(own.motionPlane?.samples == others.motionPlane?.samples)
            #expect((own.width, own.height) == (others.width, others.height))
            #expect(others.failures.isEmpty)
        }
    }

    @Test func motionsAreTheSame() throws {
        let frame = try StandardPictureDecoder().frame(from: try payload("face/obama-turned+45.jpg"))
        let flow = OpticalFlow()
        let part = frame.cropped(to: CGRect(x: 0, y: 0, width: 0.9, height: 0.9))
        let moved = frame.cropped(to: CGRect(x: 0.005, y: 0.005, width: 0.9, height: 0.9))
        let (earlier, later) = (flow.plane(of: part.luma), flow.plane(of: moved.luma))
        let places = [
            CGRect(x: 100, y: 80, width: 200, height: 200), CGRect(x: -900, y: 0, width: 1, height: 1),
        ]
        let isolated = IsolatedMotionEstimator(pool: try pool())
        #expect(isolated.plane(of: part.luma).samples == earlier.samples)
        let motions = isolated.motions(of: places, from: earlier, to: later)
        #expect(motions == flow.motions(of: places, from: earlier, to: later))
        #expect(motions[0] != nil && motions[1] == nil)
    }

    @Test func aStillSceneRests() throws {
        let detector = IsolatedDetector(pool: try pool { $0.detectors = ["codes"] })
        let payload = try payload("qr/plain.png")
        var request = DetectionRequest(
            types: [.qr], includesMotionPlane: true, liveFrame: LiveFrame(number: 0))
        let first = try detector.detect(request, in: payload)
        #expect(first.isSearched && first.changes == nil && first.readings.count > 0 && first.liveCycle >= 8)
        let plane = try #require(first.motionPlane)
        let none = PlaneBlocks(width: plane.width, height: plane.height)
        request.liveFrame?.scene = SearchedScene(plane: plane, settled: none)
        let second = try detector.detect(request, in: payload)
        #expect(second.isSearched && second.changes == none && second.readings == first.readings)
        var settled = PlaneBlocks(width: plane.width, height: plane.height, isFull: true)
        request.liveFrame?.scene?.settled = settled
        let third = try detector.detect(request, in: payload)
        #expect(!third.isSearched && third.changes == none && third.readings.isEmpty)
        #expect(third.motionPlane?.samples == first.motionPlane?.samples)
        // A round has another step's turn each; `plain` is the first, and the next finds nothing where nothing is like a code.
        request.liveFrame?.scene?.round = 0
        let round = try detector.detect(request, in: payload)
        #expect(round.isSearched && round.round == 0 && round.parts == nil)
        #expect(round.readings == first.readings)
        request.liveFrame?.scene?.round = 1
        #expect(try detector.detect(request, in: payload).readings.allSatisfy { $0.step != "plain" })
        request.liveFrame?.scene?.round = nil
        // What is in view is searched whole, or not at all.
        let box = try #require(first.readings.first).boundingBox
        let (width, height) = (Double(first.width), Double(first.height))
        let bounds = CGRect(
            x: box.minX / width, y: box.minY / height, width: box.width / width, height: box.height / height)
        request.liveFrame?.inView = [ObjectInView(type: .qr, bounds: bounds)]
        settled[settled.rows / 2 * settled.columns + settled.columns / 2] = false
        request.liveFrame?.scene?.settled = settled
        let fourth = try detector.detect(request, in: payload)
        #expect(fourth.readings.count == first.readings.count)
        if let parts = fourth.parts {
            #expect(parts.count == 1 && parts[0].minX <= box.minX && parts[0].maxX >= box.maxX)
        }
        let other = try detector.detect(request, in: try self.payload("mixed/desk.png"))
        #expect(other.isSearched && other.changes == nil && !other.readings.isEmpty)
    }

    @Test func whatAWorkerNeedsCountsAsTimeOfWhoAsks() throws {
        let detector = IsolatedDetector(pool: try pool())
        let request = DetectionRequest(types: [.qr, .face])
        let payload = try payload("mixed/desk.png")
        let begin = ProcessorTime.ofThisThread
        let result = try detector.detect(request, in: payload)
        let spent = ProcessorTime.ofThisThread - begin
        #expect(result.processorTime > .milliseconds(1) && spent >= result.processorTime)
    }

    @Test func errorsComeThrough() throws {
        let detector = IsolatedDetector(pool: try pool { $0.detectors = ["codes"] })
        let request = DetectionRequest(types: [.qr])
        #expect(throws: PayloadError(.empty, "no bytes")) {
            try detector.detect(request, in: .encoded([], limits: .standard))
        }
        #expect(detector.supportedTypes == DetectorCatalog.supportedTypes.subtracting([.face]))
    }

    @Test(arguments: ["heic", "jxl", "jp2", "j2k"])
    func picturesWhoseLibraryIsOpenedLateHaveAWorkerOfTheirOwn(format: String) throws {
        let picture = Self.samples.deletingLastPathComponent()
            .appending(path: "Tests/DecodersTests/Pictures/colour/lossless.\(format)")
        let bytes = [UInt8](try Data(contentsOf: picture))
        let detector = IsolatedDetector(pool: try pool { $0.detectors = ["codes"] })
        let result = try detector.detect(
            DetectionRequest(types: [.qr]), in: .encoded(bytes, limits: .standard))
        let frame = try StandardPictureDecoder().frame(from: bytes, limits: .standard)
        #expect((result.width, result.height) == (frame.luma.width, frame.luma.height))
        #expect(result.failures.isEmpty)
    }

    /// Each is 9 MB of samples, and a worker is to decode thousands.
    @Test func picturesThatTakeLibheifLeaveNoMemoryBehind() throws {
        let picture = Self.samples.deletingLastPathComponent()
            .appending(path: "Tests/DecodersTests/Pictures/limits/flat-6-megapixels.avif")
        let bytes = [UInt8](try Data(contentsOf: picture))
        let detector = IsolatedDetector(
            pool: try pool { ($0.detectors, $0.memoryBytes) = (["codes"], 500_000_000) })
        for _ in 0..<100 {
            let result = try detector.detect(
                DetectionRequest(types: [.qr]), in: .encoded(bytes, limits: .standard))
            #expect(result.width == 3000 && result.failures.isEmpty)
        }
    }

    @Test func nobodyIsLostWhenWorkersAreKilled() throws {
        // A name of their own: suites that run beside this one have workers too.
        let name = "worker-\(UInt32.random(in: 0...(.max)))".prefix(15)
        let link = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createSymbolicLink(
            atPath: link.path, withDestinationPath: Executables.worker)
        defer { try? FileManager.default.removeItem(at: link) }
        let pool = try pool { ($0.executable, $0.detectors) = (link.path, ["codes"]) }
        let detector = IsolatedDetector(pool: pool)
        _ = try pool.describe()
        let payload = try payload("qr/plain.png")
        let wanted = try inProcess.detect(DetectionRequest(types: [.qr]), in: payload).readings
        for _ in 0..<3 {
            let children = Self.children(named: name)
            #expect(!children.isEmpty)
            for child in children { Self.end(child) }
            let result = try detector.detect(DetectionRequest(types: [.qr]), in: payload)
            #expect(result.readings == wanted)
            // They had not been asked; one of them may not have been ready.
            #expect(result.failures.allSatisfy { $0.engine.rawValue == "worker" }, "\(result.failures)")
        }
    }

    /// Kills a child, and waits until it has closed what it had open.
    private static func end(_ child: pid_t) {
        kill(child, SIGKILL)
        var information = siginfo_t()
        while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    /// Processes that this one has started, by the first 15 letters of their names.
    static func children(named name: some StringProtocol) -> [pid_t] {
        let own = getpid()
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap { pid_t($0) }.filter { child in
            guard let status = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8),
                let end = status.lastIndex(of: ")")
            else { return false }
            let fields = status[end...].split(separator: " ")
            return status.contains("(\(name))") && fields.count > 2 && pid_t(fields[2]) == own
        }
    }
}

extension Plane {
    fileprivate var samples: [UInt8] {
        (0..<height).flatMap { row in withBytes { bytes in (0..<width).map { bytes[row * bytesPerRow + $0] } }
        }
    }
}
