import MetadataOutput

/// Something that is an input: what to read, or why it cannot be.
struct FoundPicture: Sendable {
    let source: PictureSource
    /// Its place among the inputs, from 0; set once it is known.
    var index = 0
    private var place: Place

    private enum Place: Sendable {
        case source
        /// Part of something that is read from its beginning to its end, and not read yet.
        case stream(PictureVersion)
        /// The same, read.
        case memory(Result<[UInt8], PayloadError>, PictureVersion)
        /// Finding it failed already (a folder that cannot be listed).
        case nowhere(PayloadError)
    }

    /// - Parameter error: Why it cannot be read, where that is known already.
    init(source: PictureSource, error: PayloadError? = nil) {
        self.source = source
        place = error.map(Place.nowhere) ?? .source
    }

    /// Makes one of something that is read from its beginning to its end.
    init(source: PictureSource, version: PictureVersion) {
        self.source = source
        place = .stream(version)
    }

    /// The same with what was read of it.
    func with(_ contents: Result<[UInt8], PayloadError>) -> FoundPicture {
        var picture = self
        if let version { picture.place = .memory(contents, version) }
        return picture
    }

    /// Why it cannot be read, where that is known already.
    var error: PayloadError? {
        if case .nowhere(let error) = place { error } else { nil }
    }

    /// Its version now.
    var version: PictureVersion? {
        switch (place, source) {
        case (.stream(let version), _), (.memory(_, let version), _): version
        case (.source, .file(let path)), (.nowhere, .file(let path)): PictureVersion(of: path)
        default: nil
        }
    }

    /// Its bytes.
    func contents(limit: Int) -> Result<[UInt8], PayloadError> {
        switch (place, source) {
        case (.memory(let contents, _), _): contents
        case (.nowhere(let error), _): .failure(error)
        case (_, .standardInput):
            Result { () throws(PayloadError) in try FileReader.standardInput(limit: limit) }
        case (_, .file(let path)), (_, .member(let path)):
            Result { () throws(PayloadError) in try FileReader.contents(of: path, limit: limit) }
        }
    }
}
