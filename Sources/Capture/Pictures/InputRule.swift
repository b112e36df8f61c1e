import MetadataOutput

/// Which files that were found, and not named by themselves, are inputs.
struct InputRule: Sendable {
    private let recognizer: any PictureRecognizer
    let filter: PictureFilter
    /// The extensions of which files are inputs.
    private let fileExtensions: [FileExtension]

    init(recognizer: any PictureRecognizer, filter: PictureFilter) {
        self.recognizer = recognizer
        self.filter = filter
        fileExtensions =
            filter.fileExtensions.isEmpty
            ? recognizer.fileExtensions.compactMap { FileExtension(Array($0.utf8)) } : filter.fileExtensions
    }

    /// Whether a file of this name is an input.
    ///
    /// - Parameter prefix: Its first bytes, ``signatureLength`` of them if there are as many; asked only where the
    ///   name does not decide.
    func isAsked<Failure: Error>(
        _ name: ArraySlice<UInt8>, prefix: () throws(Failure) -> [UInt8]?
    ) throws(Failure) -> Bool {
        if hasAskedExtension(name) { return true }
        guard filter.fileExtensions.isEmpty, let prefix = try prefix() else { return false }
        return recognizer.recognises(prefix: prefix)
    }

    func hasAskedExtension(_ name: ArraySlice<UInt8>) -> Bool {
        fileExtensions.contains { $0.isOf(name) }
    }

    /// Whether what lies at `path` below the folder that is searched is left out.
    func isExcluded(_ path: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
        filter.excluded.contains { $0.matches(path, isFolder: isFolder) }
    }

    /// How many bytes tell a picture.
    static let signatureLength = 64
}

extension PictureTally {
    /// Counts a file that is no input.
    ///
    /// - Parameter prefix: Its first bytes, where they were read.
    mutating func passOver(_ name: ArraySlice<UInt8>, prefix: [UInt8]? = nil) {
        passedOver += 1
        if Self.documentExtension?.isOf(name) == true { documents += 1 }
        if Self.movie.fits(name, prefix) { movies += 1 } else if Self.still.fits(name, prefix) { stills += 1 }
    }

    /// What tells one kind of file.
    private struct Kind {
        let recognizer: any PictureRecognizer
        let fileExtensions: [FileExtension]

        init(_ recognizer: any PictureRecognizer) {
            self.recognizer = recognizer
            fileExtensions = recognizer.fileExtensions.compactMap { FileExtension(Array($0.utf8)) }
        }

        func fits(_ name: ArraySlice<UInt8>, _ prefix: [UInt8]?) -> Bool {
            fileExtensions.contains { $0.isOf(name) } || prefix.map(recognizer.recognises) ?? false
        }
    }

    private static let movie = Kind(StandardMovieRecognizer())
    private static let still = Kind(StandardPictureRecognizer())

    private static let documentExtension = FileExtension(Array("pdf".utf8))
}
