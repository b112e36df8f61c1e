import CDlib
import MetadataOutput

/// What is taken out of dlib once, into flat files; nothing is searched with it.
enum Dlib {
    /// The version of dlib.
    static var version: String { String(cString: CDlibVersion()) }

    /// Bytes of a flat file of landmarks.
    static var landmarkFileSize: Int { CDlibLandmarkFileSize() }

    /// The weights of the frontal face detector's filters, `count` numbers; takes 0.2 s.
    static func faceFilters(count: Int) throws(PayloadError) -> [Float] {
        var weights = [Float](repeating: 0, count: count)
        guard CDlibFaceFilters(&weights, count) == 0 else {
            throw PayloadError(.engineFailure, "dlib's face detector cannot be read")
        }
        return weights
    }

    /// Writes dlib's model of 68 points as a flat file of ``landmarkFileSize`` bytes; takes half a second.
    ///
    /// - Throws: `PayloadError` with dlib's own words if it cannot be read.
    static func writeLandmarkFile(
        of path: String, to memory: UnsafeMutableRawBufferPointer
    ) throws(PayloadError) {
        precondition(memory.count == landmarkFileSize, "room for the file")
        var reason = [CChar](repeating: 0, count: 300)
        guard let start = memory.baseAddress,
            CDlibLandmarkFile(path, start, &reason, Int32(reason.count)) == 0
        else {
            let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            throw PayloadError(
                .engineFailure,
                "landmark model \(path): \(text) (Debian's package libdlib-data has it; pose 'off' needs none)"
            )
        }
    }
}
