import Glibc

/// A model of faces that is no part of the package: where it is looked for, and what is known of the one that was measured.
public struct ModelFile: Sendable, Hashable {
    /// What it is called in commands.
    public let name: String
    /// The file's name in a folder of models.
    public let fileName: String
    /// Bytes it has.
    public let size: Int
    /// The SHA-256 of those, 64 lower-case hexadecimal digits.
    public let sha256: String

    /// YuNet of March 2022, which finds faces.
    public static let yunet = ModelFile(
        name: "yunet", fileName: "face_detection_yunet_2022mar.onnx", size: 345_478,
        sha256: "50ef07f702a31741ca46a4c0d947773b64143b9362780237bf0d427d6c79bab7")
    /// MediaPipe's face mesh in ONNX format, which judges faces and tells how they are turned.
    public static let mesh = ModelFile(
        name: "mesh", fileName: "face_mesh.onnx", size: 2_438_747,
        sha256: "bb88a08bc2919b6fc2e9e808ba1627942694b29cde9ce688d85b8fb0fcf46623")

    /// All of them.
    public static let all = [yunet, mesh]

    /// The folder of models of all users.
    public static let systemFolder = "/usr/share/scanwatch/models"

    /// The user's folder of models: the environment variable `SCANWATCH_MODELS`, else `scanwatch/models` in
    /// `XDG_DATA_HOME` or `.local/share` at home; nil if there is no place for one.
    public static var userFolder: String? {
        if let folder = EnvironmentVariable.path("SCANWATCH_MODELS") { return folder }
        return
            (EnvironmentVariable.path("XDG_DATA_HOME")
            ?? EnvironmentVariable.path("HOME").map { $0 + "/.local/share" })
            .map { $0 + "/scanwatch/models" }
    }

    /// The path of the one that is installed: the user's, else that of all users, which `SCANWATCH_MODELS` hides; nil if
    /// there is none that can be read and has the right size.
    public var installedPath: String? {
        let isOnlyOne = EnvironmentVariable.value("SCANWATCH_MODELS") != nil
        return [Self.userFolder, isOnlyOne ? nil : Self.systemFolder].compactMap(\.self)
            .map { "\($0)/\(fileName)" }
            .first { path in
                var status = stat()
                guard unsafe stat(path, &status) == 0, Int(status.st_size) == size else { return false }
                return unsafe access(path, R_OK) == 0
            }
    }
}
