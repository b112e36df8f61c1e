import Foundation
import Testing

@testable import MetadataOutput

/// What a sequence tells of a frame beside its objects.
@Suite struct SequenceJudgementTests {
    private let left = CGRect(x: 10, y: 10, width: 20, height: 20)
    private let right = CGRect(x: 60, y: 10, width: 20, height: 20)

    private func frame(_ output: CaptureMetadataOutput, at time: Duration) throws -> SearchedFrame {
        try output.search(.encoded([100, 50], limits: .standard), time: time)
    }

    @Test func judgementsNameTheIDsOfTheSequence() throws {
        let refused = Judgement(.qr("c", left), .refused(.lowScore))
        let output = CaptureMetadataOutput(
            detectors: [ScriptedDetector(readings: [.qr("b", right), .qr("a", left)], refused: [refused])],
            decoder: TwoByteDecoder())
        try output.setMetadataObjectTypes([.qr])
        let ids = ObjectIDSource()
        _ = ids.next()
        let sequence = output.makeSequence(ids: ids)
        for time in [Duration.zero, .milliseconds(40)] {
            let update = sequence.update(for: try frame(output, at: time))
            #expect(update.objects.map(\.objectID) == [2, 3])
            #expect(
                update.judgements == [
                    Judgement(.qr("b", right), .stands(3)), Judgement(.qr("a", left), .stands(2)), refused,
                ])
        }
    }

    @Test func aJudgementOfNothingIsLeftOut() throws {
        let output = CaptureMetadataOutput(detectors: [ScriptedDetector()], decoder: TwoByteDecoder())
        try output.setMetadataObjectTypes([.qr])
        var frame = try frame(output, at: .zero)
        frame.judgements = [Judgement(.qr("a", left), .stands(0))]
        #expect(output.makeSequence().update(for: frame).judgements.isEmpty)
    }

    @Test func viewsOfThePictureAreHandedOn() throws {
        let output = CaptureMetadataOutput(detectors: [ScriptedDetector()], decoder: TwoByteDecoder())
        var frame = try frame(output, at: .zero)
        frame.views.thumbnail = PictureView(mediaType: "image/png", bytes: [1], width: 1, height: 1)
        #expect(output.makeSequence().update(for: frame).views == frame.views)
    }
}
