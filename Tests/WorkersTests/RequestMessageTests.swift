import Foundation
import MetadataOutput
import Testing

@testable import Workers

@Suite struct RequestMessageTests {
    @Test func aRequestArrivesAsItWasSent() throws {
        var request = DetectionRequest(
            types: [.qr, .face], rectOfInterest: CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4),
            effort: .thorough,
            pose: .points, includesLandmarks: true, disabledSteps: ["plain", "tiles"])
        request.includesUndecoded.toggle()
        request.separatesUPCA.toggle()
        request.includesMotionPlane.toggle()
        request.runsSideBySide.toggle()
        request.includesHints.toggle()
        request.liveFrame = LiveFrame(
            number: 7, time: .milliseconds(700), previousTime: .milliseconds(600), stepsInView: ["contrast"])
        request.liveFrame?.inView = [
            ObjectInView(type: .qr, bounds: CGRect(x: 0.25, y: 0, width: 0.5, height: 1))
        ]
        request.views.thumbnailSide = 90
        request.views.includesPicture.toggle()
        request.disabledEngines = [.zbar]
        request.deadline = .milliseconds(1250)
        var writer = WireWriter()
        request.write(to: &writer)
        var reader = WireReader(writer.bytes)
        #expect(try DetectionRequest(from: &reader) == request)
    }

    private func arrived(_ question: Question) throws -> Question {
        let area = try SharedArea.make().area
        return try Question(from: area, count: try question.write(to: area).question)
    }

    /// What this process takes as something else, a worker takes as the same.
    @Test func noNumberIsTooLarge() throws {
        var request = DetectionRequest(
            types: [.qr], rectOfInterest: CGRect(x: -1, y: -0.5, width: 3, height: 2.5))
        request.views.thumbnailSide = Int.min
        for (deadline, taken) in [
            (Duration.seconds(Int64.max), WireReader.longestDuration), (.seconds(-1), .zero),
        ] {
            request.deadline = deadline
            guard case .detect(var read, _) = try arrived(.detect(request, .encoded([1], limits: .standard)))
            else { return #expect(Bool(false)) }
            #expect(read.deadline == taken)
            read.deadline = deadline
            #expect(read == request)
        }
    }

    @Test func ofMasksNoneIsLeftOut() throws {
        let area = try #require(
            Zone(name: "m", corners: [.zero, CGPoint(x: 1, y: 0), CGPoint(x: 1, y: 1)]))
        func question(_ count: Int) throws -> Question {
            let mask = try #require(PictureMask(areas: Array(repeating: area, count: count)))
            let frame = Frame(luma: Plane(width: 1, height: 1, samples: [0]))
            return .detect(DetectionRequest(types: [.qr]), .masked(.frame(frame), by: mask))
        }
        guard case .detect(_, .masked(_, let mask)) = try arrived(question(PictureMask.mostAreas)) else {
            return #expect(Bool(false))
        }
        #expect(mask.areas.count == PictureMask.mostAreas)
        #expect(throws: PayloadError(.overLimit, "no worker takes it: 1001 masks, at most 1000")) {
            try arrived(question(PictureMask.mostAreas + 1))
        }
    }

    /// Else it would end, and the search would be blamed.
    @Test func whatNoWorkerCanReadIsAskedOfNone() throws {
        var settings = WorkerSettings(executable: Executables.worker)
        (settings.detectors, settings.landmarkModel) = ([], nil)
        let detector = IsolatedDetector(pool: try WorkerPool(settings: settings))
        let frame = Frame(luma: Plane(width: 1, height: 1, samples: [0]))
        let request = DetectionRequest(types: Set((0...100).map { .init(rawValue: "\($0)") }))
        #expect(throws: PayloadError(.overLimit, "no worker takes it: 101 types, at most 100")) {
            try detector.detect(request, in: frame)
        }
    }

    @Test func aMessageThatIsCutShortIsNoRequest() throws {
        var writer = WireWriter()
        DetectionRequest(types: [.qr], liveFrame: LiveFrame(number: 0)).write(to: &writer)
        for count in writer.bytes.indices {
            var reader = WireReader(Array(writer.bytes.prefix(count)))
            #expect(throws: MalformedMessage.self) { try DetectionRequest(from: &reader) }
        }
    }
}
