extension ReadingArbiter.Verdict {
    /// What became of each reading, in the order they were given. Worked out when it is asked for: a search asks
    /// for verdicts after every step and for reasons never.
    public var judgements: [Judgement] {
        let numbers = Dictionary(uniqueKeysWithValues: zip(basis.accepted, 0...))
        let reasons = Reasons(basis)
        var named: Set<Int> = []
        var faces = basis.accepted.count
        return zip(basis.readings, basis.owners).map { reading, owner in
            guard let owner else {
                defer { faces += 1 }
                return Judgement(reading, .stands(faces))
            }
            guard let number = numbers[owner] else {
                return Judgement(reading, .refused(reasons.refusal(of: reading, in: owner)))
            }
            return Judgement(reading, named.insert(owner).inserted ? .stands(number) : .supports(number))
        }
    }

    /// What a verdict was made of, as far as the reasons for it need that.
    struct Basis: Sendable, Hashable {
        var readings: [Reading]
        /// The sighting of each reading; nil of a face.
        var owners: [Int?]
        var sightings: [Sighting]
        /// Linear sightings that may stand if their evidence is enough.
        var linear: Set<Int>
        /// Sightings in the order of ``ReadingArbiter/Verdict/accepted``, which has faces after them.
        var accepted: [Int]
    }

    /// Why readings of something that was not accepted were refused.
    private struct Reasons {
        private let basis: Basis
        private let decoded: PlaceIndex
        private let matrix: PlaceIndex

        init(_ basis: Basis) {
            self.basis = basis
            let places = basis.sightings.map(\.place)
            let accepted = basis.accepted.filter { basis.sightings[$0].content.isDecoded }
            decoded = PlaceIndex(of: places, inserting: accepted)
            matrix = PlaceIndex(
                of: places, inserting: accepted.filter { basis.sightings[$0].type.isMatrixCode })
        }

        /// The arbiter's tests, in their order.
        func refusal(of reading: Reading, in owner: Int) -> Refusal {
            let sighting = basis.sightings[owner]
            guard sighting.place.exists else { return .withoutPlace }
            guard sighting.content.isDecoded else { return .anotherStands }
            guard sighting.type.isLinearCode else {
                return sighting.isMostlyNull ? .mostlyNull : .anotherStands
            }
            let rule = LinearRule.rule(for: sighting.type)
            if sighting.content.bytes.count < rule.shortest { return .tooShort }
            if matrix.covers(sighting.place) { return .insideMatrixCode }
            if !basis.linear.contains(owner) { return .pieceOfLongerReading }
            guard !decoded.isShared(with: sighting.place),
                let shortfall = (decoded.touches(sighting.place) ? rule.besideAnother : rule)
                    .shortfall(of: reading, in: sighting)
            else { return .anotherStands }
            if shortfall == .matchingBars, let proof = sighting.proof, rule.isOneError(proof) {
                return .refutedByBars
            }
            return .needsSecondOpinion(shortfall)
        }
    }
}
