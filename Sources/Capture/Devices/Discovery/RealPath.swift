import Foundation

/// Paths with all links followed.
enum RealPath {
    /// The path that `path` leads to, or nil if there is nothing.
    static func of(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
