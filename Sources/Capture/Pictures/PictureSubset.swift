/// Which of the inputs that there are a run takes; all of them keep their places.
public struct PictureSubset: Sendable {
    /// Only those in this share; nil, the default, for all.
    public var shard: PictureShard?
    /// Says of one input of the shard after the other, in their order and before any is read, whether it was done by an
    /// earlier run; nil, the default, if none was. Called by one thread at a time, with the input's place among all
    /// inputs, from 0, and its version, nil of one that may be another each time (``PictureUpdate/version``).
    public var isDone: (@Sendable (PictureSource, _ index: Int, PictureVersion?) -> Bool)?

    /// Makes a subset; without arguments it is all inputs.
    public init(
        shard: PictureShard? = nil,
        isDone: (@Sendable (PictureSource, _ index: Int, PictureVersion?) -> Bool)? = nil
    ) {
        self.shard = shard
        self.isDone = isDone
    }
}

/// Numbers the inputs that are found and picks those that a run takes.
struct PictureNumbering: Sendable {
    private let subset: PictureSubset
    private var count = 0

    init(_ subset: PictureSubset) {
        self.subset = subset
    }

    /// The picture with its place among all inputs, or nil if the run does not take it.
    ///
    /// - Parameter isOfEveryShard: Whether it says something about all of them, as an archive's damage does.
    mutating func take(_ picture: FoundPicture, isOfEveryShard: Bool = false) -> FoundPicture? {
        var picture = picture
        picture.index = count
        count += 1
        let source = picture.source
        if !isOfEveryShard, subset.shard?.contains(source.bytes) == false { return nil }
        if let isDone = subset.isDone, isDone(source, picture.index, picture.version) { return nil }
        return picture
    }
}
