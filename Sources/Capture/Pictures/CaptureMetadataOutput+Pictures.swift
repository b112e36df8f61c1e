public import Foundation
public import MetadataOutput

extension CaptureMetadataOutput {
    /// Searches the pictures of an input, several at once, and says what is in each, in the input's order.
    ///
    /// The work is done on threads of the sequence's own, which end with it: when the last update is handed out,
    /// the iterator is let go, or the task is cancelled (pictures that are being searched are finished first).
    /// Nothing is searched further ahead than a few pictures, so that a slow consumer costs no memory.
    ///
    /// - Parameters:
    ///   - input: The pictures.
    ///   - count: How many are searched at once, at least 1; the number of processors when not given.
    public func updates(
        from input: CapturePicturesInput,
        maximumConcurrentPictures count: Int = ProcessInfo.processInfo.activeProcessorCount
    ) -> PictureUpdates {
        precondition(count > 0, "at least one picture at once")
        return PictureUpdates(output: self, input: input, threads: count)
    }
}

/// What a metadata output says of the pictures of an input, one update a picture, in the input's order.
public struct PictureUpdates: AsyncSequence, Sendable {
    fileprivate let output: CaptureMetadataOutput
    fileprivate let input: CapturePicturesInput
    fileprivate let threads: Int

    /// The updates in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let updates: OrderedWork<PictureFinder, PictureUpdate>.Consumer

        /// The next update, or nil after the last and once the task is cancelled.
        public mutating func next() async -> PictureUpdate? {
            await updates.next()
        }
    }

    /// Begins the search.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            updates: input.ordered(threads: threads) { [output, input] picture in
                let version = picture.version
                let result = input.payload(of: picture).flatMap { payload in
                    Result { () throws(PayloadError) in try output.update(for: payload) }
                }
                return PictureUpdate(
                    source: picture.source, index: picture.index, version: version, frame: nil, time: nil,
                    result: result)
            })
    }
}
