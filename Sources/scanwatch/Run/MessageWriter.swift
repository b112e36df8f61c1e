import Capture
import Foundation
import MetadataOutput
import MetadataRecords

/// Writes to standard error what a person should know of a run.
final class MessageWriter: PictureConsumer {
    private let options: MessageOptions
    private let format: any RecordFormat
    /// What inputs are, and what they are of whom records are.
    private let (input, unit): (String, String)
    private let tally: () -> PictureTally
    private let start = ContinuousClock.now
    private var progress = RunProgress()

    /// - Parameters:
    ///   - options: How much to tell.
    ///   - format: How records are written; what it has no lines for is told here.
    ///   - areMovies: Whether inputs are movies.
    ///   - tally: What was met on the way so far.
    init(
        _ options: MessageOptions, format: any RecordFormat, areMovies: Bool,
        tally: @escaping () -> PictureTally
    ) {
        self.options = options
        self.format = format
        (input, unit) = areMovies ? ("movie", "frame") : ("picture", "picture")
        self.tally = tally
    }

    func resume(after counts: RunCounts) {
        progress.resume(after: counts)
    }

    func take(_ picture: PictureUpdate) {
        progress.count(picture.result)
        switch picture.result {
        case .failure(let error) where options.verbose || (!format.includesErrors && !options.quiet):
            StandardStreams.complain("\(name(of: picture)): \(error.message)\(error.advice)")
        case .success(let update) where options.verbose || (!format.includesEngineFailures && !options.quiet):
            for failure in update.failures {
                StandardStreams.complain(
                    "\(name(of: picture)): \(failure.engine.rawValue) failed: \(failure.reason)")
            }
        default: break
        }
    }

    func finish() {
        progress.advance(to: (ContinuousClock.now - start) / .seconds(1))
        let tally = tally()
        let isInterrupted = Interruption.hasCome
        if !options.quiet, !isInterrupted { StandardStreams.complain(of: tally, input: input) }
        let counts = progress.counts
        let isWatched = StandardStreams.messagesAreOnTerminal && (counts.done > 1 || isInterrupted)
        if options.verbose || (isWatched && !options.quiet) {
            StandardStreams.complain((isInterrupted ? "interrupted after " : "") + summary)
        }
    }

    private var summary: String {
        let counts = progress.counts
        let time = String(format: "%.1f s", progress.seconds)
        var parts = ["\(count(counts.found, "object")) in \(count(counts.hits, unit))"]
        if counts.failed > 0 { parts.append("\(counts.failed) failed") }
        if progress.earlier > 0 { parts.append("\(progress.earlier) done before") }
        return "\(count(counts.done, unit)) in \(time): \(parts.joined(separator: ", "))"
    }

    private func name(of picture: PictureUpdate) -> String {
        guard unit == "frame", let frame = picture.frame else { return "\(picture.source)" }
        return "\(picture.source), frame \(frame)"
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
