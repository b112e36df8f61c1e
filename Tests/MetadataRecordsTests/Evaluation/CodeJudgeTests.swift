import Foundation
import Testing

@testable import MetadataRecords

private let here = CGRect(x: 0, y: 0, width: 10, height: 10).fourCorners
private let there = CGRect(x: 50, y: 50, width: 10, height: 10).fourCorners

@Suite struct CodeJudgeTests {
    private typealias Report = ReportedPicture.Code

    private func report(
        _ type: String, _ text: String?, bytes: [UInt8]? = nil, corners: [CGPoint]? = nil
    ) -> Report {
        Report(type: type, text: text, bytes: bytes, corners: corners, engine: "e")
    }

    /// What a judge says of reports of a picture with these codes, in short: indices of codes read and missed, texts
    /// misread, and duplicates.
    private func judged(
        _ codes: [TruePicture.Code], _ reports: [Report], change: (inout TruePicture) -> Void = { _ in }
    ) -> String {
        var picture = TruePicture(path: "a.png", size: CGSize(width: 100, height: 100), codes: codes)
        change(&picture)
        let verdict = CodeJudge(forms: CodeForms(isLenient: false)).verdict(on: reports, of: picture)
        return [
            "read \(verdict.read.map(\.code).sorted())", "missed \(verdict.missed)",
            "misread \(verdict.misread.map { reports[$0].text ?? "" })", "twice \(verdict.duplicates)",
        ].joined(separator: ", ").replacing("\"", with: "")
    }

    @Test func rightTextIsReadAndWrongTextMisread() {
        let reports = [report("qr", "a"), report("qr", "b")]
        #expect(
            judged([.init(type: "qr", text: "a")], reports) == "read [0], missed [], misread [b], twice 0")
    }

    @Test func sameTextOfAnotherKindIsAMisreading() {
        #expect(
            judged([.init(type: "qr", text: "a")], [report("aztec", "a")])
                == "read [], missed [0], misread [a], twice 0")
    }

    @Test func eachReportTakesOneCode() {
        let same = [
            TruePicture.Code(type: "qr", text: "a", corners: here),
            TruePicture.Code(type: "qr", text: "a", corners: there),
        ]
        #expect(
            judged(same, [report("qr", "a", corners: there)]) == "read [1], missed [0], misread [], twice 0")
        #expect(
            judged(same, [report("qr", "a"), report("qr", "a")])
                == "read [0, 1], missed [], misread [], twice 0")
    }

    @Test func oneTooManyIsADuplicate() {
        #expect(
            judged([.init(type: "qr", text: "a")], [report("qr", "a"), report("qr", "a")])
                == "read [0], missed [], misread [], twice 1")
    }

    @Test func anyTextCountsAtThePlaceOfACodeNobodyHasRead() {
        let unread = [TruePicture.Code(type: "qr", corners: here)]
        let read = "read [0], missed [], misread [], twice 0"
        #expect(judged(unread, [report("qr", "x", corners: here)]) == read)
        #expect(judged(unread, [report("qr", "x")]) == read)
        #expect(
            judged(unread, [report("qr", "x", corners: there)]) == "read [], missed [0], misread [x], twice 0"
        )
        #expect(
            judged(unread, [report("qr", "x", corners: here), report("qr", "y", corners: here)])
                == "read [0], missed [], misread [], twice 1")
    }

    @Test func textGoesBeforePlace() {
        let both = [
            TruePicture.Code(type: "qr", corners: here),
            TruePicture.Code(type: "qr", text: "a", corners: there),
        ]
        #expect(
            judged(both, [report("qr", "a", corners: here)]) == "read [1], missed [0], misread [], twice 0")
    }

    @Test func bytesAreCompared() {
        let binary = [TruePicture.Code(type: "aztec", bytes: [0xE1, 0xA1])]
        #expect(
            judged(binary, [report("aztec", nil, bytes: [0xE1, 0xA1])])
                == "read [0], missed [], misread [], twice 0")
        #expect(
            judged(binary, [report("aztec", "?", bytes: [0xE1])])
                == "read [], missed [0], misread [?], twice 0")
    }

    @Test func piecesAlternativesAndAddOnsCount() {
        let read = "read [0], missed [], misread [], twice 0"
        #expect(judged([.init(type: "qr", partOf: "abc")], [report("qr", "bc")]) == read)
        #expect(judged([.init(type: "qr", partOf: "abc")], [report("qr", "")]) != read)
        #expect(
            judged([.init(type: "code39", text: "a", alternatives: ["b"])], [report("code39", "b")]) == read)
        let withAddOn = [TruePicture.Code(type: "ean13", text: "4006381333931", addOn: "05")]
        #expect(judged(withAddOn, [report("ean13", "4006381333931 05")]) == read)
        #expect(judged(withAddOn, [report("ean13", "4006381333931"), report("ean2", "05")]) == read)
    }

    @Test func optionalCodesAreExcused() {
        let reports = [report("qr", "a"), report("ean13", "0012587600344")]
        let optional = judged([.init(type: "qr", text: "a")], reports) {
            $0.optionalCodes = [.init(type: "ean13", text: "012587600344")]
        }
        #expect(optional == "read [0], missed [], misread [], twice 0")
    }

    @Test func nothingIsExcusedWhereThereIsNothing() {
        #expect(
            judged([], [report("qr", "a")]) { $0.isNegative = true }
                == "read [], missed [], misread [a], twice 0")
        #expect(
            judged([], [report("qr", "a")]) {
                $0.isNegative = true
                $0.isIncomplete = true
            } == "read [], missed [], misread [a], twice 0")
    }

    @Test func moreMayBeVisibleButNotOnAKnownCode() {
        let codes = [TruePicture.Code(type: "qr", text: "a", corners: here)]
        #expect(
            judged(codes, [report("qr", "b", corners: there)]) { $0.isIncomplete = true }
                == "read [], missed [0], misread [], twice 0")
        #expect(
            judged(codes, [report("qr", "b", corners: here)]) { $0.isIncomplete = true }
                == "read [], missed [0], misread [b], twice 0")
    }

    @Test func whatWasOnlyLocatedCountsNeitherWay() {
        #expect(
            judged([.init(type: "qr", text: "a")], [report("qr", nil, corners: there)])
                == "read [], missed [0], misread [], twice 0")
    }
}

extension CGRect {
    fileprivate var fourCorners: [CGPoint] {
        [
            CGPoint(x: minX, y: minY), CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY),
            CGPoint(x: maxX, y: minY),
        ]
    }
}
