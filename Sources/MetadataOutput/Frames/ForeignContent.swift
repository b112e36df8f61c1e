/// What bytes are that were taken for something else: who has another way for them can say so.
package enum ForeignContent: String, Sendable, Hashable, CaseIterable {
    /// A picture, where a movie was wanted.
    case picture = "a picture"
    /// A movie, where a picture was wanted.
    case movie = "a movie"
    /// An archive, where a picture was wanted.
    case tarArchive = "a tar archive"
    /// An archive that is compressed.
    case compressedArchive = "a compressed archive"
    /// Pages of vectors, where a picture was wanted.
    case pdf = "PDF"
}
