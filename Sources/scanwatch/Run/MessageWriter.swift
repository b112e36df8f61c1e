import Capture
import Foundation
import MetadataOutput
import MetadataRecords

/// Writes to standard error what a person should know of a run.
final class MessageWriter: PictureConsumer {
    private let options: MessageOptions
    private let format: any RecordFormat
    private let tally: () -> PictureTally
    private let start = ContinuousClock.now
    private var progress = RunProgress()

    /// - Parameters:
    ///   - options: How much to tell.
    ///   - format: How records are written; what it has no lines for is told here.
    ///   - tally: What was met on the way so far.
    init(_ options: MessageOptions, format: any RecordFormat, tally: @escaping () -> PictureTally) {
        self.options = options
        self.format = format
        self.tally = tally
    }

    func resume(after counts: RunCounts) {
        progress.resume(after: counts)
    }

    func take(_ picture: PictureUpdate) {
        progress.count(picture.result)
        switch picture.result {
        case .failure(let error) where options.verbose || (!format.includesErrors && !options.quiet):
            StandardStreams.complain("\(picture.source): \(error.message)\(error.advice)")
        case .success(let update) where options.verbose || (!format.includesEngineFailures && !options.quiet):
            for failure in update.failures {
                StandardStreams.complain(
                    "\(picture.source): \(failure.engine.rawValue) failed: \(failure.reason)")
            }
        default: break
        }
    }

    func finish() {
        progress.advance(to: (ContinuousClock.now - start) / .seconds(1))
        let tally = tally()
        let isInterrupted = Interruption.hasCome
        if !options.quiet, !isInterrupted { StandardStreams.complain(of: tally) }
        let counts = progress.counts
        let isWatched = StandardStreams.messagesAreOnTerminal && (counts.done > 1 || isInterrupted)
        if options.verbose || (isWatched && !options.quiet) {
            StandardStreams.complain((isInterrupted ? "interrupted after " : "") + summary)
        }
    }

    private var summary: String {
        let counts = progress.counts
        let time = String(format: "%.1f s", progress.seconds)
        var parts = ["\(count(counts.found, "object")) in \(count(counts.hits, "picture"))"]
        if counts.failed > 0 { parts.append("\(counts.failed) failed") }
        if progress.earlier > 0 { parts.append("\(progress.earlier) done before") }
        return "\(count(counts.done, "picture")) in \(time): \(parts.joined(separator: ", "))"
    }

    private func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}

extension PayloadError {
    /// What to do about it, to be put after the message; empty where that is plain or unknown.
    fileprivate var advice: String {
        switch code {
        case .overLimit: "; --max-pixels, --max-file-size and --max-memory change the limits"
        case .notPermitted: "; 'ls -l' shows who may read it"
        case .notFound, .unreadable, .empty, .unknownFormat, .undecodable, .engineFailure: ""
        }
    }
}
