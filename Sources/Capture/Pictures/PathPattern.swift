import Glibc

/// A pattern of paths as in `.gitignore`: `thumbs`, `*.tif`, `/raw`, `2019/**/small`, `cache/`.
///
/// `*`, `?` and `[…]` are the shell's (`fnmatch`) and never match a slash; a backslash takes a special character's
/// meaning away. A pattern without a slash is of names at any depth; with one it is of the path below the folder
/// that is searched, in which `**` stands for any number of folders. A slash at the end is for folders alone. Names
/// are bytes, and so is what `?` stands for unless the process has set a locale.
public struct PathPattern: Sendable, Hashable {
    /// What each part of a path must be like, from the folder that is searched.
    private let parts: [[UInt8]]
    private let isOfFolders: Bool

    private static let slash = UInt8(ascii: "/")
    private static let anyFolders = Array("**".utf8)

    /// Makes a pattern of what a user wrote. Nil where it holds nothing but slashes, or a zero byte.
    public init?(_ pattern: [UInt8]) {
        var parts = pattern.split(separator: Self.slash).map(Array.init)
        guard !parts.isEmpty, !pattern.contains(0) else { return nil }
        isOfFolders = pattern.last == Self.slash
        let isOfNames = !pattern.dropLast(isOfFolders ? 1 : 0).contains(Self.slash)
        if isOfNames { parts.insert(Self.anyFolders, at: 0) }
        // `**/**` says no more than `**`.
        self.parts = parts.indices.filter { index in
            index == 0 || parts[index] != Self.anyFolders || parts[index - 1] != Self.anyFolders
        }.map { parts[$0] }
    }

    /// Whether it matches what lies at `path` below the folder that is searched.
    func matches(_ path: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
        matches(path.split(separator: Self.slash), isFolder: isFolder).last ?? false
    }

    /// Whether it matches what lies below the folder that is searched, by the names on the way there, or a folder that this lies in.
    func matchesPart(of names: [ArraySlice<UInt8>], isFolder: Bool) -> Bool {
        matches(names, isFolder: isFolder).contains(true)
    }

    /// Whether it matches the path up to each of its names.
    ///
    /// Paths in archives are anybody's: each part is held against each name once at most.
    private func matches(_ names: [ArraySlice<UInt8>], isFolder: Bool) -> [Bool] {
        // How many parts may be matched so far.
        var reached = [Bool](repeating: false, count: parts.count + 1)
        reached[0] = true
        passAnyFolders(&reached)
        return names.indices.map { index in
            reached = matched(reached, and: Array(names[index]))
            return reached[parts.count] && (isFolder || !isOfFolders || index < names.count - 1)
        }
    }

    /// How many parts may be matched with one name more.
    private func matched(_ reached: [Bool], and name: [UInt8]) -> [Bool] {
        var next = [Bool](repeating: false, count: reached.count)
        for (count, part) in parts.enumerated() where reached[count] {
            if part == Self.anyFolders {
                next[count] = true
                // Behind the last of them there must be something, whatever it is.
                if count == parts.count - 1 { next[parts.count] = true }
            } else if part.withCString({ pattern in name.withCString { fnmatch(pattern, $0, 0) == 0 } }) {
                next[count + 1] = true
            }
        }
        passAnyFolders(&next)
        return next
    }

    /// Takes `**` for no folder at all.
    private func passAnyFolders(_ reached: inout [Bool]) {
        for count in parts.indices.dropLast() where reached[count] && parts[count] == Self.anyFolders {
            reached[count + 1] = true
        }
    }
}
