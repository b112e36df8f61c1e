extension ReadingArbiter.Verdict {
    /// What became of each reading, in the order they were given. Worked out when it is asked for: a search asks
    /// for verdicts after every step and for reasons never.
    public var judgements: [Judgement] {
        let accepted = Set(basis.accepted)
        var sightings: [Reading: Sighting] = [:]
        for sighting in basis.sightings {
            for reading in sighting.readings { sightings[reading] = sighting }
        }
        let numbers = Dictionary(uniqueKeysWithValues: zip(basis.accepted, 0...))
        var named: Set<Sighting> = []
        var faces = basis.accepted.count
        return basis.readings.map { reading in
            if case .face = reading.content {
                defer { faces += 1 }
                return Judgement(reading, .stands(faces))
            }
            // A place that is no number is not even equal to itself.
            guard let sighting = sightings[reading] else {
                return Judgement(reading, .refused(.withoutPlace))
            }
            guard accepted.contains(sighting), let number = numbers[sighting] else {
                return Judgement(reading, .refused(refusal(of: reading, in: sighting)))
            }
            return Judgement(reading, named.insert(sighting).inserted ? .stands(number) : .supports(number))
        }
    }

    /// Why a reading of something that was not accepted was refused: the arbiter's tests, in their order.
    private func refusal(of reading: Reading, in sighting: Sighting) -> Refusal {
        let decoded = basis.accepted.filter(\.content.isDecoded)
        guard sighting.content.isDecoded else { return .anotherStands }
        guard sighting.type.isLinearCode else {
            return sighting.isMostlyNull ? .mostlyNull : .anotherStands
        }
        let rule = LinearRule.rule(for: sighting.type)
        if sighting.content.bytes.count < rule.shortest { return .tooShort }
        if decoded.contains(where: { $0.type.isMatrixCode && $0.place.covers(sighting.place) }) {
            return .insideMatrixCode
        }
        if !basis.linear.contains(sighting) { return .pieceOfLongerReading }
        let isBeside = decoded.contains { $0.place.touches(sighting.place) }
        guard !decoded.contains(where: { $0.place.isShared(with: sighting.place) }),
            let shortfall = (isBeside ? rule.besideAnother : rule).shortfall(of: reading, in: sighting)
        else { return .anotherStands }
        return .needsSecondOpinion(shortfall)
    }

    /// What a verdict was made of, as far as the reasons for it need that.
    struct Basis: Sendable, Hashable {
        var readings: [Reading]
        var sightings: [Sighting]
        /// Linear sightings that may stand if their evidence is enough.
        var linear: [Sighting]
        /// In the order of ``ReadingArbiter/Verdict/accepted``, which has faces after them.
        var accepted: [Sighting]
    }
}
