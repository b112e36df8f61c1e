/// Which of all sightings of a picture stand, by their numbers.
struct SightingChoice {
    /// Linear ones that may stand if their evidence is enough.
    let linear: [Int]
    /// What is reported, in the order first read.
    let accepted: [Int]
    /// Linear ones that would stand with a second opinion.
    let waiting: [Int]

    init(of sightings: [Sighting]) {
        let all = Sightings(sightings)
        // What lies nowhere is nothing that anybody could use.
        let existing = sightings.indices.filter { sightings[$0].place.exists }
        let matrix = all.firstOfEachPlace(
            all.withoutStrained(
                existing.filter {
                    sightings[$0].type.isMatrixCode && sightings[$0].content.isDecoded
                        && !sightings[$0].isMostlyNull
                }))
        let placesOfMatrix = all.index(of: matrix)
        let candidates = existing.filter {
            let candidate = sightings[$0]
            return candidate.type.isLinearCode && candidate.content.isDecoded
                && candidate.content.bytes.count >= LinearRule.rule(for: candidate.type).shortest
                && !placesOfMatrix.covers(candidate.place)
        }
        linear = InterleavedPieces(among: candidates, of: sightings).others
        let strongest = all.strongestOfEachPlace(linear.filter { sightings[$0].stands })
        let decoded = all.withoutDoubtfulNeighbours(strongest, of: matrix)
        let placesOfDecoded = all.index(of: decoded)
        let located = all.firstOfEachPlace(
            existing.filter {
                !sightings[$0].content.isDecoded && !placesOfDecoded.isShared(with: sightings[$0].place)
            })
        // Types of somebody else's detector, of which no rule here knows anything: that detector has decided.
        let foreign = existing.filter {
            let type = sightings[$0].type
            return !type.isMatrixCode && !type.isLinearCode && sightings[$0].content.isDecoded
        }
        // What stands shares its place with itself.
        waiting = linear.filter { !placesOfDecoded.isShared(with: sightings[$0].place) }
        accepted = (decoded + foreign + located).sorted()
    }
}

/// All sightings of a picture, and what chooses among those that are in each other's way.
private struct Sightings {
    private let sightings: [Sighting]
    private let places: [Place]

    init(_ sightings: [Sighting]) {
        self.sightings = sightings
        places = sightings.map(\.place)
    }

    /// An index of the places of some.
    func index(of members: [Int]) -> PlaceIndex { PlaceIndex(of: places, inserting: members) }

    /// Without those that needed nearly all of their error correction where one of the same type did not: what is put right with the
    /// last of it may be anything.
    func withoutStrained(_ members: [Int]) -> [Int] {
        guard members.contains(where: { sightings[$0].isStrained }) else { return members }
        let sure = Dictionary(grouping: members.filter { !sightings[$0].isStrained }) { sightings[$0].type }
            .mapValues(index)
        return members.filter { member in
            let sighting = sightings[member]
            return !sighting.isStrained || sure[sighting.type]?.isShared(with: places[member]) != true
        }
    }

    /// Two texts at one place: the first of the list stands.
    func firstOfEachPlace(_ members: [Int]) -> [Int] {
        var kept = PlaceIndex(of: places, members: members)
        return members.filter { member in
            guard !kept.isShared(with: places[member]) else { return false }
            kept.insert(member)
            return true
        }
    }

    /// Two linear texts at one place: the one whose bars match, then the one more engines read, then more passes, then
    /// more lines, then the first.
    func strongestOfEachPlace(_ members: [Int]) -> [Int] {
        let strongestFirst = members.map { (weight: sightings[$0].weight, member: $0) }.sorted {
            ($1.weight, $0.member) < ($0.weight, $1.member)
        }
        return firstOfEachPlace(strongestFirst.map(\.member))
    }

    /// The matrix codes, and of linear ones those that stand beside them and beside each other.
    func withoutDoubtfulNeighbours(_ linear: [Int], of matrix: [Int]) -> [Int] {
        var kept = PlaceIndex(of: places, members: matrix + linear)
        for member in matrix { kept.insert(member) }
        return matrix
            + linear.filter { member in
                let rule = LinearRule.rule(for: sightings[member].type).besideAnother
                guard sightings[member].stands(by: rule) || !kept.touches(places[member]) else {
                    return false
                }
                kept.insert(member)
                return true
            }
    }
}
