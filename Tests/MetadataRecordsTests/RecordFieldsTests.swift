import Foundation
import MetadataOutput
import MetadataRecords
import Testing

@Suite struct RecordFieldsTests {
    private let preview: VideoPreview
    private let all: RecordFields

    init() throws {
        preview = try #require(VideoPreview(size: CGSize(width: 10, height: 10)))
        let square = CGRect(x: 0, y: 0, width: 1, height: 1).corners
        let zone = try #require(Zone(name: "door", corners: square))
        all = RecordFields.all(
            preview: preview, landmarks: true, isSequence: true, isLive: true, zones: [zone], hints: true)
    }

    /// The schema is the list: what it has can be chosen, and nothing else.
    @Test func areThoseOfTheSchema() throws {
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(RecordSchema.text.utf8)) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
        var names = paths(in: schema, definitions)
        for part in ["seen", "failed"] { names.formUnion(paths(in: definitions[part] ?? [:], definitions)) }
        for kind in ["code", "face"] { names.formUnion(paths(in: definitions[kind] ?? [:], definitions)) }
        names = names.filter { name in !names.contains { $0.hasPrefix(name + ".") } }
        let chosen = Set(all.names.map { $0.replacing(/\.[0-3]\.[xy]$/, with: "") })
        #expect(chosen == names)
        #expect(chosen.count > 40)
    }

    /// The same for events.
    @Test func ofEventsAreThoseOfTheSchema() throws {
        let events = try RecordFields.ofEvents(
            preview: preview, landmarks: true, isLive: true,
            zones: [#require(Zone(name: "door", corners: CGRect(x: 0, y: 0, width: 1, height: 1).corners))],
            hints: true)
        let own = [
            "event", "reads", "dwell", "pictures.id", "pictures.still", "pictures.object", "clip.id",
            "clip.movie",
        ]
        let ofRecordsAlone = [
            "error.code", "error.message", "engineFailures.engine", "engineFailures.reason",
        ]
        #expect(Set(events.names) == Set(all.names + own).subtracting(ofRecordsAlone))
        let chosen = try events.chosen(["text", "event", "bounds.x"])
        let update = MetadataUpdate(time: .zero, width: 1, height: 1, objects: [], failures: [])
        let object = MetadataMachineReadableCodeObject(
            type: .qr, time: .zero, timeInView: .zero, bounds: .zero, objectID: 1, confidence: 1,
            engine: .zbar,
            step: "", corners: CGRect.zero.corners, content: CodeContent(bytes: [], text: "hi"))
        let record = EventRecord(
            source: [], index: 0, update: update,
            event: MetadataEvent(.appeared, object, reads: 1, dwell: .zero))
        let line = String(decoding: JSONLinesFormat(fields: chosen).lines(for: record), as: UTF8.self)
        #expect(
            line.wholeMatch(of: /\{"event":"appeared","object":\{"bounds":\{"x":[0-9.]+\},"text":"hi"\}\}\n/)
                != nil, "\(line)")
    }

    /// The names of a schema's properties, with dots; objects' properties have no prefix.
    private func paths(in schema: [String: Any], _ definitions: [String: [String: Any]]) -> Set<String> {
        var names: Set<String> = []
        if let reference = schema["$ref"] as? String,
            let target = definitions[reference.replacing("#/$defs/", with: "")]
        {
            names.formUnion(paths(in: target, definitions))
        }
        for (name, value) in schema["properties"] as? [String: [String: Any]] ?? [:] where name != "objects" {
            names.insert(name)
            let inner = value["items"] as? [String: Any] ?? value
            if inner["$ref"] as? String != "#/$defs/point",
                value["$ref"] as? String != "#/$defs/quadrilateral",
                value["$ref"] as? String != "#/$defs/landmarks"
            {
                names.formUnion(paths(in: inner, definitions).map { "\(name).\($0)" })
            }
        }
        return names
    }

    /// Fields of different kinds of objects in one order, true to each; what follows the objects follows them all.
    @Test func standInTheOrderOfTheRecord() {
        let order = [
            "v", "sourceBytes", "index", "type", "id", "faceID", "bounds.x", "rollAngle", "landmarks",
            "corners.0.x", "decoded",
            "text", "confidence", "eci", "preview.bounds.x", "preview.rollAngle", "engineFailures.reason",
            "error.message",
        ]
        #expect(all.names.filter(order.contains) == order)
    }

    @Test func dependOnTheFlags() {
        let names = RecordFields.all().names
        #expect(!names.contains { $0.hasPrefix("preview") || ["landmarks", "time", "frame"].contains($0) })
        #expect(names.contains("corners.3.y"))
    }

    @Test func areChosenByNameInAnyOrder() throws {
        #expect(try all.chosen(["text", "source"]).names == ["text", "source"])
        #expect(
            try all.chosen(["bounds.y", "bounds"]).names == [
                "bounds.y", "bounds.x", "bounds.width", "bounds.height",
            ])
        #expect(try all.chosen(["corners.2"]).names == ["corners.2.x", "corners.2.y"])
        #expect(try all.chosen(["error"]).names == ["error.code", "error.message"])
        #expect(try all.chosen(["objects"]).names.first == "type")
    }

    @Test(arguments: ["", "Type", "bounds.", "bound", "corners.4", "objects.type", "type.x"])
    func unknownNamesAreRefusedWithTheValidOnes(name: String) throws {
        let error = #expect(throws: UnknownRecordField.self) { try all.chosen(["source", name]) }
        #expect(error?.name == name)
        #expect(error?.valid.contains("bounds.x") == true && error?.valid.contains("corners") == true)
        for name in error?.valid ?? [] { _ = try all.chosen([name]) }
    }

    @Test func areThoseOfAJSONObject() throws {
        let format = JSONLinesFormat(fields: try all.chosen(["text", "bounds.x", "source", "type"]))
        let code = try lines(format, [code(.ean8, CodeContent(bytes: [57], text: "96385074"))])
        #expect(
            code == #"{"source":"a.png","objects":[{"type":"ean8","bounds":{"x":0.1},"text":"96385074"}]}"#
                + "\n")
    }

    /// Its fields depend on its kind, so that it is chosen as one.
    @Test func aContentIsOneField() throws {
        let format = JSONLinesFormat(fields: try all.chosen(["content"]))
        let line = try lines(format, [code(.qr, CodeContent(bytes: [], text: "geo:1,-2.5"))])
        #expect(
            line == #"{"objects":[{"content":{"kind":"geo","latitude":1,"longitude":-2.5}}]}"# + "\n")
        #expect(throws: UnknownRecordField.self) { try all.chosen(["content.kind"]) }
    }

    @Test func whatFailedIsSaidInAnyCase() throws {
        let format = JSONLinesFormat(fields: try all.chosen(["index"]))
        let engine = try lines(format, [], failures: [EngineFailure(engine: .zbar, reason: "-")])
        #expect(engine == #"{"index":3,"engineFailures":[{"engine":"zbar","reason":"-"}]}"# + "\n")
        let record = Record(source: Array("b".utf8), index: 0, result: .failure(PayloadError(.empty, "-")))
        #expect(
            String(decoding: format.lines(for: record), as: UTF8.self)
                == #"{"v":1,"source":"b","index":0,"error":{"code":"empty","message":"-"}}"# + "\n")
    }
}
