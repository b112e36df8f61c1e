import ArgumentParser
import MetadataOutput
import MetadataRecords

/// What the tool's exit status says of a run.
enum ExitStatus: Int32 {
    /// Something was found.
    case found = 0
    /// Nothing was found.
    case nothingFound = 1
    /// Some input could not be read or an engine failed on it; there may have been findings.
    case someInputFailed = 2
    /// The list or archive that names the inputs cannot be read (`EX_NOINPUT`).
    case noInput = 66
    /// A camera is not there, may not be used, or has failed; or workers or files cannot be had (`EX_UNAVAILABLE`).
    case unavailable = 69
    /// Records could not be written (`EX_IOERR`).
    case cannotWrite = 74
    /// What is asked for would show a camera to strangers (`EX_CONFIG`).
    case wronglyConfigured = 78

    /// The status for ArgumentParser; 64 (`EX_USAGE`) is its own.
    var code: ExitCode { ExitCode(rawValue) }

    /// What remains of a status after one more input.
    ///
    /// - Parameter isTold: Whether anybody is told of what was found; default true.
    mutating func take(_ result: Result<MetadataUpdate, PayloadError>, isTold: Bool = true) {
        var counts = RunCounts()
        counts.count(objects: result.objectCount, hasFailed: result.hasFailed, isTold: isTold)
        take(counts)
    }

    /// What remains of a status after some more inputs.
    mutating func take(_ counts: RunCounts) {
        if counts.failed > 0 {
            self = .someInputFailed
        } else if self == .nothingFound && counts.hasTold {
            self = .found
        }
    }
}
