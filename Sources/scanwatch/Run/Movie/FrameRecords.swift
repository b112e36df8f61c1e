import Foundation
import MetadataOutput
import MetadataRecords

/// The records of a camera's frames as movies have them: of each that was searched, also where there is nothing in view.
struct FrameRecords {
    private var source: LiveSource

    /// - Parameter index: The camera's place among the inputs.
    init(index: Int) { source = LiveSource(index: index, policy: AnnouncementPolicy()) }

    /// The line of a frame; nil if nobody knows where it comes from.
    mutating func line(of update: MetadataUpdate, as format: JSONLinesFormat) -> Data? {
        guard let origin = update.origin else { return nil }
        let moment = source.note(update, frame: origin.sequenceNumber)
        let record = Record(
            source: Array(origin.source.utf8), index: source.index, time: update.time, moment: moment,
            result: .success(update))
        return Data(format.lines(for: record))
    }
}
