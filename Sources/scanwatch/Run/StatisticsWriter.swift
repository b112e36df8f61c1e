import Capture
import MetadataRecords

/// Writes at the end to standard error what was read by which engine and step, and what was refused and why.
final class StatisticsWriter: PictureConsumer {
    private var statistics = ReadingStatistics()

    func take(_ picture: PictureUpdate) {
        statistics.count(picture.result)
    }

    func finish() {
        StatusLine.writeAbove(statistics.lines.joined(separator: "\n") + "\n")
    }
}
