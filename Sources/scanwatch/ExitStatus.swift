import ArgumentParser
import MetadataOutput

/// What the tool's exit status says of a run.
enum ExitStatus: Int32 {
    /// Something was found.
    case found = 0
    /// Nothing was found.
    case nothingFound = 1
    /// Some input could not be read or an engine failed on it; there may have been findings.
    case someInputFailed = 2
    /// A camera is not there, may not be used, or has failed (`EX_UNAVAILABLE`).
    case unavailable = 69
    /// Records could not be written (`EX_IOERR`).
    case cannotWrite = 74

    /// The status for ArgumentParser; 64 (`EX_USAGE`) is its own.
    var code: ExitCode { ExitCode(rawValue) }

    /// What remains of a status after one more input.
    mutating func take(_ result: Result<MetadataUpdate, PayloadError>) {
        switch result {
        case .failure: self = .someInputFailed
        case .success(let update) where !update.failures.isEmpty: self = .someInputFailed
        case .success(let update) where self == .nothingFound && !update.objects.isEmpty: self = .found
        case .success: break
        }
    }
}
