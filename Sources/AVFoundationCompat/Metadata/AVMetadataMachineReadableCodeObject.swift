import Capture
import MetadataOutput

/// A code.
public final class AVMetadataMachineReadableCodeObject: AVMetadataObject, @unchecked Sendable {
    private let code: MetadataMachineReadableCodeObject

    init(_ code: MetadataMachineReadableCodeObject, from source: CaptureConnection?) {
        self.code = code
        super.init(core: code, from: source)
    }

    /// As of other objects, and what it says, if that is text.
    public override var description: String {
        // Quoted: codes may have ends of lines and worse in them.
        super.description + (stringValue.map { ", stringValue \($0.debugDescription)" } ?? "")
    }

    /// What it says as text; nil where that is not text or could not be decoded.
    public var stringValue: String? { code.stringValue }
    /// Space: as ``AVMetadataObject/bounds``. The four corners from the code's own top left, counter-clockwise as
    /// seen, clockwise if the symbol is mirrored.
    public var corners: [CGPoint] { code.corners }
    /// Its codewords: a ``CIQRCodeDescriptor``, ``CIAztecCodeDescriptor``, ``CIDataMatrixCodeDescriptor`` or
    /// ``CIPDF417CodeDescriptor``; nil of other symbologies, and where the engine that read it does not tell them.
    public var descriptor: CIBarcodeDescriptor? { CIBarcodeDescriptor.wrapping(code.descriptor) }
}
