import Foundation
import MetadataOutput
import Testing

@testable import MetadataRecords

@Suite struct PictureVerdictTests {
    private let picture = TruePicture(
        path: "x/a.png", size: CGSize(width: 100, height: 50),
        codes: [.init(type: "qr", text: "hi"), .init(type: "ean8", text: "96385074")])

    @Test func aRecordIsJudgedAsItIsAndAsItIsWritten() throws {
        let record = Record(
            source: Array("x/a.png".utf8), index: 0,
            result: .success(
                try update([
                    code(.qr, CodeContent(bytes: Array("hi".utf8), text: "hi")),
                    face(FaceContent()),
                ])))
        let line = Data(JSONLinesFormat().lines(for: record))
        let written = try JSONDecoder().decode(RecordLine.self, from: line).report
        let live = ReportedPicture(record, processorTime: nil)
        #expect(written.codes == live.codes && written.faces == live.faces)
        #expect(live.codes.first?.corners?[2] == CGPoint(x: 30, y: 30))
        #expect(live.faces.first?.box == CGRect(x: 50, y: 0, width: 25, height: 25))
    }

    @Test func readingsAreCountedByEngine() {
        let report = ReportedPicture(codes: [
            .init(type: "qr", text: "hi", bytes: nil, corners: nil, engine: "zbar"),
            .init(type: "ean8", text: "11111115", bytes: nil, corners: nil, engine: "zxing"),
        ])
        let verdict = PictureVerdict(on: report, of: picture)
        #expect(verdict.codes == 2 && verdict.read == 1)
        #expect(verdict.missed == [.init(type: "ean8", text: "96385074")])
        #expect(verdict.misread == [.init(type: "ean8", text: "11111115", engine: "zxing")])
        #expect(verdict.engines == ["zbar": .init(read: 1), "zxing": .init(misread: 1)])
    }

    @Test func ofWhatIsNotKnownNothingIsJudged() {
        let face = ReportedPicture.Face(box: CGRect(x: 0, y: 0, width: 9, height: 9), engine: "dlib")
        #expect(PictureVerdict(on: ReportedPicture(faces: [face]), of: picture).falseFaces == 0)
    }

    @Test func whatWasNotReportedIsMissed() {
        #expect(PictureVerdict(on: nil, of: picture).missed.count == 2)
        #expect(PictureVerdict(on: ReportedPicture(error: "damaged"), of: picture).error == "damaged")
    }

    @Test func codesOfOtherTypesNeedNotBeRead() throws {
        let limited = try #require(picture.limited(to: ["ean8", "face"]))
        #expect(limited.codes?.map(\.type) == ["ean8"])
        #expect(limited.optionalCodes.map(\.type) == ["qr"])
        #expect(picture.limited(to: ["face"]) == nil)
    }

    @Test func foldersThatLookTheSameAreTwo() {
        var table = EvaluationTable()
        for folder in ["\u{E9}", "e\u{301}"] {
            var other = picture
            other.path = folder + "/a.png"
            table.add(PictureVerdict(on: nil, of: other))
        }
        #expect(table.rows.map { $0[1] } == ["pictures", "1", "1", "2"])
    }

    @Test func tablesAddUpByFolderAndEngine() {
        var table = EvaluationTable()
        let all = ReportedPicture(codes: [
            .init(type: "qr", text: "hi", bytes: nil, corners: nil, engine: "zbar"),
            .init(type: "ean8", text: "96385074", bytes: nil, corners: nil, engine: "zxing"),
        ])
        table.add(PictureVerdict(on: all, of: picture))
        table.add(PictureVerdict(on: nil, of: picture))
        var other = picture
        other.path = "b.png"
        table.add(PictureVerdict(on: nil, of: other))
        #expect(
            table.rows == [
                ["folder", "pictures", "full", "codes", "read", "recall", "misread"],
                ["x", "2", "1", "4", "2", " 50.0%", "0"],
                ["  zbar", "", "", "", "1", "", "0"],
                ["  zxing", "", "", "", "1", "", "0"],
                [".", "1", "0", "2", "0", "  0.0%", "0"],
                ["all", "3", "1", "6", "2", " 33.3%", "0"],
                ["  zbar", "", "", "", "1", "", "0"],
                ["  zxing", "", "", "", "1", "", "0"],
            ])
    }
}
