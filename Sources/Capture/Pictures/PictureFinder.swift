/// A way to pictures, one at a time: through folders, or through an archive.
struct PictureFinder: IteratorProtocol, Sendable {
    private var way: any IteratorProtocol<FoundPicture> & Sendable

    init(_ way: some IteratorProtocol<FoundPicture> & Sendable) {
        self.way = way
    }

    mutating func next() -> FoundPicture? { way.next() }
}
