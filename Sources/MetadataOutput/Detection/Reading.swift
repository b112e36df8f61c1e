public import Foundation

/// The engine a reading came from; its raw value is the `engine` in a record.
public struct Engine: RawRepresentable, Sendable, Hashable {
    /// The engine's name, lower case.
    public let rawValue: String

    /// Makes an engine from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// zbar.
    public static let zbar = Engine(rawValue: "zbar")
    /// ZXing-C++.
    public static let zxing = Engine(rawValue: "zxing")
    /// dlib's frontal face detector (HOG and linear filters).
    public static let dlib = Engine(rawValue: "dlib")
    /// The YuNet face model, run by OpenCV.
    public static let yunet = Engine(rawValue: "yunet")
    /// YuNet's boxes judged by MediaPipe's face mesh too.
    public static let yunetMesh = Engine(rawValue: "yunet+mesh")
    /// MediaPipe's face mesh, run by OpenCV.
    public static let mesh = Engine(rawValue: "mesh")
    /// Our own search, which locates codes by their patterns, and reads EAN-13 from grey values that no engine could.
    public static let search = Engine(rawValue: "search")
    /// The decoders of picture formats, in failures.
    public static let decoder = Engine(rawValue: "decoder")
}

/// What one engine saw once in one step, with the evidence for it; nothing is decided yet.
public struct Reading: Sendable, Hashable {
    /// The symbology, or face.
    public var type: MetadataObjectType
    /// Four corners in pixels of the upright picture, origin top left, x right, y down.
    ///
    /// Of a code: from the symbol's own top left, counter-clockwise as seen in the picture, clockwise if the
    /// symbol is mirrored. Of a face: the corners of its upright box, from the top left, counter-clockwise.
    public var corners: [CGPoint]
    /// What was read.
    public var content: Content
    /// Who read it.
    public var engine: Engine
    /// The name of the step of the plan it was read in.
    public var step: String
    /// What speaks for it.
    public var evidence: Evidence

    /// A code's payload or a face's pose.
    public enum Content: Sendable, Hashable {
        /// A machine-readable code.
        case code(CodeContent)
        /// A face.
        case face(FaceContent)
    }

    /// Makes a reading.
    public init(
        type: MetadataObjectType, corners: [CGPoint], content: Content, engine: Engine, step: String,
        evidence: Evidence
    ) {
        self.type = type
        self.corners = corners
        self.content = content
        self.engine = engine
        self.step = step
        self.evidence = evidence
    }

    /// The smallest upright rectangle around the corners, in pixels of the upright picture.
    public var boundingBox: CGRect { CGRect(around: corners) }
}
