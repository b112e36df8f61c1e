import Capture
import Decoders
import Detectors
import MetadataOutput

// Prints each code that the first camera sees, once.
let output = CaptureMetadataOutput(detectors: DetectorCatalog.standard())
try output.setMetadataObjectTypes([.qr, .face])
for try await update in output.updates(from: CaptureDeviceInput(device: .default())) {
    for case let code as MetadataMachineReadableCodeObject in update.appeared {
        print(code.stringValue ?? "")
    }
}
