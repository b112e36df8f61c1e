import Capture
import Decoders
import Detectors
import Foundation
import MetadataOutput

// Prints each code that the first camera sees, once.
do {
    let output = CaptureMetadataOutput(detectors: DetectorCatalog.standard())
    try output.setMetadataObjectTypes([.qr])
    for try await update in output.updates(from: CaptureDeviceInput(device: .default())) {
        for case let code as MetadataMachineReadableCodeObject in update.appeared {
            print(code.stringValue ?? "")
        }
    }
} catch {
    // There is no camera, or another program has it; or it was unplugged.
    FileHandle.standardError.write(Data("example-camera: \(error)\n".utf8))
    exit(1)
}
