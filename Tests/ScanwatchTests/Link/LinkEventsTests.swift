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
        let arguments = ["--device", "synthetic:code", "--types", "qr", "--events"]
        let options = try Scanwatch.parse(arguments)
        settings = try LiveConfiguration(options).settings([])
    }

    private func update(at second: Int, _ id: Int?, endsScene: Bool = false) -> MetadataUpdate {
        let objects = [id].compactMap { $0 }.map {
            MetadataFaceObject(
                time: .seconds(second), duration: nil, timeInView: .zero, bounds: .zero, objectID: $0,
                groupID: nil, confidence: 1, engine: .dlib, step: "upright", rollAngle: nil, yawAngle: nil,
                pitchAngle: nil, landmarks: [])
        }
        var update = MetadataUpdate(
            time: .seconds(second), width: 8, height: 8, objects: objects, failures: [])
        update.origin = FrameOrigin(source: "door", sequenceNumber: second)
        update.endsScene = endsScene
        return update
    }

    @Test func theEndOfASceneIsToldAndTheCameraGoesOn() throws {
        let server = try LinkServer(path: nil)
        server.change { $0.append(LinkCamera(id: 4, name: "door")) }
        let events = LinkEvents(server)
        events.take(update(at: 1, 1), settings)
        events.take(update(at: 2, nil, endsScene: true), settings)
        events.take(update(at: 3, 2), settings)
        let batch = server.ring.batch(after: 0)
        var parser = LinkParser(limits: .fromServer)
        parser.append(batch.messages.flatMap { $0 }[...])
        var told: [String] = []
        while let message = try parser.next() {
            let json = try JSONSerialization.jsonObject(with: Data(message.header)) as? [String: Any]
            let record = json?["record"] as? [String: Any]
            told.append("\(json?["camera"] ?? "") \(record?["event"] ?? "") @\(record?["frame"] ?? "")")
        }
        #expect(told == ["4 appeared @1", "4 disappeared @2", "4 appeared @3"])
    }
}
