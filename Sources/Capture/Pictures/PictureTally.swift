/// What a search for pictures met on its way; nothing at first.
public struct PictureTally: Sendable, Hashable {
    /// A folder, named by itself, or an archive in which no picture was found.
    public struct EmptyFolder: Sendable, Hashable {
        /// The folder or archive.
        public var source: PictureSource
        /// Files in it and below it that were passed over.
        public var passedOver: Int
    }

    /// Inputs so far, those that could not be read among them.
    public var pictures = 0
    /// Files in folders that have neither a picture's signature nor a picture's extension, links to folders, and
    /// what is neither file nor folder. Hidden names are not counted, nor is what a ``PictureFilter`` excludes.
    public var passedOver = 0
    /// Those of them whose names end in `.pdf`: their pages may hold codes, but must be turned into pictures first.
    public var documents = 0
    /// Those of them that are movies by their names or first bytes, see `StandardMovieRecognizer`.
    public var movies = 0
    /// Those of them that are pictures by their names or first bytes, see `StandardPictureRecognizer`: in a search for movies,
    /// or where a ``PictureFilter`` asks for other names.
    public var stills = 0
    /// Folders, named by themselves, and archives that gave no input at all.
    public var emptyFolders: [EmptyFolder] = []
    /// Pages behind the first of TIFF files that were read, which nobody looks at.
    public var furtherPages = 0
    /// Frames behind the first of animated GIF, PNG and WebP files that were read, which nobody looks at.
    public var furtherFrames = 0
}
