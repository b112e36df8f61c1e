import ArgumentParser
import Capture
import MetadataOutput

/// Which files are inputs, beside the paths themselves.
struct InputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Take names from this list too, one a line; - is standard input. Names are bytes: a return or blank \
            at the end of a line is part of the name.
            """, valueName: "file|-"))
    var filesFrom: String?

    @Flag(
        name: [.customShort("0"), .long],
        help: "In that list a zero byte ends each name, as 'find -print0' and 'fd -0' write it.")
    var null = false

    @Option(
        help: ArgumentHelp(
            """
            Search the pictures in this tar archive; - is standard input, for archives that another program \
            decompresses.
            """, valueName: "file|-"), completion: .file(extensions: ["tar"]))
    var tar: String?

    @Option(
        help: ArgumentHelp(
            "Take only the i-th of n shares of all inputs, chosen by their names; the same on every machine.",
            valueName: "i/n"),
        transform: {
            try PictureShard(argument: $0).orThrow("a share is i/n, such as 1/8 to 8/8")
        })
    var shard: PictureShard?

    @Option(
        help: ArgumentHelp("Search folders this deep; 1 is their own files only.", valueName: "count"))
    var maxDepth: Int?

    @Option(
        name: [.customShort("e"), .long],
        help: ArgumentHelp(
            "In folders take only files with this extension, whatever they hold; may be repeated.",
            valueName: "ext"),
        transform: { try FileExtension(RawArguments.bytes(of: $0)).orThrow("an extension is not empty") })
    var `extension`: [FileExtension] = []

    @Option(
        name: [.customShort("E"), .long],
        help: ArgumentHelp(
            """
            Leave out what matches in folders, as a line of .gitignore does: *.tif and cache at any depth, /raw \
            at the top, 2019/**/small; may be repeated.
            """, valueName: "glob"),
        transform: { try PathPattern(RawArguments.bytes(of: $0)).orThrow("a pattern has more than slashes") })
    var exclude: [PathPattern] = []

    @Flag(name: [.customShort("L"), .long], help: "Follow links to folders.")
    var follow = false

    func validate() throws {
        guard maxDepth.map({ $0 > 0 }) ?? true else {
            throw ValidationError("--max-depth needs a number above 0.")
        }
        guard filesFrom != nil || !null else {
            throw ValidationError("-0 says how names in a list end; give --files-from too.")
        }
        guard tar == nil || filesFrom == nil else {
            throw ValidationError("Pictures come from --tar or from --files-from, not from both.")
        }
    }

    /// Whether pictures come from elsewhere than the paths.
    var isGiven: Bool { filesFrom != nil || tar != nil }

    /// Whether anything is said of folders.
    var isAboutFolders: Bool { maxDepth != nil || !`extension`.isEmpty || !exclude.isEmpty || follow }

    /// Which files in folders are inputs.
    var filter: PictureFilter {
        PictureFilter(
            maximumDepth: maxDepth, fileExtensions: `extension`, excluded: exclude, followsLinks: follow)
    }

    /// Opens the list, if there is one.
    ///
    /// - Throws: `ValidationError` where it cannot be read.
    func list() throws -> PictureList? {
        guard let filesFrom else { return nil }
        let source = PictureSource(argument: RawArguments.bytes(of: filesFrom))
        do {
            return try PictureList(source, separator: null ? .zero : .lineFeed)
        } catch {
            throw ValidationError("The list '\(source)' cannot be read: \(error.message).")
        }
    }
}

extension InputOptions {
    /// Opens the archive, if there is one.
    ///
    /// - Throws: `ValidationError` where it cannot be read.
    func archive() throws -> TarArchive? {
        guard let tar else { return nil }
        let source = PictureSource(argument: RawArguments.bytes(of: tar))
        do {
            return try TarArchive(source)
        } catch {
            throw ValidationError("The archive '\(source)' cannot be read: \(error.message).")
        }
    }
}

extension PictureShard {
    /// Reads `i/n`.
    fileprivate init?(argument: String) {
        let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
        self.init(number, of: count)
    }
}

/// Paths that were given one by one, and then those of a list.
struct NamedSources: Sequence, IteratorProtocol, Sendable {
    var paths: ArraySlice<PictureSource>
    let list: PictureList?

    mutating func next() -> PictureSource? { paths.popFirst() ?? list?.next() }
}

extension Optional {
    /// The value, or a `ValidationError` that says what was expected.
    fileprivate func orThrow(_ message: String) throws -> Wrapped {
        guard let self else { throw ValidationError(message) }
        return self
    }
}
