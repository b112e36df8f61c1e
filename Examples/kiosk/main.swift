import Capture
import Decoders
import Detectors
import Foundation
import MetadataOutput
import Synthetic

// A kiosk greets who comes before it, reads the ticket that they hold to it, and says how long they stayed.
//
//     swift run example-kiosk TICKET.png FACE.jpg

func fail(_ words: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("example-kiosk: \(words)\n".utf8))
    exit(status)
}
guard CommandLine.arguments.count == 3 else {
    fail("needs a picture of a ticket's code and one of a face", 64)
}
func picture(_ path: String) -> Plane {
    do {
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        return try StandardPictureDecoder().frame(from: bytes, limits: DecodingLimits()).luma
    } catch {
        fail("\(path): \((error as? PayloadError)?.message ?? error.localizedDescription)", 66)
    }
}

// The visitor comes after half a second and stays for four; the ticket is shown at the counter on the right.
let visitor = SyntheticThing(
    picture: picture(CommandLine.arguments[2]),
    path: [
        .init(seconds: 0.5, x: 0.25, y: 0.5, width: 0.4), .init(seconds: 4.5, x: 0.3, y: 0.5, width: 0.4),
    ])
let ticket = SyntheticThing(
    picture: picture(CommandLine.arguments[1]),
    path: [
        .init(seconds: 1.5, x: 0.75, y: 0.6, width: 0.25), .init(seconds: 3, x: 0.78, y: 0.55, width: 0.25),
    ])
let scene = SyntheticScene(
    background: Plane(width: 640, height: 480, samples: Array(repeating: 170, count: 640 * 480)),
    things: [visitor, ticket], framesPerSecond: 10, frameCount: 70)
let corners = [CGPoint(x: 0.5, y: 0), CGPoint(x: 0.5, y: 1), CGPoint(x: 1, y: 1), CGPoint(x: 1, y: 0)]
guard let counter = Zone(name: "counter", corners: corners) else { exit(70) }

let output = CaptureMetadataOutput(
    detectors: DetectorCatalog.standard(), decoder: StandardPictureDecoder(), motion: OpticalFlow())
try output.setMetadataObjectTypes([.qr, .face])
var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(confirmations: 2))

func tell(_ event: MetadataEvent) {
    switch (event.kind, event.object) {
    case (.appeared, is MetadataFaceObject): print("Welcome!")
    case (.appeared, let code as MetadataMachineReadableCodeObject) where counter.contains(code):
        print("Ticket: \(code.stringValue ?? "not readable")")
    case (.disappeared, is MetadataFaceObject):
        print("Goodbye after \((event.dwell / .seconds(1)).rounded()) s")
    default: break
    }
}

for try await update in output.updates(from: SyntheticInput(scene: scene)) {
    for event in announcer.take(update).events { tell(event) }
}
for event in announcer.finish() { tell(event) }
