import Capture
import Detectors
import Foundation
import MetadataOutput
import MetadataRecords
import Synthetic
import Testing

@Suite struct SyntheticClipTests {
    /// No payload of these tests is encoded.
    private struct NoDecoder: PictureDecoder {
        var fileExtensions: Set<String> { [] }
        func recognises(prefix: [UInt8]) -> Bool { false }
        func frame(from bytes: [UInt8], limits: DecodingLimits) throws(PayloadError) -> Frame {
            throw PayloadError(.unknownFormat, "nothing is encoded here")
        }
    }

    /// Two equal codes cross, one behind the other; there are noise, blur and a light that grows.
    private var crossing: SyntheticScene {
        // With its quiet zone.
        let code = HelloQR.low.crop(x: 100, y: 40, width: 145, height: 145)
        var scene = SyntheticScene(
            background: Plane(width: 640, height: 360, samples: Array(repeating: 200, count: 640 * 360)),
            things: [
                SyntheticThing(
                    picture: code,
                    path: [
                        .init(seconds: 0, x: 0.2, y: 0.45, width: 0.2),
                        .init(seconds: 2, x: 0.8, y: 0.45, width: 0.25, turn: 10),
                    ]),
                SyntheticThing(
                    picture: code,
                    path: [
                        .init(seconds: 0, x: 0.8, y: 0.6, width: 0.25),
                        .init(seconds: 2, x: 0.2, y: 0.6, width: 0.2),
                    ]),
            ], framesPerSecond: 25, frameCount: 50)
        scene.exposures = 2
        scene.noise = 6
        scene.light = 0.8...1.1
        return scene
    }

    private func records(of scene: SyntheticScene) throws -> (lines: [UInt8], updates: [MetadataUpdate]) {
        let output = CaptureMetadataOutput(
            detectors: DetectorCatalog.standard(), decoder: NoDecoder(), motion: OpticalFlow())
        try output.setMetadataObjectTypes([.qr])
        output.setOptions { $0.effort = .fast }
        let stream = try SyntheticInput(scene: scene).openStream(preset: .high)
        let sequence = output.makeSequence()
        var (lines, updates): ([UInt8], [MetadataUpdate]) = ([], [])
        for index in 0..<scene.frameCount {
            let frame = try #require(try stream.nextFrame(timeout: .zero))
            let update = sequence.update(for: try output.search(frame.payload, time: frame.time))
            updates.append(update)
            lines += JSONLinesFormat().lines(
                for: Record(
                    source: Array("synthetic".utf8), index: index, time: frame.time, result: .success(update))
            )
        }
        #expect(throws: CaptureError(.inputEnded, "the scene is over")) {
            try stream.nextFrame(timeout: .zero)
        }
        return (lines, updates)
    }

    @Test func theSameClipGivesTheSameRecordsByteByByte() throws {
        let first = try records(of: crossing)
        #expect(try records(of: crossing).lines == first.lines)
    }

    @Test func codesThatCrossKeepTheirIDs() throws {
        let updates = try records(of: crossing).updates
        #expect(updates[0].objects.map(\.objectID) == [1, 2])
        #expect(updates.flatMap(\.appeared).count == 2)
        let last = try #require(updates.last).objects
        #expect(last.map(\.objectID) == [1, 2])
        // The first to be numbered was the upper one, which went to the right.
        #expect(last[0].bounds.midX > 0.7)
        #expect(last[1].bounds.midX < 0.3)
    }
}
