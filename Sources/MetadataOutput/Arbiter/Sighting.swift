/// The readings that several engines and steps made of one symbol: same type, same content, one place.
struct Sighting: Sendable, Hashable {
    private(set) var readings: [Reading]
    /// The clearest of its readings' proofs: engines tell the place of a symbol more or less well.
    private(set) var proof: LinearProof?
    let place: Place
    let type: MetadataObjectType
    let content: CodeContent

    init(_ reading: Reading, content: CodeContent, place: Place) {
        readings = [reading]
        proof = reading.evidence.proof
        self.place = place
        type = reading.type
        self.content = content
    }

    private mutating func add(_ reading: Reading) {
        readings.append(reading)
        proof = [proof, reading.evidence.proof].compactMap(\.self).max { $0.clarity < $1.clarity }
    }

    /// What is told of them: the first, with the add-on that any of them saw, as not every line of a code runs through it.
    var reading: Reading {
        let contents = readings.lazy.compactMap { reading in
            if case .code(let content) = reading.content { content } else { nil }
        }
        guard content.addOn == nil, let addOn = contents.compactMap(\.addOn).first else { return readings[0] }
        var (reading, content) = (readings[0], content)
        content.addOn = addOn
        reading.content = .code(content)
        return reading
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
                sightings[owner].add(reading)
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
