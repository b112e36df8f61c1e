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
        [CodeDetector(), FaceDetector(model: faceModel)]
    }

    /// The path of the landmark model that ``standard(faceModel:)`` uses when a face's angles are wanted from it.
    public static var landmarkModel: String { FaceDetector.standardLandmarkModel }

    /// What can be found, by which engines, within which limits.
    public static var types: [TypeEntry] {
        MetadataObjectType.all.compactMap { type in
            let engines: [Engine] =
                (ZXing.supportedTypes.contains(type) ? [.zxing] : [])
                + (ZBar.supportedTypes.contains(type) ? [.zbar] : [])
                + (type == .face ? [.dlib, .yunet] : [])
            return engines.isEmpty ? nil : TypeEntry(type: type, engines: engines, limits: limits[type] ?? "")
        }
    }

    /// The native libraries behind the engines and their versions, as they say them.
    public static var engineVersions: [(name: String, version: String)] {
        [
            ("ZXing-C++", ZXing.version), ("zbar", ZBar.version), ("dlib", Dlib.version),
            ("OpenCV", YuNet.version),
        ]
    }

    private static let limits: [MetadataObjectType: String] = [
        .dataMatrix: "ECC 200; one a picture",
        .ean13: "UPC-A with a leading 0",
        .interleaved2of5: "from 4 digits, alone from 8",
        .itf14: "14 digits with a right check digit",
        .code39: "one reading alone from 3 characters",
        .codabar: "with start and stop characters; one reading alone from 4",
        .code128: "GS1-128 with GS for FNC1",
        .face: FaceDetector.limits,
    ]
}
