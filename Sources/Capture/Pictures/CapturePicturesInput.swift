public import MetadataOutput
import Synchronization

/// Pictures as an input: files, folders and standard input, in the order they are named.
///
/// A folder is searched depth first, its names sorted by their bytes. Hidden names are left out, and so are
/// links to folders and what is neither file nor folder; links to files are followed. A file in a folder is an
/// input if it has a picture's signature or a picture's extension, else it is passed over and counted; a file
/// named by itself always is one. A ``PictureFilter`` changes this for folders. A pipe named by itself is read if
/// somebody is writing to it; a device is not.
///
/// An asynchronous sequence of the pictures' bytes: each is read when it is asked for, on a thread of the
/// input's own. What cannot be read is an element too. Use
/// `CaptureMetadataOutput.updates(from:maximumConcurrentPictures:)` to have them searched.
public final class CapturePicturesInput: Sendable {
    /// What they may cost; a file is judged by its size before it is read.
    public let limits: DecodingLimits
    /// What nobody is to see of them.
    public let mask: PictureMask?

    private enum Origin: Sendable {
        case sources(@Sendable () -> any IteratorProtocol<PictureSource> & Sendable)
        case archive(TarArchive)
    }

    private let origin: Origin
    private let rule: InputRule
    private let subset: PictureSubset
    private let lastTally = Mutex(PictureTally())
    /// Of the iteration begun last, as ``PictureTally/furtherPages`` and ``PictureTally/furtherFrames``.
    private let further = Mutex((pages: 0, frames: 0))

    /// Makes an input.
    ///
    /// - Parameters:
    ///   - sources: Files, folders, standard input; asked for one at a time, so that a ``PictureList`` of any length
    ///     costs no memory.
    ///   - recognizer: Tells pictures from other files in folders.
    ///   - filter: Which files in folders are inputs, default all pictures.
    ///   - subset: Which of the inputs are taken, default all.
    ///   - limits: What one picture may cost.
    ///   - mask: What nobody is to see of them, default nothing.
    public init<Sources: Sequence<PictureSource> & Sendable>(
        sources: Sources, recognizer: any PictureRecognizer = StandardPictureRecognizer(),
        filter: PictureFilter = PictureFilter(),
        subset: PictureSubset = PictureSubset(), limits: DecodingLimits = .standard, mask: PictureMask? = nil
    ) where Sources.Iterator: Sendable {
        origin = .sources { sources.makeIterator() }
        rule = InputRule(recognizer: recognizer, filter: filter)
        self.subset = subset
        self.limits = limits
        self.mask = mask
    }

    /// Makes an input of the pictures in an archive, which are chosen as those in folders are. It can be gone through
    /// once; of a damaged archive the last element is what is wrong with it.
    ///
    /// - Parameters:
    ///   - archive: Read as its pictures are asked for.
    ///   - recognizer: Tells pictures from other files.
    ///   - filter: Which files in it are inputs, default all pictures.
    ///   - subset: Which of the inputs are taken, default all.
    ///   - limits: What one picture may cost.
    ///   - mask: What nobody is to see of them, default nothing.
    public init(
        archive: TarArchive, recognizer: any PictureRecognizer = StandardPictureRecognizer(),
        filter: PictureFilter = PictureFilter(),
        subset: PictureSubset = PictureSubset(), limits: DecodingLimits = .standard, mask: PictureMask? = nil
    ) {
        origin = .archive(archive)
        rule = InputRule(recognizer: recognizer, filter: filter)
        self.subset = subset
        self.limits = limits
        self.mask = mask
    }

    /// Makes an input of paths; `-` is standard input.
    public convenience init(
        paths: [String], recognizer: any PictureRecognizer = StandardPictureRecognizer(),
        filter: PictureFilter = PictureFilter(),
        limits: DecodingLimits = .standard
    ) {
        self.init(
            sources: paths.map { PictureSource(argument: Array($0.utf8)) }, recognizer: recognizer,
            filter: filter,
            limits: limits)
    }

    /// What was met on the way so far, in the iteration begun last.
    public var tally: PictureTally {
        var tally = lastTally.withLock { $0 }
        (tally.furtherPages, tally.furtherFrames) = further.withLock { $0 }
        return tally
    }

    /// Goes over the pictures in order, `body` running for up to `threads` of them at once.
    func ordered<Output: Sendable>(
        threads: Int, body: @escaping @Sendable (FoundPicture) -> Output
    ) -> OrderedWork<PictureFinder, Output>.Consumer {
        OrderedWork.start(items: begin(), threads: threads) { picture, _ in body(picture) }
    }

    /// The way to the pictures, from its beginning, of which ``tally`` tells.
    func begin() -> PictureFinder {
        further.withLock { $0 = (0, 0) }
        return finder(subset) { [self] tally in lastTally.withLock { $0 = tally } }
    }

    /// The way through the sources once more, to count what it leads to, also what was done before; nil if there is no
    /// such way.
    func countingFinder() -> PictureFinder? {
        guard case .sources = origin else { return nil }
        return finder(PictureSubset(shard: subset.shard)) { _ in }
    }

    /// The way through the sources, from its beginning.
    private func finder(
        _ subset: PictureSubset, report: @escaping @Sendable (PictureTally) -> Void
    ) -> PictureFinder {
        switch origin {
        case .sources(let sources):
            PictureFinder(PictureWalk(sources: sources(), rule: rule, subset: subset, report: report))
        case .archive(let archive):
            PictureFinder(
                ArchiveWalk(
                    archive: archive, rule: rule, subset: subset, limit: limits.fileBytes,
                    report: report))
        }
    }

    /// Reads what was found.
    func payload(of picture: FoundPicture) -> Result<Payload, PayloadError> {
        picture.contents(limit: limits.fileBytes).map { bytes in
            let (pages, frames) = (TIFFPages.count(in: bytes), AnimationFrames.count(in: bytes))
            if pages > 1 || frames > 1 {
                further.withLock {
                    $0 = ($0.pages + Swift.max(0, pages - 1), $0.frames + Swift.max(0, frames - 1))
                }
            }
            return masked(.encoded(bytes, limits: limits))
        }
    }

    /// What anybody is to see of a picture.
    func masked(_ payload: Payload) -> Payload { mask.map { .masked(payload, by: $0) } ?? payload }
}

extension CapturePicturesInput: AsyncSequence {
    /// The pictures in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let pictures: OrderedWork<PictureFinder, CapturedPicture>.Consumer

        /// The next picture, or nil after the last and once the task is cancelled.
        public mutating func next() async -> CapturedPicture? {
            await pictures.next()
        }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            pictures: ordered(threads: 1) { [self] picture in
                CapturedPicture(source: picture.source, index: picture.index, payload: payload(of: picture))
            })
    }
}
