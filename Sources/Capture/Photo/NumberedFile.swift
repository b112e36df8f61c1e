/// Names of files that belong together.
package enum NumberedFile {
    /// The name with a number before its extension: of `door/movie.mp4` and 2 `door/movie-2.mp4`.
    package static func path(_ path: String, _ number: Int) -> String {
        let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[name...].lastIndex(of: "."), dot != name else { return "\(path)-\(number)" }
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }
}
