import Foundation
import MetadataOutput
import Testing

/// Why readings stand or fall, in the arbiter and in the output.
@Suite struct JudgementTests {
    private func decisions(_ readings: Reading...) -> [Judgement.Decision] {
        let judgements = ReadingArbiter().verdict(on: readings).judgements
        #expect(judgements.map(\.reading) == readings)
        return judgements.map(\.decision)
    }

    // MARK: The arbiter's reasons

    @Test func theFirstReadingStandsAndOthersSupportIt() {
        let face = Reading.face(CGRect(x: 0, y: 0, width: 9, height: 9))
        #expect(
            decisions(
                .code(.qr, "a"), face, .code(.qr, "b", x: 300), .code(.qr, "a", by: .zbar, x: 2),
                .code(.qr, "a")) == [.stands(0), .stands(2), .stands(1), .supports(0), .supports(0)])
    }

    @Test func ofTwoTextsTheOtherStands() {
        #expect(decisions(.code(.qr, "a"), .code(.qr, "b", x: 3)) == [.stands(0), .refused(.anotherStands)])
        #expect(decisions(.code(.qr, nil), .code(.qr, "b")) == [.refused(.anotherStands), .stands(0)])
    }

    @Test func matrixCodesThatFall() {
        #expect(decisions(.code(.aztec, "\0\0\0A")) == [.refused(.mostlyNull)])
        #expect(
            decisions(.code(.code128, "12", lines: 9, width: 20), .code(.pdf417, "a")) == [
                .refused(.insideMatrixCode), .stands(0),
            ])
    }

    @Test func linearCodesThatFall() {
        #expect(decisions(.code(.interleaved2of5, "12", lines: 9)) == [.refused(.tooShort)])
        #expect(
            decisions(
                .code(.interleaved2of5, "34567890", lines: 2), .code(.itf14, "00034567890127", lines: 2))
                == [.refused(.pieceOfLongerReading), .stands(0)])
        #expect(
            decisions(.code(.ean13, "4012345678901", lines: 2), .code(.upce, "01234565", lines: 2)) == [
                .stands(0), .refused(.anotherStands),
            ])
    }

    @Test(arguments: [
        (Reading.code(.upce, "01234565", lines: 3), Refusal.Shortfall.lines(6)),
        (.code(.ean13, "4012345678901", lines: 2, source: .strip), .lines(3)),
        (.code(.ean13, "4012345678901", quality: 10), .quality(11)),
        (.code(.gs1DataBar, "0100012345678905", lines: 4, source: .strip), .lines(5)),
        (.code(.gs1DataBar, "0100012345678905", quality: 60, source: .strip), .secondEngine),
        (.code(.code39, "AB", lines: 9), .characters(4)),
        (.code(.itf14, "00012345678905", lines: 9, source: .rescue), .plainPicture),
    ])
    func whatWaitsSaysWhatItLacks(reading: Reading, shortfall: Refusal.Shortfall) {
        #expect(decisions(reading) == [.refused(.needsSecondOpinion(shortfall))])
    }

    @Test func besideAnotherSymbolMoreIsNeeded() {
        let near = Reading.code(.upce, "01234565", quality: 18, x: 95)
        #expect(decisions(near) == [.stands(0)])
        #expect(
            decisions(.code(.ean13, "4012345678901", lines: 2), near) == [
                .stands(0), .refused(.needsSecondOpinion(.quality(23))),
            ])
        #expect(
            decisions(.code(.qr, "a"), near, .code(.upce, "01234565", lines: 2, x: 96)) == [
                .stands(0), .stands(1), .supports(1),
            ])
        #expect(
            decisions(.code(.qr, "a"), .code(.upce, "01234565", quality: 18, x: 130)) == [
                .stands(0), .stands(1),
            ])
    }

    // MARK: The output's reasons

    @Test func numbersAreTheObjectsIds() throws {
        let judgements = try judgements(
            of: .code(.qr, "right", x: 130), .code(.qr, "left"), .code(.qr, "right", by: .zbar, x: 131))
        #expect(judgements.map(\.decision) == [.stands(2), .stands(1), .supports(2)])
    }

    @Test func whatWasNotWantedIsRefused() throws {
        let region = CGRect(x: 0, y: 0, width: 0.2, height: 1)
        let judgements = try judgements(
            of: .code(.aztec, "a"), .code(.qr, "b", x: 120), .code(.qr, "b", by: .zbar, x: 120),
            within: region)
        let outside = Judgement.Decision.refused(.outsideRectOfInterest)
        #expect(judgements.map(\.decision) == [.refused(.typeNotRequested), outside, outside])
    }

    @Test func whatHasNoPlaceIsRefused() throws {
        var reading = Reading.code(.qr, "a")
        reading.corners[1].y = .nan
        #expect(try judgements(of: reading).map(\.decision) == [.refused(.withoutPlace)])
    }

    @Test func whatDetectorsRefuseComesLast() throws {
        let refused = Judgement(.code(.gs1DataBarExpanded, "?"), .refused(.implausible))
        let output = CaptureMetadataOutput(
            detectors: [ScriptedDetector(readings: [.code(.qr, "a")], refused: [refused])],
            decoder: TwoByteDecoder())
        try output.setMetadataObjectTypes([.qr])
        let update = try output.update(for: .encoded([200, 200], limits: .standard))
        #expect(update.judgements == [Judgement(.code(.qr, "a"), .stands(1)), refused])
    }

    private func judgements(
        of readings: Reading..., within region: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    ) throws -> [Judgement] {
        let output = CaptureMetadataOutput(
            detectors: [ScriptedDetector(readings: readings)], decoder: TwoByteDecoder())
        try output.setMetadataObjectTypes([.qr])
        try output.setRectOfInterest(region)
        return try output.update(for: .encoded([250, 100], limits: .standard)).judgements
    }
}
