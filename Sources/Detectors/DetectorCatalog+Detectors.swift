public import MetadataOutput

extension DetectorCatalog {
    /// Every detector with its default settings; engines and models are loaded when they are first needed.
    ///
    /// - Parameters:
    ///   - faceModel: Path of a YuNet ONNX file to find faces with instead of dlib's HOG, such as that of
    ///     `ModelFile.yunet`.
    ///   - faceMesh: Path of MediaPipe's face mesh as an ONNX file, such as that of `ModelFile.mesh`.
    public static func standard(faceModel: String? = nil, faceMesh: String? = nil) -> [any Detector] {
        detectors(named: names, faceModel: faceModel, faceMesh: faceMesh)
    }

    /// Some detectors, in the order of ``names``.
    ///
    /// - Parameters:
    ///   - wanted: Some of ``names``.
    ///   - faceModel: Path of a YuNet ONNX file to find faces with instead of dlib's HOG.
    ///   - faceMesh: Path of MediaPipe's face mesh as an ONNX file.
    ///   - landmarkModel: Path of dlib's model of 68 points; nil for ``landmarkModel``.
    public static func detectors(
        named wanted: [String], faceModel: String? = nil, faceMesh: String? = nil,
        landmarkModel: String? = nil
    ) -> [any Detector] {
        names.filter(wanted.contains).compactMap { name -> (any Detector)? in
            switch name {
            case "codes": CodeDetector()
            case "faces": FaceDetector(model: faceModel, mesh: faceMesh, landmarkModel: landmarkModel)
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
