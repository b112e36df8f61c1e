import Foundation
import MetadataOutput
import MetadataRecords
import Testing

@Suite struct JSONLinesFormatTests {
    private let head = #"{"v":1,"source":"a.png","index":3,"width":100,"height":50,"objects":["#
    private let place =
        #""bounds":{"x":0.1,"y":0.2,"width":0.2,"height":0.4},"corners":[{"x":0.1,"y":0.2},{"x":0.1,"y":0.6},"#
        + #"{"x":0.3,"y":0.6},{"x":0.3,"y":0.2}]"#
    private let origin = #""confidence":0.9877,"engine":"zxing","step":"plain""#

    @Test func aPictureWithNothingIsALineToo() throws {
        #expect(try lines(JSONLinesFormat(), []) == head + "]}\n")
    }

    @Test func aMatrixCodeHasTextAndBytes() throws {
        let line = try lines(
            JSONLinesFormat(), [code(.qr, CodeContent(bytes: Array("hé".utf8), text: "hé"))])
        #expect(
            line == head + #"{"type":"qr","id":1,\#(place),"text":"hé","bytes":"aMOp",\#(origin)}]}"# + "\n")
    }

    @Test func aLinearCodeHasTextAlone() throws {
        let line = try lines(
            JSONLinesFormat(), [code(.ean8, CodeContent(bytes: Array("96385074".utf8), text: "96385074"))])
        let content =
            #""content":{"kind":"gs1","elements":[{"ai":"01","title":"GTIN","value":"00000096385074"}]}"#
        #expect(
            line == head + #"{"type":"ean8","id":1,\#(place),"text":"96385074",\#(origin),\#(content)}]}"#
                + "\n")
    }

    @Test func aBinaryPayloadHasBytesAlone() throws {
        for type in [MetadataObjectType.dataMatrix, .code128] {
            let line = try lines(JSONLinesFormat(), [code(type, CodeContent(bytes: [0, 255], text: nil))])
            #expect(line.contains(#"]"# + #","bytes":"AP8=","confidence""#))
            #expect(!line.contains(#""text""#) && !line.contains(#""decoded""#))
        }
    }

    @Test func aLocatedCodeHasNeither() throws {
        let line = try lines(
            JSONLinesFormat(), [code(.qr, CodeContent(bytes: [], text: nil, isDecoded: false))])
        #expect(line == head + #"{"type":"qr","id":1,\#(place),"decoded":false,\#(origin)}]}"# + "\n")
    }

    @Test func everythingASymbolTellsStandsInFixedOrder() throws {
        let content = CodeContent(
            bytes: [65], text: "A", symbologyIdentifier: "]Q4", errorCorrectionLevel: "H", version: 7,
            structuredAppend: StructuredAppend(index: 1, count: 4, id: "93"), isMirrored: true,
            isInverted: true,
            eci: [26, 3])
        let line = try lines(JSONLinesFormat(), [code(.qr, content)])
        let rest =
            #","symbologyIdentifier":"]Q4","errorCorrectionLevel":"H","version":7,"#
            + #""structuredAppend":{"index":1,"count":4,"id":"93"},"mirrored":true,"inverted":true,"eci":[26,3]}]}"#
        #expect(line.hasSuffix(origin + rest + "\n"))
    }

    /// A MaxiCode, and an Aztec code that has none.
    @Test func aPartOfAMessageWithoutIDHasNone() throws {
        let content = CodeContent(
            bytes: [65], text: "A", structuredAppend: StructuredAppend(index: 1, count: 4, id: ""))
        let line = try lines(JSONLinesFormat(), [code(.maxiCode, content)])
        #expect(line.hasSuffix(origin + #","structuredAppend":{"index":1,"count":4}}]}"# + "\n"))
    }

    @Test func aFaceHasItsAngles() throws {
        let content = FaceContent(
            rollAngle: 359.996, yawAngle: 12.345, pitchAngle: nil, landmarks: [CGPoint(x: 50, y: 25)])
        let line = try lines(JSONLinesFormat(), [face(content)])
        let object =
            #"{"type":"face","id":1,"faceID":1,"bounds":{"x":0.5,"y":0,"width":0.25,"height":0.5},"rollAngle":0,"#
            + #""yawAngle":12.35,"landmarks":[{"x":0.5,"y":0.5}],"confidence":0.5,"engine":"dlib","step":"upright"}"#
        #expect(line == head + object + "]}\n")
    }

    @Test func aPreviewIsAddedInItsOwnPoints() throws {
        let preview = try #require(
            VideoPreview(size: CGSize(width: 50, height: 100), videoRotationAngle: 90, isVideoMirrored: true))
        let line = try lines(
            JSONLinesFormat(preview: preview),
            [code(.qr, CodeContent(bytes: [49], text: "1")), face(FaceContent(rollAngle: 10, yawAngle: 20))])
        let code =
            #""preview":{"bounds":{"x":10,"y":10,"width":20,"height":20},"corners":[{"x":10,"y":10},{"x":30,"y":10},"#
            + #"{"x":30,"y":30},{"x":10,"y":30}]}}"#
        let face =
            #""preview":{"bounds":{"x":0,"y":50,"width":25,"height":25},"rollAngle":260,"yawAngle":340}}"#
        #expect(line.contains(code))
        #expect(line.contains(face))
    }

    @Test func failedEnginesAreNamed() throws {
        let line = try lines(
            JSONLinesFormat(), [], failures: [EngineFailure(engine: .zbar, reason: "no memory")])
        #expect(line == head + #"],"engineFailures":[{"engine":"zbar","reason":"no memory"}]}"# + "\n")
    }

    @Test func anUnreadableInputIsALine() {
        let error = PayloadError(.undecodable, "damaged\nbadly")
        let record = Record(source: Array("dir/b.png".utf8), index: 0, result: .failure(error))
        let line = String(decoding: JSONLinesFormat().lines(for: record), as: UTF8.self)
        let text =
            #"{"v":1,"source":"dir/b.png","index":0,"error":{"code":"undecodable","message":"damaged badly"}}"#
        #expect(line == text + "\n")
    }

    @Test func aNameThatIsNotTextIsKeptAsBytes() {
        let record = Record(
            source: [0x61, 0xFF, 0x62], index: 0, result: .failure(PayloadError(.empty, "e")))
        let line = String(decoding: JSONLinesFormat().lines(for: record), as: UTF8.self)
        #expect(line.hasPrefix(#"{"v":1,"source":"a\#u{FFFD}b","sourceBytes":"Yf9i","index":0,"#))
    }
}
