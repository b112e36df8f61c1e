import Capture
import Decoders
import MetadataOutput
import Synthetic

// A room in which the light is turned up, as a camera at ten frames a second shows it. With a real one:
// `CaptureDeviceInput(device: device)` in the place of `SyntheticCamera`.
var scene = SyntheticScene(
    background: Plane(width: 64, height: 48, samples: Array(repeating: 100, count: 64 * 48)), things: [],
    framesPerSecond: 10, frameCount: 30)
scene.light = 0.2...2

let session = CaptureSession()
let output = CaptureVideoFrameOutput(decoder: StandardPictureDecoder())
output.alwaysDiscardsLateVideoFrames = false
try session.addInput(SyntheticCamera(scene: scene))
try session.addOutput(output)
let frames = output.frames()
try session.startRunning()

for await shown in frames {
    // Not only the last one's number: what nobody has time for is lost.
    if shown.sequenceNumber >= scene.frameCount { break }
    let luma = shown.frame.luma
    let sum = luma.withBytes { samples in
        (0..<luma.height).reduce(0) { sum, row in
            (0..<luma.width).reduce(sum) { $0 + Int(samples[row * luma.bytesPerRow + $1]) }
        }
    }
    let mean = sum / (luma.width * luma.height)
    print("\(shown.sequenceNumber): \(String(repeating: "#", count: mean / 4)) \(mean)")
}
session.stopRunning()
