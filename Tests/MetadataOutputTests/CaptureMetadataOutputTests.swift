import Foundation
import MetadataOutput
import Synchronization
import Testing

/// What the output promises: fresh, with types, with a region, for one picture.
@Suite struct CaptureMetadataOutputTests {
    private let unitSquare = CGRect(x: 0, y: 0, width: 1, height: 1)

    // MARK: Fresh

    @Test func freshOutputWantsNothing() {
        let output = scripted()
        #expect(output.metadataObjectTypes.isEmpty)
        #expect(output.rectOfInterest == unitSquare)
    }

    @Test func freshOutputReportsNothing() throws {
        let output = scripted(.qr("a", CGRect(x: 10, y: 10, width: 20, height: 20)))
        let update = try output.update(for: picture)
        #expect(update.objects.isEmpty)
        #expect(update.width == 100 && update.height == 50)
    }

    @Test func availableTypesAreTheDetectorsUnion() {
        let output = CaptureMetadataOutput(
            detectors: [
                ScriptedDetector(supportedTypes: [.qr]), ScriptedDetector(supportedTypes: [.face, .qr]),
            ],
            decoder: TwoByteDecoder())
        #expect(output.availableMetadataObjectTypes == [.qr, .face])
    }

    // MARK: Types

    @Test func noTypesAreLegal() throws {
        let output = scripted()
        try output.setMetadataObjectTypes([.qr])
        try output.setMetadataObjectTypes(nil)
        #expect(output.metadataObjectTypes.isEmpty)
        try output.setMetadataObjectTypes([.qr])
        try output.setMetadataObjectTypes([])
        #expect(output.metadataObjectTypes.isEmpty)
    }

    @Test func anUnsupportedTypeThrowsAndChangesNothing() throws {
        let output = scripted()
        try output.setMetadataObjectTypes([.qr])
        #expect(throws: MetadataOutputError.unsupportedTypes([.pdf417, .codabar])) {
            try output.setMetadataObjectTypes([.face, .pdf417, .codabar])
        }
        #expect(output.metadataObjectTypes == [.qr])
        let message = MetadataOutputError.unsupportedTypes([.pdf417, .codabar]).description
        #expect(message == "unsupported metadata object types: codabar, pdf417")
    }

    @Test(arguments: [Double.nan, .infinity])
    func whatHasNoPlaceIsNotReported(coordinate: Double) throws {
        var nowhere = Reading.qr("a", CGRect(x: 10, y: 10, width: 20, height: 20))
        nowhere.corners[2].x = coordinate
        let output = scripted(nowhere)
        try output.setMetadataObjectTypes([.qr])
        #expect(try output.update(for: picture).objects.isEmpty)
    }

    @Test func aFaceInTheMiddleOfAMatrixCodeIsNone() throws {
        let code = CGRect(x: 10, y: 10, width: 60, height: 60)
        let output = scripted(
            .qr("a", code), .face(CGRect(x: 20, y: 25, width: 30, height: 40)),
            .face(CGRect(x: 60, y: 20, width: 40, height: 50)))
        try output.setMetadataObjectTypes([.qr, .face])
        let update = try output.update(for: .frame(Frame(luma: Plane(width: 100, height: 100) { _ in })))
        #expect(update.objects.map(\.type) == [.qr, .face])
        #expect(update.judgements.count { $0.decision == .refused(.anotherStands) } == 1)
    }

    @Test func onlyTheTypesAskedForAreReported() throws {
        let output = scripted(
            .qr("a", CGRect(x: 10, y: 10, width: 20, height: 20)),
            .face(CGRect(x: 50, y: 10, width: 20, height: 20)))
        try output.setMetadataObjectTypes([.face])
        #expect(try output.update(for: picture).objects.map(\.type) == [.face])
        try output.setMetadataObjectTypes([.qr, .face])
        #expect(try output.update(for: picture).objects.map(\.type) == [.qr, .face])
    }

    // MARK: Region of interest

    /// The code covers 0.2…0.4 of the width and 0.4…0.8 of the height.
    @Test(arguments: [
        (CGRect(x: 0, y: 0, width: 1, height: 1), true),
        (CGRect(x: 0.25, y: 0.5, width: 0.1, height: 0.1), true),  // inside the object
        (CGRect(x: 0, y: 0, width: 0.21, height: 0.41), true),  // over one corner
        (CGRect(x: 0.39, y: 0, width: 0.1, height: 1), true),  // over one side
        (CGRect(x: 0.3, y: 0, width: 0.1, height: 0.39), false),  // above
        (CGRect(x: 0.3, y: 0.81, width: 0.1, height: 0.19), false),  // below
        (CGRect(x: 0, y: 0.5, width: 0.19, height: 0.1), false),  // to the left
        (CGRect(x: 0.41, y: 0.5, width: 0.5, height: 0.1), false),  // to the right
    ])
    func objectsThatIntersectTheRegionAreKept(region: CGRect, isKept: Bool) throws {
        let output = scripted(.qr("a", CGRect(x: 20, y: 20, width: 20, height: 20)))
        try output.setMetadataObjectTypes([.qr])
        try output.setRectOfInterest(region)
        #expect(output.rectOfInterest == region)
        #expect(try output.update(for: picture).objects.count == (isKept ? 1 : 0))
    }

    @Test(arguments: [
        CGRect(x: -0.1, y: 0, width: 0.5, height: 0.5),
        CGRect(x: 0.6, y: 0, width: 0.5, height: 0.5),
        CGRect(x: 0, y: 0.6, width: 0.5, height: 0.5),
        CGRect(x: 0.5, y: 0.5, width: 0, height: 0.5),
        CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0),
        CGRect(x: Double.nan, y: 0, width: 0.5, height: 0.5),
        CGRect(x: 0, y: 0, width: Double.nan, height: 0.5),
        CGRect(x: 0, y: 0, width: Double.infinity, height: 0.5),
        CGRect.null, CGRect.infinite, CGRect.zero,
    ])
    func anInvalidRegionThrowsAndChangesNothing(region: CGRect) throws {
        let output = scripted()
        let before = CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)
        try output.setRectOfInterest(before)
        #expect(throws: MetadataOutputError.self) { try output.setRectOfInterest(region) }
        #expect(output.rectOfInterest == before)
    }

    // MARK: Options

    @Test func optionsDoNotTouchTypesOrRegion() throws {
        let probe = RequestProbe()
        let output = CaptureMetadataOutput(detectors: [probe], decoder: TwoByteDecoder())
        try output.setMetadataObjectTypes([.qr])
        output.setOptions { request in
            request.effort = .fast
            request.disabledSteps = ["plain"]
            request.types = [.face]
            request.rectOfInterest = .zero
        }
        _ = try output.update(for: picture)
        var expected = DetectionRequest(types: [.qr], effort: .fast, disabledSteps: ["plain"])
        let asked = try #require(probe.requests.first)
        #expect(probe.requests.count == 1 && (.zero...expected.deadline).contains(asked.deadline))
        // What decoding has taken of it is no option.
        expected.deadline = asked.deadline
        #expect(asked == expected)
    }

    // MARK: One picture

    @Test func idsOfEveryPictureStartAtOne() throws {
        let output = scripted(
            .qr("b", CGRect(x: 60, y: 30, width: 10, height: 10)),
            .qr("a", CGRect(x: 10, y: 5, width: 10, height: 10)))
        try output.setMetadataObjectTypes([.qr])
        let first = try output.update(for: picture)
        let second = try output.update(for: picture)
        #expect(first.objects.map(\.objectID) == [1, 2])
        #expect(second.objects.map(\.objectID) == [1, 2])
        let texts = first.objects.map { ($0 as? MetadataMachineReadableCodeObject)?.stringValue }
        #expect(texts == ["a", "b"])
    }

    @Test func anUndecodablePictureThrows() throws {
        let output = scripted()
        try output.setMetadataObjectTypes([.qr])
        #expect(throws: PayloadError(.undecodable, "not two bytes")) {
            try output.update(for: .encoded([1, 2, 3], limits: .standard))
        }
        #expect(throws: PayloadError(.overLimit, "too many pixels")) {
            try output.update(for: .encoded([100, 50], limits: DecodingLimits(pixels: 4999)))
        }
    }

    @Test func aFramesTimeIsItsObjectsTime() throws {
        let output = scripted(.qr("a", CGRect(x: 10, y: 10, width: 20, height: 20)))
        try output.setMetadataObjectTypes([.qr])
        let plane = Plane(width: 100, height: 50, samples: Array(repeating: 0, count: 5000))
        let frame = Frame(luma: plane, time: .seconds(3), duration: .milliseconds(40))
        let update = try output.update(for: .frame(frame))
        let object = try #require(update.objects.first)
        #expect(update.time == .seconds(3))
        #expect(object.time == .seconds(3))
        #expect(object.duration == .milliseconds(40))
        #expect(object.timeInView == .zero)
    }

    @Test func failuresOfEnginesAreHandedOn() throws {
        let failure = EngineFailure(engine: .zbar, reason: "out of memory")
        let output = CaptureMetadataOutput(
            detectors: [ScriptedDetector(failures: [failure])], decoder: TwoByteDecoder())
        try output.setMetadataObjectTypes([.qr])
        #expect(try output.update(for: picture).failures == [failure])
    }

    // MARK: Who watches

    /// As many as a camera has in ten minutes.
    @Test func whoWatchesIsToldOfAnyNumberOfUpdates() throws {
        let output = scripted()
        let count = Mutex(0)
        let update = MetadataUpdate(time: .zero, width: 1, height: 1, objects: [], failures: [])
        output.watch { _ in count.withLock { $0 += 1 } }
        for _ in 0..<20_000 { output.send(update) }
        #expect(count.withLock { $0 } == 20_000)
    }

    // MARK: Helpers

    /// 100 × 50 pixels.
    private var picture: Payload { .encoded([100, 50], limits: .standard) }

    private func scripted(_ readings: Reading...) -> CaptureMetadataOutput {
        CaptureMetadataOutput(detectors: [ScriptedDetector(readings: readings)], decoder: TwoByteDecoder())
    }
}
