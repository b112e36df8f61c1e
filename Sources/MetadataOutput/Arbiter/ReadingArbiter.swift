/// Decides which readings of several engines and steps stand, and joins those of one symbol.
///
/// Error-corrected symbols stand by one reading; linear ones by ``LinearRule``. At one place stands one text.
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
        let sightings = Sighting.all(in: readings)
        let matrix = firstOfEachPlace(
            sightings.filter { $0.type.isMatrixCode && $0.content.isDecoded && !$0.isMostlyNull })
        let linear = withoutPieces(
            sightings.filter { candidate in
                candidate.type.isLinearCode && candidate.content.isDecoded
                    && candidate.content.bytes.count >= LinearRule.rule(for: candidate.type).shortest
                    && !matrix.contains { $0.place.covers(candidate.place) }
            })
        let decoded = withoutDoubtfulNeighbours(strongestOfEachPlace(linear.filter(\.stands)), of: matrix)
        let located = sightings.filter { candidate in
            !candidate.content.isDecoded && !decoded.contains { $0.place.isShared(with: candidate.place) }
        }
        let waiting = linear.filter { candidate in
            !decoded.contains(candidate) && !decoded.contains { $0.place.isShared(with: candidate.place) }
        }
        let accepted = Set(decoded + firstOfEachPlace(located))
        let standingCodes = sightings.filter(accepted.contains)
        let codes = standingCodes.map { Detection(reading: $0.readings[0], confidence: $0.confidence) }
        return Verdict(
            accepted: codes + readings.compactMap(face),
            waiting: waiting.flatMap(\.readings),
            basis: .init(readings: readings, sightings: sightings, linear: linear, accepted: standingCodes))
    }

    /// Faces were sorted out by their detector; what is left is how much their score says.
    private func face(_ reading: Reading) -> Detection? {
        guard case .face = reading.content else { return nil }
        let confidence = reading.evidence.score.flatMap {
            FaceConfidence.confidence(engine: reading.engine, score: $0)
        }
        return Detection(reading: reading, confidence: confidence ?? 0.5)
    }

    /// Two texts of error-corrected symbols at one place: the first one read stands.
    private func firstOfEachPlace(_ sightings: [Sighting]) -> [Sighting] {
        sightings.reduce(into: []) { kept, sighting in
            if !kept.contains(where: { $0.place.isShared(with: sighting.place) }) { kept.append(sighting) }
        }
    }

    /// Interleaved 2 of 5 reads pieces of itself when it is turned: they go where the longer text was read too.
    private func withoutPieces(_ sightings: [Sighting]) -> [Sighting] {
        sightings.filter { sighting in
            !sightings.contains { sighting.isPiece(of: $0) && $0.place.isShared(with: sighting.place) }
        }
    }

    /// The matrix codes, and of linear ones those that stand beside them and beside each other.
    private func withoutDoubtfulNeighbours(
        _ linear: [Sighting], of matrix: [Sighting]
    ) -> [Sighting] {
        linear.reduce(into: matrix) { kept, sighting in
            let rule = LinearRule.rule(for: sighting.type).besideAnother
            if sighting.stands(by: rule) || !kept.contains(where: { $0.place.touches(sighting.place) }) {
                kept.append(sighting)
            }
        }
    }

    /// Two linear texts at one place: the one whose bars match, then the one more engines read, then more passes, then
    /// more lines, then the first.
    private func strongestOfEachPlace(_ sightings: [Sighting]) -> [Sighting] {
        let strongestFirst = sightings.enumerated().sorted { a, b in
            (b.element.weight, a.offset) < (a.element.weight, b.offset)
        }
        return firstOfEachPlace(strongestFirst.map(\.element))
    }
}
