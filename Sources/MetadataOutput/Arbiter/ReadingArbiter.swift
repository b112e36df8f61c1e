/// Decides which readings of several engines and steps stand, and joins those of one symbol.
///
/// Error-corrected symbols stand by one reading; linear ones by `LinearRule`. At one place stands one text.
/// Types that are nobody's symbology here, those of other detectors, stand by one reading, wherever they are.
/// Pure: the same readings in the same order give the same detections.
public struct ReadingArbiter: Sendable {
    /// What the arbiter made of the readings.
    public struct Verdict: Sendable, Hashable {
        /// One a symbol or face, in the order first read.
        public var accepted: [Detection]
        /// Readings that would stand with a second opinion.
        public var waiting: [Reading]
        let basis: Basis
    }

    /// Makes an arbiter.
    public init() {}

    /// The things that are there.
    public func detections(_ readings: [Reading]) -> [Detection] {
        verdict(on: readings).accepted
    }

    /// What stands and what waits for a second opinion.
    public func verdict(on readings: [Reading]) -> Verdict {
        let (sightings, owners) = Sighting.all(in: readings)
        let choice = SightingChoice(of: sightings)
        let codes = choice.accepted.map { number in
            Detection(reading: sightings[number].reading, confidence: sightings[number].confidence)
        }
        return Verdict(
            accepted: codes + readings.compactMap(face),
            waiting: choice.waiting.flatMap { sightings[$0].readings },
            basis: .init(
                readings: readings, owners: owners, sightings: sightings, linear: Set(choice.linear),
                accepted: choice.accepted))
    }

    /// Faces were sorted out by their detector; what is left is how much their score says.
    private func face(_ reading: Reading) -> Detection? {
        guard case .face = reading.content else { return nil }
        let confidence = reading.evidence.score.flatMap {
            FaceConfidence.confidence(engine: reading.engine, score: $0)
        }
        return Detection(reading: reading, confidence: confidence ?? 0.5)
    }
}
