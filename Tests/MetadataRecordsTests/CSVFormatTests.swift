import Foundation
import MetadataOutput
import MetadataRecords
import Testing

@Suite struct CSVFormatTests {
    private func format(_ names: String, showsControls: Bool = false) throws -> CSVFormat {
        CSVFormat(
            fields: try RecordFields.all(landmarks: true).chosen(
                names.split(separator: ",").map(String.init)),
            showsControls: showsControls)
    }

    private let hello = code(.ean8, CodeContent(bytes: [57], text: "96385074"))

    @Test func beginsWithNames() throws {
        #expect(
            String(decoding: try format("text,corners.3,v").header, as: UTF8.self)
                == "text,corners.3.x,corners.3.y,v\r\n")
        let names = String(decoding: CSVFormat().header, as: UTF8.self).split(separator: ",")
        #expect(names.first == "source" && names.contains("corners.0.x"))
        #expect(!names.contains("v") && !names.contains("faceID") && names.last == "error.message\r\n")
    }

    @Test func anObjectIsARow() throws {
        let face = face(
            FaceContent(rollAngle: 10, landmarks: [CGPoint(x: 50, y: 25), CGPoint(x: 100, y: 50)]))
        let rows = try lines(
            format("source,type,bounds.x,corners.2,text,rollAngle,landmarks"), [hello, face])
        #expect(rows == "a.png,ean8,0.1,0.3,0.6,96385074,,\r\na.png,face,0.5,,,,10,0.5 0.5 1 1\r\n")
    }

    @Test func aContentIsACellOfJSON() throws {
        let call = code(.qr, CodeContent(bytes: [], text: "tel:1"))
        let cell = #""{""kind"":""phone"",""number"":""1""}""#
        #expect(try lines(format("content,type"), [call]) == "\(cell),qr\r\n")
        let text = code(.qr, CodeContent(bytes: [], text: "1"))
        #expect(try lines(format("content,type"), [text]) == ",qr\r\n")
    }

    @Test func severalNumbersShareACell() throws {
        let content = CodeContent(bytes: [], text: nil, eci: [3, 26])
        #expect(try lines(format("eci,text"), [code(.qr, content)]) == "3 26,\r\n")
    }

    @Test func aPictureWithNothingIsARow() throws {
        #expect(try lines(format("index,width,type"), []) == "3,100,\r\n")
    }

    @Test func aRowWithNothingInItIsNone() throws {
        #expect(try lines(format("text,type"), []) == "")
        #expect(try lines(format("text"), [face(FaceContent()), hello]) == "96385074\r\n")
    }

    @Test func failedEnginesAreRows() throws {
        let failures = [
            EngineFailure(engine: .zbar, reason: "a, b"), EngineFailure(engine: .zxing, reason: "c"),
        ]
        let rows = try lines(format("index,type,engineFailures"), [hello], failures: failures)
        #expect(rows == "3,ean8,,\r\n3,,zbar,\"a, b\"\r\n3,,zxing,c\r\n")
        #expect(try lines(format("index,type"), [hello], failures: failures) == "3,ean8\r\n")
    }

    @Test func errorsAreRowsIfThereIsAColumn() throws {
        let record = Record(
            source: [0x61, 0xFF], index: 0, result: .failure(PayloadError(.empty, "no \"bytes\"")))
        let with = try format("sourceBytes,error,type")
        #expect(
            String(decoding: with.lines(for: record), as: UTF8.self) == "Yf8=,empty,\"no \"\"bytes\"\"\",\r\n"
        )
        #expect(with.includesErrors && !with.includesEngineFailures)
        let without = try format("source,type")
        #expect(without.lines(for: record).isEmpty && !without.includesErrors)
        #expect(CSVFormat().includesErrors && CSVFormat().includesEngineFailures)
    }

    @Test(arguments: [
        ("a\"b", #""a""b""#), ("a,b", #""a,b""#), ("a\nb", "\"a\nb\""), ("a\r\nb", "\"a\r\nb\""),
        (" a ", " a "),
        ("=1+1", "=1+1"), ("\u{1B}[0m\u{1D}", "\u{1B}[0m\u{1D}"), ("é\u{2028}", "é\u{2028}"),
        ("\u{301},", "\"\u{301},\""), ("\"\u{301}\nb", "\"\"\"\u{301}\nb\""),
        ("a\"\u{332},b", "\"a\"\"\u{332},b\""),
        ("\"\u{200D}", "\"\"\"\u{200D}\""), ("\r\n", "\"\r\n\""), (",\u{301}", "\",\u{301}\""),
    ])
    func textStaysExact(text: String, cell: String) throws {
        let rows = try lines(format("type,text"), [code(.qr, CodeContent(bytes: [], text: text))])
        #expect(Array(rows.unicodeScalars) == Array("qr,\(cell)\r\n".unicodeScalars))
    }

    @Test func aRowHasWhatIsSaidOfThePictureBehindItsObjects() throws {
        let fields = try RecordFields.all(hints: true).chosen(["text", "hints", "index", "engineFailures"])
        func rows(_ readings: [Reading], failures: [EngineFailure] = []) throws -> String {
            var update = try update(readings, failures: failures)
            update.hints = [.tooDark, .tooFar]
            let record = Record(source: [], index: 3, result: .success(update))
            return String(decoding: CSVFormat(fields: fields).lines(for: record), as: UTF8.self)
        }
        let failure = EngineFailure(engine: .zbar, reason: "c")
        #expect(
            try rows([hello, face(FaceContent())], failures: [failure])
                == "96385074,tooDark tooFar,3,,\r\n,tooDark tooFar,3,,\r\n,tooDark tooFar,3,zbar,c\r\n")
        #expect(try rows([]) == ",tooDark tooFar,3,,\r\n")
    }

    @Test func aTerminalIsShownPictures() throws {
        let content = CodeContent(bytes: [], text: "\u{1B}[0m\u{7F}\u{85}\n,é")
        let rows = try lines(format("text", showsControls: true), [code(.qr, content)])
        #expect(rows == "\"\u{241B}[0m\u{2421}\u{FFFD}\u{240A},é\"\r\n")
    }

    @Test func aPreviewHasColumns() throws {
        let preview = try #require(VideoPreview(size: CGSize(width: 50, height: 100), videoRotationAngle: 90))
        let all = RecordFields.all(preview: preview)
        let format = CSVFormat(
            fields: try all.chosen(["preview.bounds", "preview.corners.0.x"]), preview: preview)
        #expect(try lines(format, [hello]) == "20,10,20,20,40\r\n")
    }
}
