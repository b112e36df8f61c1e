import ArgumentParser
import Decoders
import Detectors
import Foundation
import MetadataOutput
import Synthetic

/// Makes clips in which faces are hidden for a while, watches them as a camera's, and prints a line of JSON a frame: what
/// is there and what was said to be there.
struct HiddenClips: ParsableCommand {
    static var configuration: CommandConfiguration { CommandConfiguration(commandName: "hidden") }

    @Argument(help: "People: FILE:X,Y,WIDTH,HEIGHT, the box of the face in pixels.")
    var portraits: [String]

    @Option(help: "Find faces with this YuNet model.")
    var faceModel: String?

    @Option(help: "Only clips whose names contain this.")
    var name: String?

    @Option var lots: String = "0-15"
    @Option var cache: String?

    private struct Line: Encodable {
        struct Box: Encodable {
            var id: Int
            var box: [Double]
            var visible: Double?
        }
        var clip: String
        var frame: Int
        var framesPerSecond: Double
        var size: [Int]
        var faces: [Box]
        var objects: [Box]
        var milliseconds: Double
    }

    func run() throws {
        let people = try portraits.map(Self.portrait)
        let encoder = JSONEncoder()
        let chosen = HiddenClipList(people: people).clips.filter { name.map($0.name.contains) ?? true }
        let range = lots.split(separator: "-").compactMap { Int($0) }
        for (number, clip) in chosen.enumerated() where (range[0]...range[1]).contains(HiddenClipList.lot(number)) {
            try watch(clip.plan.clip, named: clip.name) { line in
                FileHandle.standardOutput.write(try encoder.encode(line) + Data([10]))
            }
        }
    }

    private func watch(_ clip: OcclusionClip, named name: String, body: (Line) throws -> Void) throws {
        let output = CaptureMetadataOutput(
            detectors: DetectorCatalog.standard(faceModel: faceModel), decoder: StandardPictureDecoder(),
            motion: OpticalFlow())
        try output.setMetadataObjectTypes([.face])
        let sequence = output.makeSequence()
        let store = cache.map { "\($0)/\(name)-\(faceModel == nil ? "d" : "y")" }
        if let store, let plan = FileManager.default.contents(atPath: store + ".json") {
            let frames = try JSONDecoder().decode([Stored].self, from: plan)
            let planes = try FileHandle(forReadingFrom: URL(filePath: store + ".raw"))
            for (number, stored) in frames.enumerated() {
                let samples = try [UInt8](planes.read(upToCount: stored.pw * stored.ph)!)
                let frame = SearchedFrame(
                    time: .seconds(Double(number) / clip.scene.framesPerSecond), request: DetectionRequest(types: [.face]), shares: [.face: stored.share],
                    width: clip.scene.background.width, height: clip.scene.background.height,
                    detections: stored.boxes.map { box in
                        Detection(reading: Reading(type: .face, corners: box.corners.map { CGPoint(x: $0[0], y: $0[1]) }, content: .face(FaceContent()), engine: .dlib, step: "x", evidence: Evidence(source: .plain, score: box.score)), confidence: box.confidence)
                    }, motionPlane: Plane(width: stored.pw, height: stored.ph, samples: samples))
                let start = ClipBench.processorTime
                let update = sequence.update(for: frame)
                try tell(update, number, clip, name, (ClipBench.processorTime - start) / .milliseconds(1), body)
            }
            return
        }
        var storedFrames: [Stored] = []
        var raw = Data()
        var live: LiveFrame?
        for number in 0..<clip.scene.frameCount {
            let frame = clip.scene.frame(number)
            let time = frame.time
            let start = ClipBench.processorTime
            live = LiveFrame(after: live, at: time)
            let searched = try output.search(.frame(frame), time: time, liveFrame: live)
            if store != nil {
                let plane = searched.motionPlane!
                storedFrames.append(Stored(share: searched.shares[.face] ?? 0, pw: plane.width, ph: plane.height, boxes: searched.detections.map { d in Stored.Box(corners: d.reading.corners.map { [Double($0.x), Double($0.y)] }, score: d.reading.evidence.score ?? 0, confidence: d.confidence) }))
                plane.withBytes { bytes in for y in 0..<plane.height { for x in 0..<plane.width { raw.append(bytes[y * plane.bytesPerRow + x]) } } }
            }
            let update = sequence.update(for: searched)
            let spent = (ClipBench.processorTime - start) / .milliseconds(1)
            live?.stepsInView = Set(update.objects.map(\.step))
            try tell(update, number, clip, name, spent, body)
        }
        if let store {
            try raw.write(to: URL(filePath: store + ".raw"))
            try JSONEncoder().encode(storedFrames).write(to: URL(filePath: store + ".json"))
        }
    }

    private struct Stored: Codable {
        struct Box: Codable { var corners: [[Double]]; var score: Double; var confidence: Double }
        var share: Double
        var pw: Int
        var ph: Int
        var boxes: [Box]
    }

    private func tell(_ update: MetadataUpdate, _ number: Int, _ clip: OcclusionClip, _ name: String, _ spent: Double, _ body: (Line) throws -> Void) throws {
            try body(
                Line(
                    clip: name, frame: number, framesPerSecond: clip.scene.framesPerSecond,
                    size: [update.width, update.height],
                    faces: clip.faces(inFrame: number).map {
                        Line.Box(id: $0.id, box: Self.numbers($0.box), visible: $0.visible)
                    },
                    objects: update.objects.map { object in
                        let box = object.bounds
                        let (width, height) = (Double(update.width), Double(update.height))
                        return Line.Box(
                            id: object.objectID,
                            box: [box.minX * width, box.minY * height, box.width * width, box.height * height])
                    }, milliseconds: spent))
    }

    private static func numbers(_ box: CGRect) -> [Double] { [box.minX, box.minY, box.width, box.height] }

    /// The face with what is around it.
    private static func portrait(_ text: String) throws -> OcclusionClip.Portrait {
        guard let colon = text.lastIndex(of: ":") else { throw ValidationError("no box in \(text)") }
        let numbers = text[text.index(after: colon)...].split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 4 else { throw ValidationError("no box in \(text)") }
        let bytes = try Array(Data(contentsOf: URL(filePath: String(text[..<colon]))))
        let luma = try StandardPictureDecoder().frame(from: bytes, limits: .standard).luma
        return OcclusionClip.Portrait(
            picture: luma, face: CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        ).headAndShoulders
    }
}
