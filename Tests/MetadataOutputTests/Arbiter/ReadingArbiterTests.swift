import Foundation
import MetadataOutput
import Testing

@Suite struct ReadingArbiterTests {
    private let arbiter = ReadingArbiter()

    private func texts(_ readings: Reading...) -> [String?] {
        arbiter.detections(readings).map(\.reading.text)
    }

    // MARK: Error-corrected symbols

    @Test func oneReadingOfAMatrixCodeStands() throws {
        let verdict = arbiter.verdict(on: [.code(.qr, "a")])
        #expect(verdict.accepted.map(\.reading.text) == ["a"])
        #expect(verdict.waiting.isEmpty)
        #expect(verdict.accepted[0].confidence > 0.99)
    }

    @Test func readingsOfOneSymbolAreOneDetection() throws {
        let detections = arbiter.detections([
            .code(.qr, "a"), .code(.qr, "a", by: .zbar, in: "plain-zbar"),
            .code(.qr, "a", in: "contrast", x: 3),
        ])
        #expect(detections.count == 1)
        #expect(detections.first?.reading.engine == .zxing)
        let alone = try #require(arbiter.detections([.code(.qr, "a")]).first)
        #expect(try #require(detections.first).confidence > alone.confidence)
    }

    @Test func anAddOnThatALaterReadingSawIsTold() throws {
        var later = Reading.code(.ean13, "9780201379624", lines: 20)
        guard case .code(var content) = later.content else { return }
        content.addOn = "51299"
        later.content = .code(content)
        let detections = arbiter.detections([.code(.ean13, "9780201379624", lines: 20), later])
        let told = try #require(detections.first)
        guard case .code(let code) = told.reading.content else { return }
        #expect(detections.count == 1 && code.addOn == "51299")
    }

    /// Next to nothing of an add-on is checked.
    @Test func ofAddOnsThatDisagreeNoneIsTold() throws {
        let readings = ["27", nil, "27315"].map { addOn in
            var reading = Reading.code(.ean13, "9780201379624", lines: 20)
            if case .code(var content) = reading.content {
                content.addOn = addOn
                reading.content = .code(content)
            }
            return reading
        }
        for order in [readings, readings.reversed()] {
            let told = try #require(arbiter.detections(order).first)
            guard case .code(let code) = told.reading.content else { return }
            #expect(code.addOn == nil && code.text == "9780201379624")
        }
    }

    /// One reaches over the add-on, whose bars are shorter.
    @Test func anOutlineIsThatOfTheCodeWithoutItsAddOn() throws {
        var wide = Reading.code(.ean13, "9780201379624", lines: 160, width: 160)
        guard case .code(var content) = wide.content else { return }
        content.addOn = "51299"
        wide.content = .code(content)
        let own = Reading.code(.ean13, "9780201379624", lines: 20, width: 100)
        for readings in [[wide, own], [own, wide]] {
            let told = try #require(arbiter.detections(readings).first)
            guard case .code(let code) = told.reading.content else { return }
            #expect(told.reading.corners == own.corners && code.addOn == "51299")
        }
    }

    /// A few lines of a turned code end in the middle of it.
    @Test func theOutlineIsWhereBarsMatch() throws {
        var part = Reading.code(.gs1DataBarExpanded, "0198898765432106", lines: 8, width: 90)
        part.evidence.proof = LinearProof(residue: 0.41, worst: 1, margin: -0.1)
        var whole = Reading.code(.gs1DataBarExpanded, "0198898765432106", lines: 100, width: 160)
        whole.evidence.proof = LinearProof(residue: 0.07, worst: 0.3, margin: 0.3)
        for readings in [[part, whole], [whole, part]] {
            let detections = arbiter.detections(readings)
            #expect(detections.map(\.reading.corners) == [whole.corners])
        }
        // Where both match, the first has it.
        part.evidence.proof = LinearProof(residue: 0.1, worst: 0.3, margin: 0.3)
        #expect(arbiter.detections([part, whole]).map(\.reading.corners) == [part.corners])
    }

    @Test func equalSymbolsAtTwoPlacesAreTwo() {
        #expect(texts(.code(.qr, "a"), .code(.qr, "a", x: 300)) == ["a", "a"])
    }

    @Test func ofTwoTextsAtOnePlaceTheFirstStands() {
        #expect(texts(.code(.qr, "a"), .code(.aztec, "b", by: .zbar, x: 5)) == ["a"])
    }

    /// With the last of its error correction a PDF417 may become another one.
    @Test func whatNeededAllItsErrorCorrectionFallsBesideAnother() {
        var strained = Reading.code(.pdf417, "a")
        strained.evidence.unusedErrorCorrection = 0
        var sure = Reading.code(.pdf417, "b", x: 5)
        sure.evidence.unusedErrorCorrection = 0.7
        #expect(texts(strained, sure) == ["b"])
        #expect(texts(strained) == ["a"])
        // One of another type may be read within it.
        #expect(texts(strained, .code(.dataMatrix, "c")) == ["a"])
    }

    /// As a logo, say.
    @Test func aQRCodeInTheMiddleOfAnotherIsOneOfItsOwn() {
        func code(_ text: String, side: Double) -> Reading {
            var reading = Reading.code(.qr, text)
            reading.corners = CGRect(x: 50 - side / 2, y: 50 - side / 2, width: side, height: side).corners
            return reading
        }
        #expect(texts(code("in", side: 20), code("out", side: 100)) == ["in", "out"])
        #expect(texts(code("out", side: 100), code("in", side: 50)) == ["out", "in"])
        // More than the middle no symbol can spare.
        #expect(texts(code("in", side: 60), code("out", side: 100)) == ["in"])
        #expect(texts(.code(.dataMatrix, "in", width: 20), code("out", side: 100)) == ["in"])
    }

    @Test func mostlyNULIsNoCode() {
        #expect(texts(.code(.aztec, "\0\0\0A")) == [])
        #expect(texts(.code(.aztec, "\0\0AB")) == ["\0\0AB"])
    }

    @Test func aLinearReadingWithinAMatrixCodeFalls() {
        #expect(texts(.code(.code128, "12", lines: 9, width: 20), .code(.pdf417, "a")) == ["a"])
    }

    // MARK: Types of other detectors

    @Test func whatAnotherDetectorSawIsItsOwnBusiness() {
        let lamp = MetadataObjectType(rawValue: "org.example.lamp")
        #expect(texts(.code(lamp, "on")) == ["on"])
        // Also within a symbol, and two of one text.
        #expect(texts(.code(.qr, "a"), .code(lamp, "on"), .code(lamp, "on", x: 300)) == ["a", "on", "on"])
        #expect(texts(.code(lamp, "on"), .code(lamp, "on", x: 3)) == ["on"])
    }

    // MARK: Linear symbols alone

    /// Type, evidence and whether one reading is enough.
    static let alone: [(reading: Reading, stands: Bool)] = [
        (.code(.ean13, "4012345678901", lines: 2), true),
        (.code(.ean13, "4012345678901", lines: 1), false),
        (.code(.ean13, "4012345678901", lines: 2, source: .strip), false),
        (.code(.ean13, "4012345678901", lines: 3, source: .strip), true),
        (.code(.ean13, "4012345678901", quality: 11), true),
        (.code(.ean13, "4012345678901", quality: 10), false),
        (.code(.ean13, "4012345678901", quality: 9, source: .rescue), true),
        (.code(.ean13, "4012345678901", quality: 8, source: .rescue), false),
        (.code(.upce, "01234565", lines: 2), false),
        (.code(.upce, "01234565", lines: 5), false),
        (.code(.upce, "01234565", lines: 6), true),
        (.code(.ean8, "55123457", quality: 16), false),
        (.code(.ean8, "55123457", quality: 17), true),
        (.code(.interleaved2of5, "12345678", lines: 2), true),
        (.code(.interleaved2of5, "123456", lines: 2), false),
        (.code(.interleaved2of5, "12345678", lines: 2, source: .rescue), false),
        (.code(.itf14, "00012345678905", quality: 9), false),
        (.code(.code39, "ABC", lines: 9), false),
        (.code(.code39, "ABCD", lines: 2), true),
        (.code(.codabar, "A1B", lines: 2), false),
        (.code(.codabar, "A12B", quality: 4), true),
        (.code(.code128, "X", quality: 3), false),
        (.code(.gs1DataBar, "0100012345678905", quality: 60), false),
        (.code(.gs1DataBar, "0100012345678905", lines: 3), false),
        (.code(.gs1DataBar, "0100012345678905", lines: 4), true),
        (.code(.gs1DataBarExpanded, "01ABC", quality: 60), false),
    ]

    @Test(arguments: alone.indices) func oneLinearReading(index: Int) {
        let (reading, stands) = Self.alone[index]
        let verdict = arbiter.verdict(on: [reading])
        #expect(verdict.accepted.count == (stands ? 1 : 0), "\(reading.type.name) \(reading.evidence)")
        #expect(verdict.waiting.count == (stands ? 0 : 1))
    }

    // MARK: Second opinions

    private let weak = Reading.code(.upce, "01234565", lines: 2)

    @Test func aSecondEngineIsEnough() {
        #expect(texts(weak, .code(.upce, "01234565", quality: 1)) == ["01234565"])
    }

    @Test func aSecondPassOfZXingIsEnough() {
        #expect(texts(weak, .code(.upce, "01234565", lines: 2, in: "contrast")) == ["01234565"])
        #expect(texts(weak, .code(.upce, "01234565", lines: 2)) == [], "the same step says nothing new")
    }

    @Test func twoPassesOfZBarNeedOneGoodOne() {
        let first = Reading.code(.interleaved2of5, "123456", quality: 12)
        let weakSecond = Reading.code(.interleaved2of5, "123456", quality: 18, in: "bar-strips")
        let goodSecond = Reading.code(.interleaved2of5, "123456", quality: 19, in: "bar-strips")
        #expect(texts(first, weakSecond) == [])
        #expect(texts(first, goodSecond) == ["123456"])
    }

    @Test func anotherTextIsNoSecondOpinion() {
        #expect(texts(weak, .code(.upce, "01234572", quality: 1)) == [])
    }

    @Test func tooShortIsNoCodeWhoeverAgrees() {
        let verdict = arbiter.verdict(on: [
            .code(.interleaved2of5, "12", lines: 9), .code(.interleaved2of5, "12", quality: 90),
        ])
        #expect(verdict.accepted.isEmpty && verdict.waiting.isEmpty)
    }

    // MARK: Several texts at one place

    @Test func piecesOfAnInterleavedCodeFall() {
        #expect(
            texts(
                .code(.interleaved2of5, "34567890", lines: 2),
                .code(.itf14, "00034567890127", lines: 2)) == ["00034567890127"])
    }

    /// The upright boxes around two of them hold each other's middles.
    @Test(arguments: [15.0, 37, 45, 120])
    func leaningCodesAboveEachOtherAreTwo(degrees: Double) {
        func leaning(_ text: String, y: Double) -> Reading {
            var reading = Reading.code(.code39, text, lines: 9)
            let place = OrientedBox(center: .zero, degrees: degrees, width: 0, height: 0)
            reading.corners = CGRect(x: -120, y: y, width: 240, height: 80).corners.map(place.point)
            return reading
        }
        #expect(texts(leaning("I3FIJC", y: 0), leaning("DHCD81", y: 90)) == ["I3FIJC", "DHCD81"])
        #expect(texts(leaning("I3FIJC", y: 0), leaning("DHCD81", y: 20)) == ["I3FIJC"])
    }

    @Test func moreEnginesWin() {
        #expect(
            texts(
                .code(.ean13, "1077778003259", lines: 2), .code(.ean13, "0075720003259", lines: 2),
                .code(.ean13, "0075720003259", quality: 30)) == ["0075720003259"])
    }

    @Test func thenMorePassesWinThenTheFirst() {
        let (a, b) = (
            Reading.code(.ean13, "4012345678901", lines: 2), Reading.code(.ean13, "4012345678918", lines: 2)
        )
        #expect(texts(a, b, .code(.ean13, "4012345678918", lines: 2, in: "contrast")) == ["4012345678918"])
        #expect(texts(b, a) == ["4012345678918"])
    }

    @Test func whatWaitsBesideAnAcceptedCodeIsSettled() {
        let verdict = arbiter.verdict(on: [.code(.ean13, "4012345678901", lines: 2), weak])
        #expect(verdict.accepted.count == 1)
        #expect(verdict.waiting.isEmpty)
    }

    // MARK: Located codes, faces

    @Test func aLocatedCodeIsReportedUnlessItWasRead() {
        let located = Reading.code(.qr, nil)
        let detections = arbiter.detections([located])
        #expect(detections.count == 1)
        #expect(detections.first.map { $0.confidence < 0.9 } == true)
        #expect(texts(located, .code(.qr, "a", x: 4)) == ["a"])
        #expect(arbiter.detections([located, .code(.qr, nil, in: "contrast")]).count == 1)
    }

    @Test func facesPassWithTheConfidenceOfTheirScore() throws {
        let face = Reading(
            type: .face, corners: CGRect(x: 0, y: 0, width: 9, height: 9).corners,
            content: .face(FaceContent()), engine: .dlib, step: "hog",
            evidence: Evidence(source: .plain, score: 0.3))
        let detection = try #require(arbiter.detections([.code(.qr, "a"), face]).last)
        #expect(detection.reading == face)
        #expect(detection.confidence == FaceConfidence.confidence(engine: .dlib, score: 0.3))
    }

    /// Labels in rows that are closer than a part of their length, as bars say that clearly.
    @Test func rowsOfOtherTextsAreSymbolsOfTheirOwn() {
        func row(_ text: String, at y: Double, isClear: Bool) -> Reading {
            var reading = Reading.code(.code128, text, lines: 10)
            reading.corners = CGRect(x: 0, y: y, width: 355, height: 14).corners
            if isClear {
                reading.evidence.proof = LinearProof(residue: 0.02, worst: 0.1, margin: 0.4, quiet: 0)
            }
            return reading
        }
        for isClear in [false, true] {
            let rows = (0..<4).map { row("row \($0)", at: Double($0) * 22, isClear: isClear) }
            #expect((arbiter.detections(rows).count == 4) == isClear)
        }
        // Within another's bars there is none.
        let one = [row("one", at: 0, isClear: true), row("two", at: 4, isClear: true)]
        #expect(arbiter.detections(one).count == 1)
    }
}
