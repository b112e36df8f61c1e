import Capture
import Decoders
import Foundation
import MetadataOutput
import Synthetic

// A machine with a signal lamp, seen for three seconds. The lamp is lit for the one in the middle.
let lamp = SyntheticThing(
    picture: Plane(width: 20, height: 20, samples: Array(repeating: 255, count: 400)),
    path: [
        .init(seconds: 1, x: 0.7, y: 0.3, width: 0.05), .init(seconds: 2, x: 0.7, y: 0.3, width: 0.05),
    ])
let scene = SyntheticScene(
    background: Plane(width: 320, height: 240, samples: Array(repeating: 40, count: 320 * 240)),
    things: [lamp], framesPerSecond: 10, frameCount: 30)

let output = CaptureMetadataOutput(detectors: [LampDetector()])
try output.setMetadataObjectTypes([.lamp])
for try await update in output.updates(from: SyntheticInput(scene: scene)) {
    for object in update.appeared {
        let (x, y) = ((object.bounds.midX * 100).rounded(), (object.bounds.midY * 100).rounded())
        print("lamp \(object.objectID) is on at \(x) % from the left, \(y) % from the top")
    }
    for object in update.disappeared { print("lamp \(object.objectID) is off") }
}
