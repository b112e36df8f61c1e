public import Foundation
public import MetadataOutput

extension CaptureMetadataOutput {
    /// Searches the frames of movies, one movie after the other: objects keep their ids from frame to frame of a movie.
    ///
    /// Each movie is decoded as its frames are taken; several frames are searched at once and a few ahead, as pictures are by
    /// ``CaptureMetadataOutput/updates(from:maximumConcurrentPictures:)``. There is an update for each frame that is searched,
    /// for each that cannot be decoded, and for each movie that cannot be read, or not to its end.
    ///
    /// - Parameters:
    ///   - input: The movies; it needs a recognizer of movies, such as `StandardMovieRecognizer`. The limit of its files' size
    ///     does not hold for them.
    ///   - decoder: What reads them.
    ///   - interval: Searches one frame at or after each multiple of this time; zero, the default, searches all.
    ///   - count: How many frames are searched at once, at least 1; the number of processors when not given.
    public func updates(
        ofMovies input: CapturePicturesInput, decoder: any MovieDecoder, interval: Duration = .zero,
        maximumConcurrentPictures count: Int = ProcessInfo.processInfo.activeProcessorCount
    ) -> MovieUpdates {
        precondition(count > 0, "at least one frame at once")
        precondition(interval >= .zero, "no time before the first frame")
        return MovieUpdates(
            output: self, input: input, decoder: decoder, schedule: MovieSchedule(interval: interval),
            threads: count)
    }
}

/// What a metadata output says of the frames of movies, in their order.
public struct MovieUpdates: AsyncSequence, Sendable {
    fileprivate let output: CaptureMetadataOutput
    fileprivate let input: CapturePicturesInput
    fileprivate let decoder: any MovieDecoder
    fileprivate let schedule: MovieSchedule
    fileprivate let threads: Int

    /// A frame that was searched and has no identities yet.
    fileprivate struct Searched: Sendable {
        let item: MovieFrames.Item
        let frame: Result<SearchedFrame, PayloadError>
    }

    /// The updates in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let frames: OrderedWork<MovieFrames, Searched>.Consumer
        fileprivate let output: CaptureMetadataOutput
        fileprivate var sequence: MetadataSequence

        /// The next update, or nil after the last and once the task is cancelled.
        public mutating func next() async -> PictureUpdate? {
            guard let searched = await frames.next() else { return nil }
            let item = searched.item
            if item.isFirst { sequence = output.makeSequence() }
            return PictureUpdate(
                source: item.movie.source, index: item.movie.index, version: item.version,
                frame: item.place?.number, time: item.place?.time,
                result: searched.frame.map(sequence.update))
        }
    }

    /// Begins the search.
    public func makeAsyncIterator() -> AsyncIterator {
        let items = MovieFrames(
            movies: input.begin(), decoder: decoder, limits: input.limits, schedule: schedule)
        let frames = OrderedWork.start(items: items, threads: threads) { [output, input] item, _ in
            let frame = item.frame.flatMap { frame in
                Result { () throws(PayloadError) in
                    try output.search(
                        input.masked(.frame(frame)), time: frame.time, duration: frame.duration)
                }
            }
            return Searched(item: item, frame: frame)
        }
        return AsyncIterator(frames: frames, output: output, sequence: output.makeSequence())
    }
}
