/// The readings that several engines and steps made of one symbol: same type, same content, one place.
struct Sighting: Sendable, Hashable {
    private(set) var readings: [Reading]
    /// The clearest of its readings' proofs: engines tell the place of a symbol more or less well.
    private(set) var proof: LinearProof?
    private(set) var place: Place
    /// Which of the readings tells the place best.
    private var placed = 0
    let type: MetadataObjectType
    let content: CodeContent

    init(_ reading: Reading, content: CodeContent, place: Place) {
        readings = [reading]
        proof = reading.evidence.proof
        self.place = place
        type = reading.type
        self.content = content
    }

    /// How much more of the bars must be explained where another reading says they are.
    private static let clearer = 0.1

    private mutating func add(_ reading: Reading, at place: Place) {
        readings.append(reading)
        if reading.tellsPlaceBetter(than: readings[placed], by: Self.clearer) {
            (placed, self.place) = (readings.count - 1, place)
        }
        proof = [proof, reading.evidence.proof].compactMap(\.self).max { $0.clarity < $1.clarity }
    }

    /// What is told of them: the first, where it is told best, with the add-on that any of them saw and none saw otherwise, as not every
    /// line of a code runs through it and next to nothing of it is checked.
    var reading: Reading {
        var first = readings[0]
        first.corners = readings[placed].corners
        let contents = readings.lazy.compactMap { reading in
            if case .code(let content) = reading.content { content } else { nil }
        }
        let addOns = Set(contents.compactMap(\.addOn))
        guard !addOns.isEmpty else { return first }
        var content = content
        content.addOn = addOns.count == 1 ? addOns.first : nil
        first.content = .code(content)
        return first
    }

    /// Engines that agree.
    var engines: Int { Set(readings.map(\.engine)).count }

    /// Pairs of engine and step that agree.
    var passes: Int { Set(readings.map { Pass(engine: $0.engine, step: $0.step) }).count }

    /// Most lines that agreed in one reading.
    var lines: Int { readings.compactMap { $0.evidence.lines }.max() ?? 0 }

    /// zbar's best quality.
    var quality: Int { readings.compactMap { $0.evidence.quality }.max() ?? 0 }

    /// How much of a matrix symbol's error correction was not needed in the reading that needed least; nil where no engine tells.
    var unusedErrorCorrection: Double? { readings.compactMap(\.evidence.unusedErrorCorrection).max() }

    /// Less than this share is as good as nothing.
    private static let leastUnused = 0.1

    /// Whether each reading needed nearly all of a matrix symbol's error correction.
    var isStrained: Bool { unusedErrorCorrection.map { $0 < Self.leastUnused } ?? false }

    /// Whether one engine made readings in at least `count` steps.
    func hasPasses(_ count: Int, of engine: Engine) -> Bool {
        Set(readings.filter { $0.engine == engine }.map(\.step)).count >= count
    }

    /// The sightings of some readings, in the order first read, and the place in them of each reading, nil of faces.
    static func all(in readings: [Reading]) -> (sightings: [Sighting], places: [Int?]) {
        let places = readings.map(Place.init(of:))
        var groups = ContentGroups(of: readings, at: places)
        var sightings: [Sighting] = []
        var owners = [Int?](repeating: nil, count: readings.count)
        for (index, reading) in readings.enumerated() {
            guard case .code(let content) = reading.content else { continue }
            if let first = groups.first(like: index), let owner = owners[first] {
                owners[index] = owner
                sightings[owner].add(reading, at: places[index])
            } else {
                owners[index] = sightings.count
                sightings.append(Sighting(reading, content: content, place: places[index]))
                groups.insert(index)
            }
        }
        return (sightings, owners)
    }

    private struct Pass: Hashable {
        let engine: Engine
        let step: String
    }
}

extension Reading {
    private var addOn: String? {
        if case .code(let content) = content { content.addOn } else { nil }
    }

    /// Whether its outline is more likely that of the symbol than another's: one that reaches over an add-on ends in its shorter bars, and
    /// where bars are that the text has is better known than where they are not.
    fileprivate func tellsPlaceBetter(than other: Reading, by clearer: Double) -> Bool {
        if (addOn == nil) != (other.addOn == nil) { return addOn == nil }
        guard let proof = evidence.proof else { return false }
        // Where bars do not match there may be no proof at all.
        guard let known = other.evidence.proof else { return proof.isClear }
        return proof.clarity > known.clarity + clearer
    }
}
