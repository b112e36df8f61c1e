/// Interleaved 2 of 5 reads pieces of itself when it is turned: they go where the longer text was read too.
struct InterleavedPieces {
    /// Longer texts than any such code has are no pieces and have none.
    private static let longest = 128
    /// Most longer texts that one is compared with, and most of those near it whose places are: a turned code gives a handful.
    private static let most = (compared: 16, near: 256)

    private let sightings: [Sighting]
    private let members: [Int]
    /// Those of the members that can be pieces or have some, the longest first.
    private let longestFirst: [Int]
    /// Their places, by their rank in that list.
    private let index: PlaceIndex

    /// - Parameters:
    ///   - members: The numbers of the sightings among which pieces are looked for.
    ///   - sightings: All of a picture.
    init(among members: [Int], of sightings: [Sighting]) {
        (self.members, self.sightings) = (members, sightings)
        longestFirst =
            members
            .filter { [.interleaved2of5, .itf14].contains(sightings[$0].type) }
            .filter { sightings[$0].content.bytes.count <= Self.longest }
            .sorted { (sightings[$1].content.bytes.count, $0) < (sightings[$0].content.bytes.count, $1) }
        let places = longestFirst.map { sightings[$0].place }
        index = PlaceIndex(of: places, inserting: places.indices)
    }

    /// The members that are no pieces.
    var others: [Int] {
        var pieces: Set<Int> = []
        // Where the texts begin that are as long as the one at hand.
        var firstOfLength = 0
        for (rank, member) in longestFirst.enumerated() {
            if length(rank) < length(firstOfLength) { firstOfLength = rank }
            if isPiece(member, ofThoseBefore: firstOfLength) { pieces.insert(member) }
        }
        return members.filter { !pieces.contains($0) }
    }

    private func length(_ rank: Int) -> Int { sightings[longestFirst[rank]].content.bytes.count }

    private func isPiece(_ member: Int, ofThoseBefore limit: Int) -> Bool {
        let sighting = sightings[member]
        let pattern = Pattern(sighting.content.bytes)
        var (near, compared) = (0, 0)
        let whole = index.first(near: sighting.place, before: limit) { rank in
            near += 1
            guard near <= Self.most.near, compared < Self.most.compared else { return nil }
            let other = sightings[longestFirst[rank]]
            guard other.place.isShared(with: sighting.place) else { return false }
            compared += 1
            return pattern.occurs(in: other.content.bytes)
        }
        return whole != nil
    }

    /// Bytes that are looked for in others (Knuth, Morris, Pratt): in a step a byte, whatever they are.
    private struct Pattern {
        private let bytes: [UInt8]
        /// How long the longest beginning of the bytes is that the part before ends with too.
        private var fallbacks: [Int] = [0]

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            for byte in bytes.dropFirst() {
                fallbacks.append(matched(after: fallbacks[fallbacks.count - 1], byte))
            }
        }

        /// How many bytes match after one more, where `count` did; fewer than all.
        private func matched(after count: Int, _ byte: UInt8) -> Int {
            var count = count
            while count > 0, bytes[count] != byte { count = fallbacks[count - 1] }
            return bytes[count] == byte ? count + 1 : 0
        }

        func occurs(in others: [UInt8]) -> Bool {
            var count = 0
            return others.contains { byte in
                count = matched(after: count, byte)
                return count == bytes.count
            }
        }
    }
}
