import Capture
import MetadataRecords

/// Something that is told what was found, picture by picture, in the order of the inputs: one file a consumer.
protocol PictureConsumer: AnyObject {
    /// Is told, before the first picture or the end, what an earlier run did that this one continues; default: does
    /// not mind.
    func resume(after counts: RunCounts)

    /// Is told one picture.
    func take(_ picture: PictureUpdate) throws(OutputFailure)

    /// Whether it wants no more pictures; default false.
    var hasEnough: Bool { get }

    /// Whether it has told of something that was found, where it does not tell of all; default true.
    var hasFound: Bool { get }

    /// Is told that no more will come, also when the run was interrupted. Not called after an ``OutputFailure``.
    func finish() throws(OutputFailure)

    /// Is told, after an ``OutputFailure`` of anybody's, that the process ends: takes away what would be half; default nothing.
    func discard()
}

extension PictureConsumer {
    var hasEnough: Bool { false }

    var hasFound: Bool { true }

    func resume(after counts: RunCounts) {}

    func finish() throws(OutputFailure) {}

    func discard() {}
}

/// Why something that the user asked for could not be written.
enum OutputFailure: Error {
    /// The reader has gone.
    case closedPipe
    /// The system's words.
    case system(String)
}

extension Record {
    /// A picture in writing.
    init(_ picture: PictureUpdate) {
        self.init(
            source: picture.source.bytes, index: picture.index, frame: picture.frame, time: picture.time,
            result: picture.result)
    }
}
