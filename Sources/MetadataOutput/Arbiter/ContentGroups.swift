/// Readings by what they say: those of one type with the same bytes, and those with the same text.
struct ContentGroups {
    private struct Key: Hashable {
        enum Part: Hashable {
            case bytes([UInt8])
            /// In UTF-8: the comparison of strings would bring them to a normal form each time.
            case text([UInt8])
        }

        let type: MetadataObjectType
        let isDecoded: Bool
        let part: Part
    }

    private let places: [Place]
    /// The groups that each reading is in; none of faces.
    private var groups: [[Int]]
    private var indices: [PlaceIndex]

    init(of readings: [Reading], at places: [Place]) {
        self.places = places
        var numbers: [Key: Int] = [:]
        var members: [[Int]] = []
        groups = readings.enumerated().map { index, reading in
            Self.keys(of: reading).map { key in
                let group = numbers[key] ?? members.count
                if group == members.count {
                    numbers[key] = group
                    members.append([])
                }
                members[group].append(index)
                return group
            }
        }
        indices = members.map { PlaceIndex(of: places, members: $0) }
    }

    private static func keys(of reading: Reading) -> [Key] {
        guard case .code(let content) = reading.content else { return [] }
        let parts =
            [.bytes(content.bytes), content.text.map { .text(Array($0.utf8)) }].compactMap(\.self)
            as [Key.Part]
        return parts.map { Key(type: reading.type, isDecoded: content.isDecoded, part: $0) }
    }

    /// Lets a reading be found.
    mutating func insert(_ reading: Int) {
        for group in groups[reading] { indices[group].insert(reading) }
    }

    /// The first of the readings inserted that says the same as another at the same place.
    func first(like reading: Int) -> Int? {
        groups[reading].compactMap { indices[$0].first(sharedWith: places[reading]) }.min()
    }
}
