import Detectors

/// What `--version` prints.
enum Version {
    /// The tool's version.
    static let number = "0.1.0"

    /// The tool's version and those of the libraries behind it, one a line.
    static var text: String {
        let lines = DetectorCatalog.engineVersions.map { "\($0.name) \($0.version)" }
        return (["scanwatch \(number)"] + lines).joined(separator: "\n")
    }
}
