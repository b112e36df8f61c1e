import Foundation
import MetadataOutput
import Synchronization
import Testing

/// The door: decode, then ask whoever supports a requested type.
@Suite struct PayloadDetectorTests {
    private let picture = Payload.encoded([100, 50], limits: .standard)

    @Test func onlyDetectorsOfARequestedTypeAreAsked() throws {
        let codes = RequestProbe(supportedTypes: [.qr, .aztec])
        let faces = RequestProbe(supportedTypes: [.face])
        let door = InProcessPayloadDetector(decoder: TwoByteDecoder(), detectors: [codes, faces])
        _ = try door.detect(DetectionRequest(types: [.aztec]), in: picture)
        #expect(codes.requests.count == 1)
        #expect(faces.requests.isEmpty)
        _ = try door.detect(DetectionRequest(types: []), in: picture)
        #expect(codes.requests.count == 1)
        #expect(faces.requests.isEmpty)
    }

    @Test func readingsAndFailuresAreJoinedInOrder() throws {
        let box = CGRect(x: 1, y: 2, width: 3, height: 4)
        let failure = EngineFailure(engine: .zxing, reason: "no")
        let door = InProcessPayloadDetector(
            decoder: TwoByteDecoder(),
            detectors: [
                ScriptedDetector(readings: [.qr("a", box)], failures: [failure]),
                ScriptedDetector(readings: [.face(box)]),
            ])
        let result = try door.detect(DetectionRequest(types: [.qr, .face]), in: picture)
        #expect((result.width, result.height) == (100, 50))
        #expect(result.readings == [.qr("a", box), .face(box)])
        #expect(result.failures == [failure])
    }

    @Test func detectorsWorkAtTheSameTimeWhereThatIsWanted() throws {
        let box = CGRect(x: 1, y: 2, width: 3, height: 4)
        let meeting = Meeting()
        let door = InProcessPayloadDetector(
            decoder: TwoByteDecoder(),
            detectors: [
                MeetingDetector(meeting: meeting, reading: .qr("a", box)),
                MeetingDetector(meeting: meeting, reading: .face(box)),
            ])
        var request = DetectionRequest(types: [.qr, .face])
        request.runsSideBySide = true
        // Each waits until the other has come.
        #expect(try door.detect(request, in: picture).readings == [.qr("a", box), .face(box)])
    }

    @Test func anErrorOfAnyOfThemIsThrown() {
        let door = InProcessPayloadDetector(
            decoder: TwoByteDecoder(), detectors: [ScriptedDetector(), FailingDetector()])
        var request = DetectionRequest(types: [.qr, .face])
        request.runsSideBySide = true
        #expect(throws: PayloadError(.overLimit, "no")) { try door.detect(request, in: picture) }
    }

    @Test func aFrameIsSearchedAsItIs() throws {
        let probe = RequestProbe()
        let door = InProcessPayloadDetector(decoder: TwoByteDecoder(), detectors: [probe])
        let frame = Frame(luma: Plane(width: 3, height: 2, samples: [0, 1, 2, 3, 4, 5]))
        let result = try door.detect(DetectionRequest(types: [.qr]), in: .frame(frame))
        #expect(result.width == 3 && result.height == 2)
        #expect(probe.requests.count == 1)
    }

    @Test func messagesOfErrorsAreOneLineOfPrintableText() {
        let error = PayloadError(.undecodable, "line one\r\nline two\u{1B}[31m\u{7F}\u{85}end")
        #expect(error.message == "line one line two [31m  end")
    }
}

/// Where two threads wait for each other.
private final class Meeting: Sendable {
    private let arrivals = Atomic(0)

    func attend() {
        arrivals.add(1, ordering: .relaxed)
        while arrivals.load(ordering: .relaxed) < 2 { sched_yield() }
    }
}

private struct MeetingDetector: Detector {
    let meeting: Meeting
    let reading: Reading
    var supportedTypes: Set<MetadataObjectType> { [.qr, .face] }

    func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
        meeting.attend()
        return DetectionResult(width: frame.luma.width, height: frame.luma.height, readings: [reading])
    }
}

private struct FailingDetector: Detector {
    var supportedTypes: Set<MetadataObjectType> { [.face] }

    func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
        throw PayloadError(.overLimit, "no")
    }
}
