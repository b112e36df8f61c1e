import ArgumentParser
import Foundation
import PreviewLink
import Testing

@testable import MetadataOutput
@testable import scanwatch

/// What clients of the link are told of updates.
@Suite struct LinkEventsTests {
    private let settings: LiveSettings

    init() throws {
        let arguments = ["--device", "synthetic:code", "--types", "qr"]
        let options = try Scanwatch.parse(arguments)
        settings = try LiveConfiguration(options).settings([])
    }

    private func face(_ id: Int, at second: Int) -> any MetadataObject {
        MetadataFaceObject(
            time: .seconds(second), duration: nil, timeInView: .zero, bounds: .zero, objectID: id,
            groupID: nil, confidence: 1, engine: .dlib, step: "upright", rollAngle: nil, yawAngle: nil,
            pitchAngle: nil, landmarks: [])
    }

    private func code(_ id: Int, at second: Int) -> any MetadataObject {
        MetadataMachineReadableCodeObject(
            type: .qr, time: .seconds(second), timeInView: .zero, bounds: .zero, objectID: id, confidence: 1,
            engine: .zxing, step: "plain", corners: [], content: CodeContent(bytes: [97], text: "a"))
    }

    private func update(
        at second: Int, _ objects: [any MetadataObject] = [], endsScene: Bool = false
    ) -> MetadataUpdate {
        var update = MetadataUpdate(
            time: .seconds(second), width: 8, height: 8, objects: objects, failures: [])
        update.origin = FrameOrigin(source: "door", sequenceNumber: second)
        update.endsScene = endsScene
        return update
    }

    private func told(by server: LinkServer) throws -> [String] {
        var parser = LinkParser(limits: .fromServer)
        parser.append(server.ring.batch(after: 0).messages.flatMap { $0 }[...])
        var told: [String] = []
        while let message = try parser.next() {
            let json = try JSONSerialization.jsonObject(with: Data(message.header)) as? [String: Any]
            let record = json?["record"] as? [String: Any]
            told.append("\(json?["camera"] ?? "") \(record?["event"] ?? "") @\(record?["frame"] ?? "")")
        }
        return told
    }

    @Test func theEndOfASceneIsToldAndTheCameraGoesOn() throws {
        let server = try LinkServer(path: nil)
        server.change { $0.append(LinkCamera(id: 4, name: "door")) }
        let events = LinkEvents(server)
        events.take(update(at: 1, [face(1, at: 1)]), settings)
        events.take(update(at: 2, endsScene: true), settings)
        events.take(update(at: 3, [face(2, at: 3)]), settings)
        #expect(try told(by: server) == ["4 appeared @1", "4 disappeared @2", "4 appeared @3"])
    }

    /// Also of a camera that was closed meanwhile.
    @Test func aCodeThatIsNotBackAfterTheEndOfASceneDisappears() throws {
        let server = try LinkServer(path: nil)
        server.change { $0.append(LinkCamera(id: 4, name: "door")) }
        let events = LinkEvents(server)
        events.take(update(at: 1, [code(1, at: 1)]), settings)
        let end = update(at: 1, endsScene: true)
        events.take(end, settings)
        #expect(try told(by: server) == ["4 appeared @1"])
        server.change { $0 = [] }
        events.endAbsent(after: end, settings)
        events.endAbsent(after: end, settings)
        #expect(try told(by: server) == ["4 appeared @1", "4 disappeared @1"])
    }
}
