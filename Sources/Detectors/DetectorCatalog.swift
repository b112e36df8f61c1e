public import MetadataOutput

/// The detectors of this package, by name.
public enum DetectorCatalog {
    /// What a table of types says of one type.
    public struct TypeEntry: Sendable, Hashable {
        /// The type.
        public let type: MetadataObjectType
        /// The engines that look for it, in the order they are asked.
        public let engines: [Engine]
        /// What a user must know: lengths, check digits, limits; may be empty.
        public let limits: String
    }

    /// Every detector with its default settings; engines and models are loaded when they are first needed.
    ///
    /// - Parameter faceModel: Path of a YuNet ONNX file to find faces with instead of dlib's HOG.
    public static func standard(faceModel: String? = nil) -> [any Detector] {
        [FaceDetector(model: faceModel)]
    }

    /// What can be found, by which engines, within which limits.
    public static var types: [TypeEntry] {
        [TypeEntry(type: .face, engines: [.dlib, .yunet], limits: FaceDetector.limits)]
    }

    /// The native libraries behind the engines and their versions, as they say them.
    public static var engineVersions: [(name: String, version: String)] {
        [("dlib", HOG.version), ("OpenCV", YuNet.version)]
    }
}
