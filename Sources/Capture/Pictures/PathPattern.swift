import Glibc

/// A pattern of paths as in `.gitignore`: `thumbs`, `*.tif`, `/raw`, `2019/**/small`, `cache/`.
///
/// `*`, `?` and `[…]` are the shell's (`fnmatch`) and never match a slash; a backslash takes a special character's
/// meaning away. A pattern without a slash is of names at any depth; with one it is of the path below the folder
/// that is searched, in which `**` stands for any number of folders. A slash at the end is for folders alone. Names
/// are bytes, and so is what `?` stands for unless the process has set a locale.
public struct PathPattern: Sendable, Hashable {
    /// What each part of a path must be like, from the folder that is searched; for a pattern of names, the name.
    private let parts: [[UInt8]]
    private let isOfNames: Bool
    private let isOfFolders: Bool

    private static let slash = UInt8(ascii: "/")
    private static let anyFolders = Array("**".utf8)

    /// Makes a pattern of what a user wrote. Nil where it holds nothing but slashes, or a zero byte.
    public init?(_ pattern: [UInt8]) {
        let parts = pattern.split(separator: Self.slash).map(Array.init)
        guard !parts.isEmpty, !pattern.contains(0) else { return nil }
        // `**/**` says no more than `**`.
        self.parts = parts.indices.filter { index in
            index == 0 || parts[index] != Self.anyFolders || parts[index - 1] != Self.anyFolders
        }.map { parts[$0] }
        isOfFolders = pattern.last == Self.slash
        isOfNames = !pattern.dropLast(isOfFolders ? 1 : 0).contains(Self.slash)
    }

    /// Whether it matches what lies at `path` below the folder that is searched.
    func matches(_ path: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
        guard isFolder || !isOfFolders else { return false }
        let names = path.split(separator: Self.slash)
        return Self.match(parts[...], isOfNames ? names.suffix(1) : names[...])
    }

    private static func match(
        _ parts: ArraySlice<[UInt8]>, _ names: ArraySlice<ArraySlice<UInt8>>
    ) -> Bool {
        guard let part = parts.first else { return names.isEmpty }
        let rest = parts.dropFirst()
        if part == anyFolders && rest.isEmpty { return !names.isEmpty }
        if part == anyFolders {
            return (names.startIndex...names.endIndex).contains { match(rest, names[$0...]) }
        }
        guard let name = names.first else { return false }
        let isLike = part.withCString { pattern in
            Array(name).withCString { fnmatch(pattern, $0, 0) == 0 }
        }
        return isLike && match(rest, names.dropFirst())
    }
}
