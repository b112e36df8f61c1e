/// What `--version` prints.
enum Version {
    /// The tool's version.
    static let number = "0.1.0"

    static var text: String { "scanwatch \(number)" }
}
