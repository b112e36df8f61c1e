public import Foundation
public import MetadataOutput

extension CaptureMetadataOutput {
    /// Searches the pictures of an input as the frames of one video: objects keep their ids from frame to frame.
    ///
    /// The pictures are decoded and searched several at once and ahead, as by
    /// ``CaptureMetadataOutput/updates(from:maximumConcurrentPictures:)``. A picture that cannot be searched is a
    /// frame that was lost; the time goes on.
    ///
    /// - Parameters:
    ///   - input: The pictures, in the order they were taken.
    ///   - rate: Frames a second, above 0; the first frame is at time zero.
    ///   - count: How many are searched at once, at least 1; the number of processors when not given.
    public func updates(
        ofSequence input: CapturePicturesInput, framesPerSecond rate: Double,
        maximumConcurrentPictures count: Int = ProcessInfo.processInfo.activeProcessorCount
    ) -> PictureSequenceUpdates {
        precondition(count > 0, "at least one picture at once")
        precondition(rate > 0 && rate.isFinite, "some frames a second")
        return PictureSequenceUpdates(output: self, input: input, rate: rate, threads: count)
    }
}

/// What a metadata output says of the frames of a sequence, one update a picture, in their order.
public struct PictureSequenceUpdates: AsyncSequence, Sendable {
    fileprivate let output: CaptureMetadataOutput
    fileprivate let input: CapturePicturesInput
    fileprivate let rate: Double
    fileprivate let threads: Int

    /// A picture that was searched and has no identities yet.
    fileprivate struct Searched: Sendable {
        let source: PictureSource
        let index: Int
        let version: PictureVersion?
        let time: Duration
        let frame: Result<SearchedFrame, PayloadError>
    }

    /// The updates in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let frames: OrderedWork<PictureFinder, Searched>.Consumer
        fileprivate let sequence: MetadataSequence

        /// The next update, or nil after the last and once the task is cancelled.
        public mutating func next() async -> PictureUpdate? {
            guard let searched = await frames.next() else { return nil }
            return PictureUpdate(
                source: searched.source, index: searched.index, version: searched.version,
                frame: searched.index, time: searched.time, result: searched.frame.map(sequence.update))
        }
    }

    /// To the nanosecond, so that frames a second apart are not a little less than that.
    private static func time(ofFrame index: Int, rate: Double) -> Duration {
        let seconds = Double(index) / rate
        let whole = seconds.rounded(.down)
        return .seconds(whole) + .nanoseconds(Int64(((seconds - whole) * 1e9).rounded()))
    }

    /// Begins the search.
    public func makeAsyncIterator() -> AsyncIterator {
        let frames = input.ordered(threads: threads) { [output, input, rate] picture in
            let time = PictureSequenceUpdates.time(ofFrame: picture.index, rate: rate)
            let version = picture.version
            let frame = input.payload(of: picture).flatMap { payload in
                Result { () throws(PayloadError) in
                    try output.search(payload, time: time, duration: .seconds(1 / rate))
                }
            }
            return Searched(
                source: picture.source, index: picture.index, version: version, time: time, frame: frame)
        }
        return AsyncIterator(frames: frames, sequence: output.makeSequence())
    }
}
