import Capture
import MetadataOutput

extension CaptureError {
    /// That a file could not be written.
    init(_ failure: OutputFailure, about name: String = "") {
        let reason = if case .system(let message) = failure { message } else { "the reader has gone" }
        self.init(.fileFailed, name + reason)
    }

    /// What the tool says by its exit status: that a file could not be written, or that it is about a camera.
    var exitStatus: ExitStatus {
        [.diskFull, .fileFailed, .fileAlreadyExists].contains(code) ? .cannotWrite : .unavailable
    }
}

extension FilePlace {
    /// The file at the end of links, for a photo or a movie.
    static func captureTarget(of path: String) throws(CaptureError) -> String {
        do throws(OutputFailure) { return try target(of: path) } catch { throw CaptureError(error) }
    }
}
