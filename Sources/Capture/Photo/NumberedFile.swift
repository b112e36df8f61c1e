import MetadataOutput

/// Names of files that belong together.
package enum NumberedFile {
    /// The name with a number before its extension: of `door/movie.mp4` and 2 `door/movie-2.mp4`.
    package static func path(_ path: String, _ number: Int) -> String {
        let end = path.utf8.extensionStart
        return "\(path[..<end])-\(number)\(path[end...])"
    }
}
