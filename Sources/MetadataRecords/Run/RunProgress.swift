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
    /// Pictures that are done, failed ones among them.
    public private(set) var done = 0
    /// Objects found.
    public private(set) var found = 0
    /// Pictures with at least one object.
    public private(set) var hits = 0
    /// Pictures that could not be searched, or on which an engine failed.
    public private(set) var failed = 0

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
        done += 1
        switch result {
        case .failure: failed += 1
        case .success(let update):
            found += update.objects.count
            if !update.objects.isEmpty { hits += 1 }
            if !update.failures.isEmpty { failed += 1 }
        }
    }

    /// Says that it is now so many seconds since the run began, and what was counted is done.
    public mutating func advance(to seconds: Double) {
        self.seconds = seconds
        while samples.count > 1, seconds - samples[1].seconds >= Self.window { samples.removeFirst() }
        samples.append(Sample(seconds: seconds, done: done))
    }

    /// Pictures a second, over the last 15 seconds while the run goes on and over all of it when it is over.
    public var rate: Double {
        let start = phase == .running ? samples[0] : Sample(seconds: 0, done: 0)
        return seconds > start.seconds ? Double(done - start.done) / (seconds - start.seconds) : 0
    }

    /// Seconds until the end at the rate so far; nil while that cannot be told.
    public var secondsLeft: Double? {
        guard let total, total >= done, rate > 0 else { return nil }
        return Double(total - done) / rate
    }

    /// A line for a terminal: at most `width` columns of ASCII, without a line feed.
    public func line(width: Int) -> String {
        var parts: [String]
        if let total, let secondsLeft {
            parts = [
                "\(done)/\(total)", "\(done * 100 / max(total, 1)) %", "\(clock(secondsLeft)) left",
            ]
        } else {
            parts = ["\(done) done", clock(seconds)]
        }
        parts += [String(format: "%.1f/s", rate), "\(found) found"]
        if failed > 0 { parts.append("\(failed) failed") }
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
            $0.field("done", done)
            if let total { $0.field("total", total) }
            $0.field("found", found)
            $0.field("failed", failed)
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
        let full = cells * done / max(total, 1)
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
