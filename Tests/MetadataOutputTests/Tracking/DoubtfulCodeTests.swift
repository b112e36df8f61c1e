import Foundation
import Testing

@testable import MetadataOutput

/// Readings that are not enough in one frame, in a sequence of frames.
@Suite struct DoubtfulCodeTests {
    private let output: CaptureMetadataOutput
    private let detector = ChangingDetector()

    init() throws {
        output = CaptureMetadataOutput(detectors: [detector], decoder: TwoByteDecoder())
        try output.setMetadataObjectTypes([.ean13, .upce, .interleaved2of5])
    }

    /// What is in view in frames of which each has these readings.
    private func texts(_ frames: [[Reading]], apart: Duration = .milliseconds(40)) throws -> [[String?]] {
        let sequence = output.makeSequence()
        return try frames.enumerated().map { index, readings in
            detector.readings = readings
            let frame = try output.search(.encoded([200, 100], limits: .standard), time: apart * index)
            return sequence.update(for: frame).objects.map {
                ($0 as? MetadataMachineReadableCodeObject)?.stringValue
            }
        }
    }

    private let doubtful = Reading.code(.ean13, "4012345678901", lines: 1)
    private let clear = Reading.code(.ean13, "4012345678901", lines: 2)

    @Test func aClearCodeAppearsAtOnceAndADoubtfulOneWhenSeenAgain() throws {
        #expect(try texts([[clear]]) == [["4012345678901"]])
        #expect(try texts([[doubtful], [], [doubtful]]) == [[], [], ["4012345678901"]])
        #expect(try texts([[doubtful, doubtful]]) == [[]])
    }

    @Test func whatStoodIsBelievedWithLess() throws {
        let texts = try texts([[clear], [doubtful], [doubtful]], apart: .milliseconds(900))
        #expect(texts.allSatisfy { $0 == ["4012345678901"] })
    }

    /// In a scene at rest a search may be three seconds after the one before.
    @Test(arguments: [[], [CGRect(x: 150, y: 0, width: 50, height: 100)]])
    func whereNobodyLooksNoTimePasses(parts: [CGRect]) throws {
        let sequence = output.makeSequence()
        func search(_ readings: [Reading], at time: Duration) throws -> SearchedFrame {
            detector.readings = readings
            return try output.search(.encoded([200, 100], limits: .standard), time: time)
        }
        #expect(sequence.update(for: try search([clear], at: .zero)).objects.count == 1)
        for tenth in 1..<30 {
            var frame = try search([], at: .milliseconds(100 * tenth))
            (frame.parts, frame.isSearched) = (parts, !parts.isEmpty)
            #expect(sequence.update(for: frame).objects.map(\.objectID) == [1])
        }
        let update = sequence.update(for: try search([doubtful], at: .seconds(3)))
        #expect(update.detectedObjectIDs == [1] && update.appeared.isEmpty)
        // Where somebody looks, time passes.
        for tenth in 31..<42 { _ = sequence.update(for: try search([], at: .milliseconds(100 * tenth))) }
        let later = sequence.update(for: try search([doubtful], at: .milliseconds(4_200)))
        #expect(later.detectedObjectIDs.isEmpty)
    }

    @Test func aClockThatBeginsAnewForgetsThem() throws {
        let sequence = output.makeSequence()
        detector.readings = [doubtful]
        let counts = try [10, 1].map { second in
            let frame = try output.search(.encoded([200, 100], limits: .standard), time: .seconds(second))
            return sequence.update(for: frame).objects.count
        }
        #expect(counts == [0, 0])
    }

    @Test func weakReadingsNeedAThirdFrameOrAnotherEngine() throws {
        let weak = Reading.code(.ean13, "4012345678901", quality: 5)
        #expect(try texts([[weak], [weak], [weak]]) == [[], [], ["4012345678901"]])
        #expect(try texts([[weak], [doubtful]]) == [[], ["4012345678901"]])
    }

    @Test func anotherTextAnotherPlaceAndAnotherTimeCountNothing() throws {
        #expect(try texts([[doubtful], [.code(.ean13, "4012345678918", lines: 1)]]) == [[], []])
        #expect(try texts([[doubtful], [.code(.ean13, "4012345678901", lines: 1, x: 101)]]) == [[], []])
        #expect(try texts([[doubtful], [doubtful]], apart: .seconds(2)) == [[], []])
    }

    @Test func thePlaceOfAnotherIsTaken() throws {
        let other = Reading.code(.upce, "01234565", lines: 3)
        #expect(try texts([[other], [other, clear]]) == [[], ["4012345678901"]])
    }

    /// What a finger or the picture's edge leaves of an Interleaved 2 of 5 is refused in one frame, whoever agrees, and so it is in
    /// several; a code that has stood is believed with a finger beside it.
    @Test func whatBarsSpeakAgainstIsNotBelievedForBeingSeenAgain() throws {
        func reading(quiet: Double) -> Reading {
            var reading = Reading.code(
                .interleaved2of5, "78901234567890", quality: 30, in: "half-size-zbar", source: .rescue)
            reading.evidence.proof = LinearProof(
                residue: 0.05, worst: 0.1, margin: 0.3, seam: 0.1, edgeSeam: 0.1, ink: 0.01, quiet: quiet)
            return reading
        }
        let piece = reading(quiet: 1)
        #expect(try texts([[piece], [piece], [piece]]) == [[], [], []])
        let whole = reading(quiet: 0)
        #expect(try texts([[whole], [whole]]) == [[], ["78901234567890"]])
        let sequence = output.makeSequence()
        var detected: [Set<Int>] = []
        for (number, shown) in [whole, whole, piece].enumerated() {
            var stood = shown
            if number < 2 { stood.evidence.source = .plain }
            detector.readings = [stood]
            let frame = try output.search(
                .encoded([200, 100], limits: .standard), time: .milliseconds(40 * number))
            detected.append(sequence.update(for: frame).detectedObjectIDs)
        }
        #expect(detected.last == [1])
    }

    @Test func theJudgementSaysSo() throws {
        let sequence = output.makeSequence()
        detector.readings = [doubtful, doubtful]
        let decisions = try (0..<2).map { index in
            let frame = try output.search(
                .encoded([200, 100], limits: .standard), time: .milliseconds(40 * index))
            return sequence.update(for: frame).judgements.map(\.decision)
        }
        let refused = Judgement.Decision.refused(.needsSecondOpinion(.lines(2)))
        #expect(decisions == [[refused, refused], [.stands(1), .supports(1)]])
    }
}

/// Sees what it is told to.
private final class ChangingDetector: Detector, @unchecked Sendable {
    var readings: [Reading] = []
    let supportedTypes: Set<MetadataObjectType> = [.ean13, .upce, .interleaved2of5]

    func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
        DetectionResult(width: frame.luma.width, height: frame.luma.height, readings: readings)
    }
}
