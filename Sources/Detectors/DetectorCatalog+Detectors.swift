public import MetadataOutput

extension DetectorCatalog {
    /// Every detector with its default settings; engines and models are loaded when they are first needed.
    ///
    /// - Parameter faceModel: Path of a YuNet ONNX file to find faces with instead of dlib's HOG.
    public static func standard(faceModel: String? = nil) -> [any Detector] {
        detectors(named: names, faceModel: faceModel)
    }

    /// Some detectors, in the order of ``names``.
    ///
    /// - Parameters:
    ///   - wanted: Some of ``names``.
    ///   - faceModel: Path of a YuNet ONNX file to find faces with instead of dlib's HOG.
    ///   - landmarkModel: Path of dlib's model of 68 points; nil for ``landmarkModel``.
    public static func detectors(
        named wanted: [String], faceModel: String? = nil, landmarkModel: String? = nil
    ) -> [any Detector] {
        names.filter(wanted.contains).compactMap { name -> (any Detector)? in
            switch name {
            case "codes": CodeDetector()
            case "faces": FaceDetector(model: faceModel, landmarkModel: landmarkModel)
            default: nil
            }
        }
    }

    /// The native libraries behind the engines, with their versions as they say them.
    public static var libraries: [EngineLibrary] {
        [
            EngineLibrary(name: "ZXing-C++", version: ZXing.version),
            EngineLibrary(name: "zbar", version: ZBar.version),
            EngineLibrary(name: "dlib", version: Dlib.version),
            EngineLibrary(name: "OpenCV", version: YuNet.version),
        ]
    }
}
