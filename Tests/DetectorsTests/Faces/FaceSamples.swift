import Decoders
import Foundation
import MetadataOutput

/// The pictures of `SampleImages`.
enum FaceSamples {
    static func plane(_ name: String) throws -> Plane {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../SampleImages")
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
        return try StandardPictureDecoder().frame(from: bytes, limits: DecodingLimits()).luma
    }
}
