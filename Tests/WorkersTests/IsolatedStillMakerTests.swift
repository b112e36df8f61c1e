import Decoders
import Foundation
import MetadataOutput
import Testing

@testable import Workers

@Suite struct IsolatedStillMakerTests {
    private var request: StillRequest {
        var samples = StillSamples(
            layout: .yuyv, width: 32, height: 16, bytesPerRow: 64,
            bytes: (0..<1024).map { UInt8($0 * 13 % 251) })
        samples.isFullRange = true
        samples.matrix = .bt709
        let corners = [
            CGPoint(x: 0.1, y: 0), CGPoint(x: 1, y: 0.1), CGPoint(x: 0.9, y: 1), CGPoint(x: 0, y: 0.9),
        ]
        var request = StillRequest(
            .samples(samples),
            views: [
                StillView(), StillView(corners: corners, longestSide: 10, quality: 50),
                StillView(format: .nv12),
            ])
        request.outlines = [
            StillOutline(corners: corners, kind: .code),
            StillOutline(corners: CGRect(x: 0.4, y: 0.4, width: 0.3, height: 0.3).corners, kind: .face),
        ]
        request.part = CGRect(x: 0, y: 0, width: 1, height: 0.75)
        request.hidden = [
            HiddenRegion(CGRect(x: 0, y: 0, width: 0.3, height: 0.5), style: .blanked),
            HiddenRegion(CGRect(x: 0.5, y: 0, width: 0.3, height: 0.5), style: .blurred),
        ]
        request.includesMeasure = true
        return request
    }

    @Test func aWorkerMakesTheSame() throws {
        var settings = WorkerSettings(executable: Executables.worker)
        settings.detectors = []
        settings.landmarkModel = nil
        let pool = try WorkerPool(settings: settings)
        defer { pool.close() }
        let maker = IsolatedStillMaker(pool: pool)
        let own = StandardStillMaker()
        #expect(try maker.stills(request) == own.stills(request))
        let jpeg = StillRequest(
            .jpeg(try own.stills(request).stills[0].bytes), views: [StillView(longestSide: 8)])
        #expect(try maker.stills(jpeg) == own.stills(jpeg))
        let odd = StillRequest(
            jpeg.source,
            views: [StillView(longestSide: 0, quality: 0), StillView(longestSide: Int.max, quality: 101)])
        #expect(try maker.stills(odd) == own.stills(odd))
        var masked = request
        let corners = (0...HiddenRegion.mostCorners).map { CGPoint(x: Double($0 % 2), y: Double($0) / 2000) }
        masked.hidden = [HiddenRegion(corners: corners, style: .blanked)]
        #expect(throws: PayloadError(.overLimit, "no worker takes it: 1001 corners, at most 1000")) {
            try maker.stills(masked)
        }
        // Of as many as there may be, none is left out.
        masked.hidden = (0..<5000).map {
            HiddenRegion(CGRect(x: 0, y: $0 < 4999 ? 0 : 0.5, width: 0.5, height: 0.5), style: .blanked)
        }
        #expect(try maker.stills(masked) == own.stills(masked))
        let damaged = StillRequest(.jpeg([0xff, 0xd8, 1, 2, 3]), views: [StillView()])
        #expect(throws: PayloadError.self) { try maker.stills(damaged) }
        // It lives on.
        #expect(try maker.stills(jpeg) == own.stills(jpeg))
    }

    @Test func whatWasGivenBackIsThereAgainWhenItIsAskedFor() throws {
        var settings = WorkerSettings(executable: Executables.worker)
        settings.detectors = []
        settings.landmarkModel = nil
        let pool = try WorkerPool(settings: settings)
        defer { pool.close() }
        let maker = IsolatedStillMaker(pool: pool)
        let small = try maker.stills(request)
        let worker = try pool.take(.standard)
        pool.put(worker)
        maker.release()
        let other = try pool.take(.standard)
        #expect(other !== worker && !worker.isGood)
        pool.put(other)
        #expect(try maker.stills(request) == small)
    }

    @Test func whatAWorkerSaysIsCheckedAgainstTheQuestion() throws {
        let question = Question.stills(request)
        func read(_ result: StillResult) throws -> Answer {
            var writer = WireWriter()
            Answer.stills(result).write(to: &writer) { _ in }
            var reader = WireReader(writer.bytes)
            return try Answer(from: &reader, to: question) { Plane(width: $0, height: $1) { _ in } }
        }
        let still = StillResult.Still(bytes: [1], width: 2, height: 3)
        let good = StillResult(
            stills: [still, still, still],
            measure: StillMeasure(meanLuma: 3, sharpness: 1, topLuma: 2, bottomLuma: 4))
        guard case .stills(let result) = try read(good) else { return #expect(Bool(false)) }
        #expect(result == good)
        var bad = good
        bad.stills = [still]
        #expect(throws: MalformedMessage.self) { try read(bad) }
        bad = good
        bad.stills[0].width = 0
        #expect(throws: MalformedMessage.self) { try read(bad) }
        bad = good
        bad.measure?.meanLuma = .nan
        #expect(throws: MalformedMessage.self) { try read(bad) }
        bad = good
        bad.measure?.bottomLuma = 256
        #expect(throws: MalformedMessage.self) { try read(bad) }
    }
}
