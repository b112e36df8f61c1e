import ArgumentParser
import Decoders
import Detectors
import Foundation
import MetadataOutput
import OcclusionClips
import Synthetic

/// Makes clips in which faces are hidden for a while, watches them as a camera's, and prints a line of JSON a frame: what
/// is there and what was said to be there.
struct HiddenClips: ParsableCommand {
    static var configuration: CommandConfiguration { CommandConfiguration(commandName: "hidden") }

    @Argument(help: "People: FILE:X,Y,WIDTH,HEIGHT, the box of the face in pixels.")
    var portraits: [String]

    @Option(help: "Find faces with this YuNet model.")
    var faceModel: String?

    @Option(help: "Which clips: development, or held-out.")
    var half = HiddenClipList.Half.development

    @Option(help: "Only clips whose names contain this.")
    var name: String?

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
    }

    func run() throws {
        let people = try portraits.map(Self.portrait)
        let encoder = JSONEncoder()
        for clip in HiddenClipList(people: people, half: half).clips
        where name.map(clip.name.contains) ?? true {
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
        var live: LiveFrame?
        for number in 0..<clip.scene.frameCount {
            let frame = clip.scene.frame(number)
            let time = frame.time
            live = LiveFrame(after: live, at: time)
            let update = sequence.update(for: try output.search(.frame(frame), time: time, liveFrame: live))
            live?.stepsInView = Set(update.objects.map(\.step))
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
                    }))
        }
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
