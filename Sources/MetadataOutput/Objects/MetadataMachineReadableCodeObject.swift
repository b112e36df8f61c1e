// What is declared here without a comment is a requirement of MetadataObject and documented there.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

/// A code: its payload and its place.
public struct MetadataMachineReadableCodeObject: MetadataObject {
    public var type: MetadataObjectType
    public var time: Duration
    public var duration: Duration?
    public var timeInView: Duration
    public var bounds: CGRect
    public var objectID: Int
    public var groupID: Int?
    public var confidence: Double
    public var engine: Engine
    public var step: String

    /// Space: as ``bounds``. The four corners, from the code's own top left, counter-clockwise as seen in the
    /// picture, clockwise if the symbol is mirrored: TL, BL, BR, TR of an upright code.
    public var corners: [CGPoint]
    /// Everything the symbol says.
    public var content: CodeContent

    /// Makes a code as a detector would report it, for fakes and tests; `corners` are four, in the order above.
    public init(
        type: MetadataObjectType, time: Duration, duration: Duration? = nil, timeInView: Duration,
        bounds: CGRect, objectID: Int, groupID: Int? = nil, confidence: Double, engine: Engine,
        step: String, corners: [CGPoint], content: CodeContent
    ) {
        self.type = type
        self.time = time
        self.duration = duration
        self.timeInView = timeInView
        self.bounds = bounds
        self.objectID = objectID
        self.groupID = groupID
        self.confidence = confidence
        self.engine = engine
        self.step = step
        self.corners = corners
        self.content = content
    }

    /// The decoded text, or nil if the payload is not text or could not be decoded.
    public var stringValue: String? { content.text }
    /// The decoded bytes without character-set conversion; empty if the symbol could not be decoded. Not Apple's.
    public var rawBytes: [UInt8] { content.bytes }
    /// The symbol's codewords and how they are laid out: of QR codes of model 2, Aztec, Data Matrix and PDF417 that ZXing-C++ 3
    /// has read. Nil for all others.
    public var descriptor: CodeDescriptor? { content.descriptor }

    public func transformed(by transform: PreviewTransform) -> Self {
        var object = self
        object.bounds = transform.layerRectConverted(fromMetadataOutputRect: bounds)
        object.corners = corners.map(transform.layerPointConverted(fromCaptureDevicePoint:))
        return object
    }
}
