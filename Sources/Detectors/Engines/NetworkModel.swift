import Foundation
import MetadataOutput

/// Reading models that OpenCV runs.
enum NetworkModel {
    /// What a library makes of a model.
    ///
    /// - Parameters:
    ///   - file: Bytes of an ONNX file.
    ///   - name: What errors call it, with its path.
    ///   - expected: What file it should be.
    ///   - make: Reads it; null, and why, if that cannot be.
    /// - Throws: `PayloadError` with OpenCV's own words.
    static func read(
        _ file: Data, named name: String, expected: String,
        _ make: (UnsafeRawPointer, Int, UnsafeMutablePointer<CChar>, Int32) -> OpaquePointer?
    ) throws(PayloadError) -> OpaquePointer {
        var reason = [CChar](repeating: 0, count: 300)
        let made = file.withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { make($0, bytes.count, &reason, Int32(reason.count)) }
        }
        if let made { return made }
        let text =
            file.isEmpty
            ? "it is empty" : String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        throw PayloadError(.engineFailure, "\(name): \(text) (expected \(expected) in ONNX format)")
    }
}
