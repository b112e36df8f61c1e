import ArgumentParser
import Capture
import MetadataOutput

/// Which files are inputs, beside the paths themselves.
struct InputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Also read file names from this list, one per line; - is standard input. A space or carriage return \
            at the end of a line is part of the name.
            """, valueName: "file|-"))
    var filesFrom: String?

    @Flag(
        name: [.customShort("0"), .long],
        help: "Names in the list end with a zero byte, as 'find -print0' and 'fd -0' print them.")
    var null = false

    @Option(
        help: ArgumentHelp(
            """
            Search the pictures in this tar archive; - is standard input, for an archive that another program \
            decompresses.
            """, valueName: "file|-"), completion: .file(extensions: ["tar"]))
    var tar: String?

    @Option(
        help: ArgumentHelp(
            "Search only share i of n. The file's name decides its share, in the same way on every machine.",
            valueName: "i/n"),
        transform: {
            try PictureShard(argument: $0).orThrow("expected i/n, such as 1/8 to 8/8")
        })
    var shard: PictureShard?

    @Option(
        help: ArgumentHelp(
            "Search folders at most this deep; 1 means only the files directly in them.", valueName: "count"))
    var maxDepth: Int?

    @Option(
        name: [.customShort("e"), .long],
        help: ArgumentHelp(
            "In folders, read only files with this extension, whatever their content; may be repeated.",
            valueName: "ext"),
        transform: { try FileExtension(RawArguments.bytes(of: $0)).orThrow("the extension is empty") })
    var `extension`: [FileExtension] = []

    @Option(
        name: [.customShort("E"), .long],
        help: ArgumentHelp(
            """
            In folders, skip what matches this pattern, as in .gitignore: *.tif and cache at any depth, /raw at \
            the top, 2019/**/small; may be repeated.
            """, valueName: "glob"),
        transform: {
            guard !$0.begins(with: "!") else {
                throw ValidationError("no pattern takes back what others skip; write \\! for a name's own !")
            }
            return try PathPattern(RawArguments.bytes(of: $0)).orThrow("the pattern needs more than slashes")
        })
    var exclude: [PathPattern] = []

    @Flag(name: [.customShort("L"), .long], help: "Follow symbolic links to folders.")
    var follow = false

    func validate() throws {
        guard maxDepth.map({ $0 > 0 }) ?? true else {
            throw ValidationError("--max-depth needs a number above 0.")
        }
        guard filesFrom != nil || !null else {
            throw ValidationError("-0 needs --files-from.")
        }
        guard tar == nil || filesFrom == nil else {
            throw ValidationError("Use either --tar or --files-from, not both.")
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
    /// - Throws: The exit status where it cannot be read.
    func list() throws -> PictureList? {
        guard let filesFrom else { return nil }
        let source = PictureSource(argument: RawArguments.bytes(of: filesFrom))
        do {
            return try PictureList(source, separator: null ? .zero : .lineFeed)
        } catch {
            StandardStreams.complain("the list '\(source)' cannot be read: \(error.message)")
            throw ExitStatus.noInput.code
        }
    }
}

extension InputOptions {
    /// Opens the archive, if there is one.
    ///
    /// - Throws: The exit status where it cannot be read.
    func archive() throws -> TarArchive? {
        guard let tar else { return nil }
        let source = PictureSource(argument: RawArguments.bytes(of: tar))
        do {
            return try TarArchive(source)
        } catch {
            StandardStreams.complain("the archive '\(source)' cannot be read: \(error.withWayOut.message)")
            throw ExitStatus.noInput.code
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
