import Foundation
public import MetadataOutput

/// How far a run over pictures has come, and how to say it on a line of a terminal or as JSON; see
/// `docs/records.md`.
public struct RunProgress: Sendable, Hashable {
    /// Whether there is more to come.
    public enum Phase: String, Sendable, Hashable {
        /// Pictures are being searched.
        case running
        /// All were.
        case finished
        /// A signal ended the run before.
        case interrupted
    }

    /// Whether there is more to come; default running.
    public var phase = Phase.running
    /// How many pictures there are, or nil while that is not known.
    public var total: Int?
    /// Seconds since the run began.
    public private(set) var seconds = 0.0
    /// What has come of the pictures, also of those that an earlier run did.
    public private(set) var counts = RunCounts()
    /// How many of them an earlier run did.
    public private(set) var earlier = 0

    /// Where the run was at some times not long ago, the oldest first.
    private var samples = [Sample(seconds: 0, done: 0)]

    private struct Sample: Hashable {
        let seconds: Double
        let done: Int
    }

    /// How far back the rate looks, in seconds: pictures differ, and folders even more.
    private static let window = 15.0

    /// A run that begins.
    public init() {}

    /// Takes one more picture into account.
    public mutating func count(_ result: Result<MetadataUpdate, PayloadError>) {
        counts.count(objects: result.objectCount, hasFailed: result.hasFailed)
    }

    /// Says before the first picture what an earlier run did that this one continues.
    public mutating func resume(after counts: RunCounts) {
        self.counts = counts
        earlier = counts.done
        samples = [Sample(seconds: 0, done: earlier)]
    }

    /// Says that it is now so many seconds since the run began, and what was counted is done.
    public mutating func advance(to seconds: Double) {
        self.seconds = seconds
        while samples.count > 1, seconds - samples[1].seconds >= Self.window { samples.removeFirst() }
        samples.append(Sample(seconds: seconds, done: counts.done))
    }

    /// Pictures a second, over the last 15 seconds while the run goes on and over all of it when it is over.
    public var rate: Double {
        let start = phase == .running ? samples[0] : Sample(seconds: 0, done: earlier)
        return seconds > start.seconds ? Double(counts.done - start.done) / (seconds - start.seconds) : 0
    }

    /// Seconds until the end at the rate so far; nil while that cannot be told.
    public var secondsLeft: Double? {
        guard let total, total >= counts.done, rate > 0 else { return nil }
        return Double(total - counts.done) / rate
    }

    /// A line for a terminal: at most `width` columns of ASCII, without a line feed.
    public func line(width: Int) -> String {
        var parts: [String]
        if let total, let secondsLeft {
            parts = [
                "\(counts.done)/\(total)", "\(counts.done * 100 / max(total, 1)) %",
                "\(clock(secondsLeft)) left",
            ]
        } else {
            parts = ["\(counts.done) done", clock(seconds)]
        }
        parts += [String(format: "%.1f/s", rate), "\(counts.found) found"]
        if counts.failed > 0 { parts.append("\(counts.failed) failed") }
        while parts.count > 1, length(of: parts) > width { parts.removeLast() }
        let text = parts.joined(separator: "  ")
        return String((bar(within: width - text.count - 2) + text).prefix(width))
    }

    /// One JSON object and a line feed.
    public var jsonLine: [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.field("v", RecordSchema.version)
            $0.field("progress", phase.rawValue)
            $0.field("done", counts.done)
            if let total { $0.field("total", total) }
            $0.field("found", counts.found)
            $0.field("failed", counts.failed)
            $0.field("seconds", seconds, places: 3)
            $0.field("rate", rate, places: 3)
            if let secondsLeft { $0.field("secondsLeft", secondsLeft, places: 1) }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private func length(of parts: [String]) -> Int {
        parts.reduce(2 * (parts.count - 1)) { $0 + $1.count }
    }

    /// The share that is done in at most 30 columns, the brackets and two blanks after them not counted; nothing
    /// if there is little room or the total is not known.
    private func bar(within width: Int) -> String {
        let cells = min(width - 2, 30)
        guard let total, secondsLeft != nil, cells >= 5 else { return "" }
        let full = cells * counts.done / max(total, 1)
        return "[\(String(repeating: "#", count: full))\(String(repeating: "-", count: cells - full))]  "
    }

    /// Minutes and seconds, with hours where there are some.
    private func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 1e9).rounded())
        let (minutes, rest) = (whole / 60, twoDigits(whole % 60))
        return minutes < 60 ? "\(minutes):\(rest)" : "\(minutes / 60):\(twoDigits(minutes % 60)):\(rest)"
    }

    private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Result<MetadataUpdate, PayloadError> {
    /// How many objects were found.
    public var objectCount: Int { (try? get())?.objects.count ?? 0 }

    /// Whether the picture could not be searched, or an engine failed on it.
    public var hasFailed: Bool {
        switch self {
        case .failure: true
        case .success(let update): !update.failures.isEmpty
        }
    }
}
